"""Unusual but valid encodings of a message, for test_event_oracle.py.

Every parser must take them for the same message: fields out of order, repeated
numbers one by one or packed in pieces, unknown fields in between, singular
fields written twice, embedded messages in two pieces.
"""

import struct

from google.protobuf.descriptor import FieldDescriptor as F

from random_messages import is_repeated

VARINT, FIXED64, BYTES, FIXED32 = 0, 1, 2, 5
FIRST_UNKNOWN_NUMBER = 100


def varint(value):
    value &= 2**64 - 1
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes(out + bytes([value]))


def tagged(number, wire_type, payload):
    if wire_type == BYTES:
        payload = varint(len(payload)) + payload
    return varint(number << 3 | wire_type) + payload


def scalar(field, value):
    """The wire type and bytes of one value."""
    if field.type == F.TYPE_FLOAT:
        return FIXED32, struct.pack("<f", value)
    if field.type == F.TYPE_DOUBLE:
        return FIXED64, struct.pack("<d", value)
    if field.type == F.TYPE_STRING:
        return BYTES, value.encode()
    if field.type == F.TYPE_BYTES:
        return BYTES, value
    return VARINT, varint(int(value))


def unknown_field(random):
    number = FIRST_UNKNOWN_NUMBER + random.randrange(100000) % 15000
    wire_type = random.choice([VARINT, FIXED64, BYTES, FIXED32])
    payload = {VARINT: varint(random.getrandbits(64)), FIXED64: random.randbytes(8),
               BYTES: random.randbytes(random.randrange(200)),
               FIXED32: random.randbytes(4)}[wire_type]
    return tagged(number, wire_type, payload)


def field_pieces(field, value, random):
    """What must come in this order for one field."""
    number = field.number
    if field.message_type and field.message_type.GetOptions().map_entry:
        value_field = field.message_type.fields_by_name["value"]
        return [tagged(number, BYTES,
                       tagged(2, BYTES, odd_encoding(value[key], random))
                       + tagged(1, BYTES, key.encode()))
                for key in value] if value_field.message_type else []
    if field.message_type and is_repeated(field):
        return [tagged(number, BYTES, odd_encoding(each, random)) for each in value]
    if field.message_type:
        pieces = message_pieces(value, random)
        cut = random.randrange(len(pieces) + 1)
        return [tagged(number, BYTES, b"".join(pieces[:cut])),
                tagged(number, BYTES, b"".join(pieces[cut:]))]
    if not is_repeated(field):
        wire_type, payload = scalar(field, value)
        return [tagged(number, wire_type, payload)] * random.choice([1, 1, 2])
    encoded = [scalar(field, each) for each in value]
    if encoded[0][0] == BYTES:
        return [tagged(number, BYTES, payload) for _, payload in encoded]
    cut = random.randrange(len(encoded) + 1)
    return ([tagged(number, wire_type, payload) for wire_type, payload in encoded[:cut]]
            + [tagged(number, BYTES, b"".join(payload for _, payload in encoded[cut:]))])


def message_pieces(message, random):
    queues = [field_pieces(field, value, random) for field, value in message.ListFields()]
    pieces = []
    while queues:
        if random.random() < 0.2:
            pieces.append(unknown_field(random))
        queue = random.choice(queues)
        if queue:
            pieces.append(queue.pop(0))
        else:
            queues.remove(queue)
    return pieces


def odd_encoding(message, random):
    return b"".join(message_pieces(message, random))
