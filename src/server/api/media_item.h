#pragma once

#include <string>
#include <vector>

#include "reader/datum.h"
#include "server/api/routes.h"
#include "stepline/result.h"

namespace stepline::server {

// The files inside a value, or why there are none.
using ItemsOf = Result<std::vector<std::string*>> (*)(reader::Datum& datum);

// One file of a value of that kind, as the parameters of `request` name it.
Answer answer_item(const Context& context, const Request& request,
                   reader::Kind kind, ItemsOf items_of);

}  // namespace stepline::server
