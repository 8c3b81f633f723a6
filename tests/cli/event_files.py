"""Makes event files with nothing but Python itself."""

import struct

_TABLE = []
for _byte in range(256):
    for _ in range(8):
        _byte = (_byte >> 1) ^ (0x82F63B78 if _byte & 1 else 0)
    _TABLE.append(_byte)


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc = _TABLE[(crc ^ byte) & 255] ^ (crc >> 8)
    return crc ^ 0xFFFFFFFF


def masked(data):
    crc = crc32c(data)
    return (((crc >> 15) | (crc << 17)) + 0xA282EAD8) & 0xFFFFFFFF


def record(payload):
    length = struct.pack("<Q", len(payload))
    return (length + struct.pack("<I", masked(length)) + payload
            + struct.pack("<I", masked(payload)))


def varint(number):
    number &= (1 << 64) - 1
    out = b""
    while number > 127:
        out += bytes([number & 127 | 128])
        number >>= 7
    return out + bytes([number])


def field(number, content):
    return varint(number << 3 | 2) + varint(len(content)) + content


def event(step, wall_time, rest):
    return b"\x09" + struct.pack("<d", wall_time) + b"\x10" + varint(step) + rest


def version(wall_time=1000.0):
    return record(event(0, wall_time, field(3, b"brain.Event:2")))


def scalar(tag, step, value, wall_time=None):
    """One record; wall time 1000 + step unless told."""
    content = field(1, tag.encode()) + b"\x15" + struct.pack("<f", value)
    when = 1000.0 + step if wall_time is None else wall_time
    return record(event(step, when, field(5, field(1, content))))


def start(step, wall_time=2000.0):
    return record(event(step, wall_time, field(7, b"\x08\x01")))
