"""Answers of columns, taken apart as docs/api.md says, with no help of ours."""

import array
import json
import struct
import sys

CODES = {"f32": "f", "f64": "d", "u32": "I", "i64": "q", "u8": "B"}


def decode(body):
    """The head, with a list in place of every column."""
    assert body[:4] == b"SLC1", body[:16]
    (length,) = struct.unpack_from("<I", body, 4)
    data = body[8 + length:]
    assert (8 + length) % 8 == 0

    def column(place):
        numbers = array.array(CODES[place["type"]])
        begin = place["offset"]
        assert begin % 8 == 0
        numbers.frombytes(data[begin:begin + place["count"] * numbers.itemsize])
        assert len(numbers) == place["count"]
        if sys.byteorder != "little":
            numbers.byteswap()
        return list(numbers)

    def filled(value):
        if isinstance(value, list):
            return [filled(one) for one in value]
        if not isinstance(value, dict):
            return value
        if set(value) == {"type", "offset", "count"}:
            return column(value)
        return {name: filled(one) for name, one in value.items()}

    return filled(json.loads(body[8:8 + length]))
