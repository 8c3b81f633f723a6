#include "reader/datum.h"

#include "event/wire.h"
#include "reader/datum_content.h"

namespace stepline::reader {
namespace {

using event::Array;

bool is_one_number(const Array& array) {
  return array.size() == 1 && doubles_of(array).size() == 1;
}

struct ContentUpgrade {
  Kind& kind;
  const event::Metadata* metadata;

  Result<Content> operator()(std::monostate) const {
    return kind == Kind::HParams ? hparams() : Content();
  }
  Result<Content> operator()(float number) const {
    return Content(double{number});
  }
  Result<Content> operator()(const event::ObsoleteHistogram& histogram) const {
    return Content(Message{histogram.bytes});
  }
  Result<Content> operator()(const event::TensorProto& tensor) const {
    if (kind == Kind::HParams) return hparams();
    auto array = to_array(tensor);
    if (!array) return array.error();
    if (kind == Kind::Scalar && !is_one_number(*array)) kind = Kind::Tensor;
    return content_of(kind, std::move(*array));
  }
  Result<Content> operator()(const auto& old) const { return content_of(old); }

  Content hparams() const { return Message{metadata->plugin_content}; }
};

struct EventUpgrade {
  Datum operator()(const event::GraphDef& graph) const {
    return datum(Kind::Graph, kRunGraphTag, graph.bytes);
  }
  Datum operator()(const event::MetaGraphDef& graph) const {
    return datum(Kind::MetaGraph, kMetaGraphTag, graph.bytes);
  }
  Datum operator()(const event::TaggedRunMetadata& tagged) const {
    return datum(Kind::RunMetadata, tagged.tag, tagged.run_metadata);
  }
  Datum operator()(const event::LogMessage& log) const {
    return datum(Kind::LogMessage, kLogMessagesTag, encode_log_message(log));
  }
  Datum operator()(const event::SessionLog& session) const {
    return datum(Kind::SessionLog, kSessionLogTag, encode_session_log(session));
  }
  Datum operator()(const event::FileVersion& version) const {
    return {Kind::Other, {}, Message{version.version}};
  }
  Datum operator()(const auto&) const { return {}; }

  static Datum datum(Kind kind, std::string_view tag, std::string bytes) {
    return {kind, complete_metadata(kind, tag, nullptr),
            Message{std::move(bytes)}};
  }
};

}  // namespace

Result<Datum> upgrade_value(const event::Value& value,
                            const event::Metadata* metadata) {
  const event::Metadata* own = value.metadata ? &*value.metadata : metadata;
  Datum datum;
  datum.kind = classify(event::ValueForm(value.value.index()), own);
  auto content = std::visit(ContentUpgrade{datum.kind, own}, value.value);
  if (!content) return content.error();
  datum.content = std::move(*content);
  datum.metadata = complete_metadata(datum.kind, tag_of(value),
                                     metadata != nullptr ? metadata : own);
  return datum;
}

Datum upgrade_event(const event::Event& event) {
  return std::visit(EventUpgrade(), event.what);
}

}  // namespace stepline::reader
