#pragma once

#include "event/field_reader.h"
#include "event/field_writer.h"
#include "event/tensor_proto.h"

namespace stepline::event {

void write(FieldWriter& out, const TensorShape& shape);
void write(FieldWriter& out, const TensorProto& tensor);

void merge(FieldReader in, TensorShape& shape);
void merge(FieldReader in, TensorProto& tensor);

}  // namespace stepline::event
