#pragma once

#include "event/event.h"
#include "event/field_reader.h"
#include "event/field_writer.h"

namespace stepline::event {

void write(FieldWriter& out, const Metadata& metadata);
void write(FieldWriter& out, const Summary& summary);

void merge(FieldReader in, Metadata& metadata);
void merge(FieldReader in, Summary& summary);

}  // namespace stepline::event
