"""Pictures, sound and tensors of a log as arrays."""

from __future__ import annotations

import importlib.util
import io
import struct
import wave
import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stepline import _native

_PNG = b"\x89PNG\r\n\x1a\n"
# By the kinds of colour that have no palette.
_PNG_CHANNELS = {0: 1, 2: 3, 4: 2, 6: 4}
# Where others call a type so.
_OWN_NAMES = {"float8_e4m3": "float8_e4m3fn"}
# What numpy alone has no type for: (bits of the exponent, of the mantissa, bias).
_SMALL_FLOATS = {"float8_e4m3fn": (4, 3, 7), "float8_e5m2": (5, 2, 15)}


def image(encoded: bytes) -> NDArray[Any]:
    """PNG, JPEG or GIF. PIL does it where it is installed; PNG goes without."""
    # PIL makes 8 bits of 16.
    if encoded.startswith(_PNG) and (encoded[24] == 16 or not is_installed("PIL")):
        return png(encoded)
    if not is_installed("PIL"):
        raise ImportError("to decode JPEG and GIF, install pillow")
    from PIL import Image, ImageSequence

    with Image.open(io.BytesIO(encoded)) as picture:
        if getattr(picture, "n_frames", 1) > 1:
            frames = [np.asarray(frame.convert("RGB")) for frame in ImageSequence.Iterator(picture)]
            return np.stack(frames)
        if picture.mode in ("P", "PA", "CMYK", "YCbCr"):
            has_alpha = picture.mode == "PA" or "transparency" in picture.info
            return np.array(picture.convert("RGBA" if has_alpha else "RGB"))
        return np.array(picture)


def png(encoded: bytes) -> NDArray[Any]:
    """Those without palette and interlacing, of 8 or 16 bits."""
    width, height, depth, colour, _, _, interlaced = struct.unpack_from(">IIBBBBB", encoded, 16)
    if depth not in (8, 16) or colour not in _PNG_CHANNELS or interlaced:
        raise ValueError("to decode a PNG of this kind, install pillow")
    channels = _PNG_CHANNELS[colour]
    pixel = channels * depth // 8
    packed = bytearray()
    place = len(_PNG)
    while place < len(encoded):
        size, kind = struct.unpack_from(">I4s", encoded, place)
        if kind == b"IDAT":
            packed += encoded[place + 8 : place + 8 + size]
        place += 12 + size
    lines = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(height, 1 + width * pixel)
    pixels = np.zeros((height + 1, width * pixel), np.uint8)
    for y, line in enumerate(lines):
        pixels[y + 1] = _unfilter(int(line[0]), line[1:], pixels[y], pixel)
    pixels = pixels[1:]
    if depth == 16:
        pixels = pixels.view(">u2").astype(np.uint16)
    return pixels.reshape(height, width) if channels == 1 else pixels.reshape(height, width, -1)


def _unfilter(kind: int, line: Any, above: Any, pixel: int) -> Any:
    if kind == 0:
        return line
    if kind == 1:
        return np.add.accumulate(line.reshape(-1, pixel), axis=0, dtype=np.uint8).reshape(-1)
    if kind == 2:
        return line + above
    done = bytearray(line.tobytes())
    up = above.tobytes()
    for i, value in enumerate(done):
        left, upper_left = (done[i - pixel], up[i - pixel]) if i >= pixel else (0, 0)
        guess = (left + up[i]) // 2 if kind == 3 else _paeth(left, up[i], upper_left)
        done[i] = (value + guess) & 255
    return np.frombuffer(done, np.uint8)


def _paeth(left: int, up: int, upper_left: int) -> int:
    to_left, to_up = abs(up - upper_left), abs(left - upper_left)
    to_upper_left = abs(left + up - 2 * upper_left)
    if to_left <= to_up and to_left <= to_upper_left:
        return left
    return up if to_up <= to_upper_left else upper_left


def wav(encoded: bytes) -> NDArray[np.float32]:
    with wave.open(io.BytesIO(encoded)) as sound:
        width, channels = sound.getsampwidth(), sound.getnchannels()
        frames = sound.readframes(sound.getnframes())
    raw = np.frombuffer(frames, np.uint8).reshape(-1, channels, width)
    if width == 1:  # Not signed.
        return ((raw[:, :, 0].astype(np.float32) - 128) / 128).astype(np.float32, copy=False)
    whole = np.zeros((*raw.shape[:2], 4), np.uint8)
    whole[:, :, 4 - width :] = raw
    return (whole.view("<i4")[:, :, 0] / 2**31).astype(np.float32)


def tensor(native: _native.Tensor, library: str) -> Any:
    """torch's or numpy's tensor ("torch", "numpy"), in the memory it came in."""
    shape, dtype = tuple(native.shape), _OWN_NAMES.get(native.dtype, native.dtype)
    if dtype == "string":
        strings = np.empty(len(native.strings), object)
        strings[:] = native.strings
        return strings.reshape(shape)
    if library == "torch":
        import torch

        return torch.from_numpy(native.elements).view(getattr(torch, dtype)).reshape(shape)
    return _elements(native.elements, dtype).reshape(shape)


def _elements(raw: NDArray[np.uint8], dtype: str) -> NDArray[Any]:
    if dtype != "bfloat16" and dtype not in _SMALL_FLOATS:
        return raw.view(dtype)
    if is_installed("ml_dtypes"):
        import ml_dtypes

        return raw.view(getattr(ml_dtypes, dtype))
    # Exactly, in a wider type.
    if dtype == "bfloat16":
        return (raw.view(np.uint16).astype(np.uint32) << 16).view(np.float32)
    return small_floats(dtype)[raw]


def small_floats(dtype: str) -> NDArray[np.float32]:
    """What each of the 256 bytes stands for."""
    exponent_bits, mantissa_bits, bias = _SMALL_FLOATS[dtype]
    bits = np.arange(256)
    exponent = (bits >> mantissa_bits) & (2**exponent_bits - 1)
    fraction = (bits & (2**mantissa_bits - 1)) / 2**mantissa_bits
    values = np.where(
        exponent == 0,
        np.ldexp(fraction, 1 - bias),
        np.ldexp(1 + fraction, exponent - bias),
    )
    if dtype == "float8_e4m3fn":
        values[(bits & 127) == 127] = np.nan
    else:
        top = exponent == 2**exponent_bits - 1
        values[top] = np.where(fraction[top] == 0, np.inf, np.nan)
    signed: NDArray[np.float64] = np.where(bits < 128, values, -values)
    return signed.astype(np.float32)


def is_installed(package: str) -> bool:
    return importlib.util.find_spec(package) is not None
