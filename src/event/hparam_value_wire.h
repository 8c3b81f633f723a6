#pragma once

#include <optional>

#include "event/field_reader.h"
#include "event/field_writer.h"
#include "event/hparams_data.h"

namespace stepline::event {

// google.protobuf.Value, without what HParamValue cannot hold: decoding gives
// nullopt for a null, a list, a struct or nothing at all.
struct ProtobufValue {
  std::optional<HParamValue> value;
};

void write(FieldWriter& out, const HParamValue& value);
void merge(FieldReader in, ProtobufValue& value);

// google.protobuf.ListValue
void write(FieldWriter& out, const HParamDiscreteDomain& domain);
void merge(FieldReader in, HParamDiscreteDomain& domain);

}  // namespace stepline::event
