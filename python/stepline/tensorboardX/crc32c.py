"""CRC-32C (Castagnoli), the checksum of records."""

from __future__ import annotations

from collections.abc import Iterable

CRC_INIT = 0
_MASK = 0xFFFFFFFF
_POLYNOMIAL = 0x82F63B78  # Bits reversed.


def _entry(byte: int) -> int:
    for _ in range(8):
        byte = byte >> 1 ^ (_POLYNOMIAL if byte & 1 else 0)
    return byte


CRC_TABLE = tuple(_entry(byte) for byte in range(256))


def crc_update(crc: int, data: Iterable[int]) -> int:
    """The checksum of what `crc` is of, followed by `data`."""
    crc ^= _MASK
    for byte in bytes(data):
        crc = CRC_TABLE[(crc ^ byte) & 0xFF] ^ crc >> 8
    return crc ^ _MASK


def crc_finalize(crc: int) -> int:
    return crc & _MASK


def crc32c(data: Iterable[int]) -> int:
    return crc_finalize(crc_update(CRC_INIT, data))


_crc32c = crc32c
