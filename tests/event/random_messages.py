"""Random protobuf messages, by their descriptors, for test_event_oracle.py."""

import random

from google.protobuf.descriptor import FieldDescriptor as F

INT_RANGES = {
    F.TYPE_INT32: (-(2**31), 2**31 - 1),
    F.TYPE_INT64: (-(2**63), 2**63 - 1),
    F.TYPE_UINT32: (0, 2**32 - 1),
    F.TYPE_UINT64: (0, 2**64 - 1),
    F.TYPE_ENUM: (-(2**31), 2**31 - 1),
}
EXTREME_FLOATS = [0.0, -0.0, 1.5, 1e-45, 3.4028234663852886e38, float("inf"),
                  float("-inf"), float("nan")]
EXTREME_DOUBLES = EXTREME_FLOATS + [5e-324, 1.7976931348623157e308]
TEXTS = ["", "loss", "train/loss 1", "Gewicht äöü", "损失/训练", "🚂🚃",
         "\"quoted\" \\ 'and'\n\ttabs", "\x00\x01\x7f", "x" * 300]

# What the C++ model has no place for, and says so in its headers.
NOT_MODELLED = {
    "tensorboard.TensorProto.resource_handle_val",
    "tensorboard.TensorProto.variant_val",
    "tensorboard.GraphDef.version",
    "tensorboard.GraphDef.library",
    "tensorboard.GraphDef.debug_info",
    "tensorboard.VersionDef.min_consumer",
    "tensorboard.VersionDef.bad_consumers",
    "tensorboard.NodeDef.experimental_debug_info",
    "tensorboard.NodeDef.experimental_type",
    "tensorboard.AttrValue.type",
    "tensorboard.AttrValue.shape",
    "tensorboard.AttrValue.tensor",
    "tensorboard.AttrValue.func",
    "tensorboard.AttrValue.placeholder",
    "tensorboard.AttrValue.ListValue.b",
    "tensorboard.AttrValue.ListValue.type",
    "tensorboard.AttrValue.ListValue.tensor",
    "tensorboard.AttrValue.ListValue.func",
    "tensorboard.Layout.version",
    "google.protobuf.Value.null_value",
    "google.protobuf.Value.struct_value",
    "google.protobuf.Value.list_value",
}


class RandomMessages:
    def __init__(self, seed):
        self._random = random.Random(seed)

    def make(self, message_class):
        message = message_class()
        self._fill(message)
        return message

    def _fill(self, message):
        descriptor = message.DESCRIPTOR
        special = getattr(self, "_fill_" + descriptor.name, None)
        if special:
            special(message)
            return
        for field in descriptor.fields:
            if field.full_name not in NOT_MODELLED and self._random.random() < 0.6:
                self._set(message, field)

    def _set(self, message, field):
        if field.message_type and field.message_type.GetOptions().map_entry:
            self._set_map(message, field)
        elif is_repeated(field):
            count = self._random.choice([0, 1, 2, 5, 30])
            if field.message_type:
                for _ in range(min(count, 3)):
                    self._fill(getattr(message, field.name).add())
            else:
                getattr(message, field.name).extend(
                    self._scalar(field) for _ in range(count))
        elif field.message_type:
            getattr(message, field.name).SetInParent()
            self._fill(getattr(message, field.name))
        else:
            setattr(message, field.name, self._scalar(field))

    def _set_map(self, message, field):
        for _ in range(self._random.randrange(4)):
            key = self._random.choice(TEXTS)
            self._fill(getattr(message, field.name)[key])

    def _scalar(self, field):
        r = self._random
        if field.type in INT_RANGES:
            low, high = INT_RANGES[field.type]
            return r.choice([0, 1, low, high, 127, 128, r.randint(low, high)])
        if field.type == F.TYPE_BOOL:
            return r.random() < 0.5
        if field.type == F.TYPE_FLOAT:
            return r.choice(EXTREME_FLOATS + [r.gauss(0, 100)])
        if field.type == F.TYPE_DOUBLE:
            return r.choice(EXTREME_DOUBLES + [r.gauss(0, 100)])
        if field.type == F.TYPE_STRING:
            return r.choice(TEXTS)
        return r.randbytes(r.choice([0, 1, 10, 200]))

    # Where the model keeps less than the message, only what it keeps.

    def _fill_Event(self, message):
        fields = message.DESCRIPTOR.fields_by_name
        message.wall_time = self._random.choice([0.0, -0.0, 1.7e9, -1e300, 5e-324])
        message.step = self._scalar(fields["step"])
        if self._random.random() < 0.9:
            self._set(message, self._random.choice(
                message.DESCRIPTOR.oneofs_by_name["what"].fields))
        if self._random.random() < 0.3:
            message.source_metadata.writer = "somebody.else"

    def _fill_PluginData(self, message):
        message.plugin_name = self._random.choice(["scalars", "текст"])
        message.content = self._random.choice([b"", b"\x08\x00\xff"])

    def _fill_MetricInfo(self, message):
        message.name.SetInParent()
        for field in message.DESCRIPTOR.fields:
            self._set(message, field)

    def _fill_Chart(self, message):
        message.title = self._random.choice(TEXTS)
        self._set(message, self._random.choice(
            message.DESCRIPTOR.oneofs_by_name["content"].fields))

    def _fill_Value(self, message):
        if message.DESCRIPTOR.file.package != "google.protobuf":
            self._fill_summary_value(message)
            return
        kind = self._random.choice(["number_value", "string_value", "bool_value"])
        self._set(message, message.DESCRIPTOR.fields_by_name[kind])

    def _fill_summary_value(self, message):
        fields = message.DESCRIPTOR.fields_by_name
        for name in ("tag", "node_name", "metadata"):
            if self._random.random() < 0.6:
                self._set(message, fields[name])
        if self._random.random() < 0.9:
            self._set(message, self._random.choice(
                message.DESCRIPTOR.oneofs_by_name["value"].fields))

    def _fill_GraphDef(self, message):
        message.versions.producer = 22
        self._set(message, message.DESCRIPTOR.fields_by_name["node"])

    def _fill_NodeDef(self, message):
        for name in ("name", "op", "input", "device", "attr"):
            self._set(message, message.DESCRIPTOR.fields_by_name[name])
        if self._random.random() < 0.5:
            shape = message.attr["_output_shapes"].list.shape.add()
            for _ in range(self._random.randrange(3)):
                shape.dim.add().size = self._random.choice([-1, 0, 3, 2**40])

    def _fill_AttrValue(self, message):
        kind = self._random.choice(["s", "i", "f", "b", "list"])
        if kind != "list":
            self._set(message, message.DESCRIPTOR.fields_by_name[kind])
            return
        message.list.SetInParent()
        self._set(message.list, message.list.DESCRIPTOR.fields_by_name[
            self._random.choice(["s", "i", "f"])])


def is_repeated(field):
    return field.is_repeated if hasattr(field, "is_repeated") else (
        field.label == F.LABEL_REPEATED)
