#pragma once

#include "event/field_reader.h"
#include "event/field_writer.h"
#include "event/hparams_data.h"

namespace stepline::event {

void write(FieldWriter& out, const Experiment& experiment);
void merge(FieldReader in, Experiment& experiment);

}  // namespace stepline::event
