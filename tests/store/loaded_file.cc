#include "store/loaded_file.h"

#include <bit>
#include <cstdio>
#include <utility>
#include <variant>

#include "event/wire.h"
#include "record/record_reader.h"
#include "store/block.h"

namespace stepline::store {
namespace {

using reader::Kind;

std::string bits(double value) {
  char text[32];
  std::snprintf(
      text, sizeof text, "%016llx",
      static_cast<unsigned long long>(std::bit_cast<std::uint64_t>(value)));
  return text;
}

event::ValueForm form_of(const event::Value& value) {
  return static_cast<event::ValueForm>(value.value.index());
}

}  // namespace

LoadedFile LoadedFile::read_plainly(storage::ByteSource& file) {
  LoadedFile loaded;
  record::Reader reader(file);
  while (true) {
    const auto record = reader.next();
    if (!record) {
      loaded.damaged(reader.offset(), record.error().message, file.name());
      if (!*reader.resynchronise()) break;
    } else if (!*record) {
      break;
    } else {
      loaded.take_event((*record)->payload, (*record)->offset, file.name());
    }
  }
  loaded.end_ = reader.offset();
  return loaded;
}

void LoadedFile::damaged(std::uint64_t offset, std::string message,
                         std::string_view path) {
  ++damaged_records_;
  problems_.push_back({reader::Problem::What::Damage, std::string(path), offset,
                       std::move(message)});
}

void LoadedFile::take_event(std::string_view payload, std::uint64_t offset,
                            std::string_view path) {
  const auto event = event::decode_event(payload);
  if (!event) {
    return damaged(offset,
                   event.error().message + ", at byte " +
                       std::to_string(offset) + " of \"" + std::string(path) +
                       "\"",
                   path);
  }
  const double wall_secs = event->wall_time.secs();
  if (records_++ == 0) first_wall_secs_ = wall_secs;
  if (source_writer_.empty()) source_writer_ = event->source_writer;
  const BlobPlace place{.step = event->step.value,
                        .wall_secs = wall_secs,
                        .offset = offset,
                        .bytes = static_cast<std::uint32_t>(payload.size())};
  const auto add = [&](std::string_view tag, Kind kind) {
    series(std::string(tag), kind).places.push_back(place);
  };
  const auto& what = event->what;
  if (const auto* version = std::get_if<event::FileVersion>(&what)) {
    if (!file_version_) file_version_ = version->version;
  } else if (const auto* summary = std::get_if<event::Summary>(&what)) {
    take_summary(*summary, place);
  } else if (std::holds_alternative<event::GraphDef>(what)) {
    add(reader::kRunGraphTag, Kind::Graph);
  } else if (std::holds_alternative<event::MetaGraphDef>(what)) {
    add(reader::kMetaGraphTag, Kind::MetaGraph);
  } else if (std::holds_alternative<event::LogMessage>(what)) {
    add(reader::kLogMessagesTag, Kind::LogMessage);
  } else if (const auto* run = std::get_if<event::TaggedRunMetadata>(&what)) {
    add(run->tag, Kind::RunMetadata);
  } else if (const auto* session = std::get_if<event::SessionLog>(&what)) {
    if (session->status == event::SessionLog::Status::Start) {
      sections_.push_back({place.step, wall_secs, {}});
    }
    add(reader::kSessionLogTag, Kind::SessionLog);
  }
}

void LoadedFile::take_summary(const event::Summary& summary, BlobPlace place) {
  for (const event::Value& value : summary.values) {
    const std::string tag(reader::tag_of(value));
    if (value.metadata) first_metadata_.emplace(tag, *value.metadata);
    const auto first = first_metadata_.find(tag);
    const event::Metadata* const metadata = value.metadata ? &*value.metadata
                                            : first != first_metadata_.end()
                                                ? &first->second
                                                : nullptr;
    Kind kind = reader::classify(form_of(value), metadata);
    std::optional<double> number;
    if (kind == Kind::Scalar) {
      kind = Kind::Other;
      if (const float* simple = std::get_if<float>(&value.value)) {
        number = *simple;
      } else if (const auto* tensor =
                     std::get_if<event::TensorProto>(&value.value)) {
        kind = Kind::Tensor;
        if (const auto scalar =
                event::scalar_of_tensor(event::encode_tensor(*tensor))) {
          number = scalar->value;
        }
      }
    }
    if (number) {
      ++points_;
      series(tag, Kind::Scalar)
          .points.push_back({place.step, place.wall_secs, *number});
    } else {
      series(tag, kind).places.push_back(place);
    }
    ++place.value_index;
  }
}

LoadedFile::Series& LoadedFile::series(const std::string& tag, Kind kind) {
  for (Series& known : sections_.back().series) {
    if (known.tag == tag && known.kind == kind) return known;
  }
  return sections_.back().series.emplace_back(Series{tag, kind, {}, {}});
}

void LoadedFile::append(const FilePart& part) {
  if (records_ == 0) first_wall_secs_ = part.first_wall_secs;
  end_ = part.end;
  records_ += part.records;
  points_ += part.points;
  damaged_records_ += part.damaged_records;
  if (!file_version_) file_version_ = part.file_version;
  if (source_writer_.empty()) source_writer_ = part.source_writer;
  problems_.insert(problems_.end(), part.problems.begin(), part.problems.end());
  for (std::size_t i = 0; i < part.sections.size(); ++i) {
    const FilePart::Section& section = part.sections[i];
    if (i > 0) {
      sections_.push_back(
          {section.restart_step, section.restart_wall_secs, {}});
    }
    for (const FilePart::Series& from : section.series) {
      if (from.metadata) first_metadata_.emplace(from.tag, *from.metadata);
      Series& to = series(from.tag, from.kind);
      for (const Block* block : from.blocks) {
        for (std::size_t k = 0; k < size_of(*block); ++k) {
          to.points.push_back(point_at(*block, k));
        }
      }
      to.places.insert(to.places.end(), from.places.begin(), from.places.end());
    }
  }
}

KnownMetadata LoadedFile::known_metadata() const {
  return [this](std::string_view tag) -> const event::Metadata* {
    const auto found = first_metadata_.find(tag);
    return found == first_metadata_.end() ? nullptr : &found->second;
  };
}

std::string LoadedFile::text() const {
  std::string out =
      "end " + std::to_string(end_) + " records " + std::to_string(records_) +
      " points " + std::to_string(points_) + " damaged " +
      std::to_string(damaged_records_) + " since " + bits(first_wall_secs_) +
      " version " + file_version_.value_or("none") + " by " + source_writer_ +
      "\n";
  for (const reader::Problem& problem : problems_) {
    out += "problem at " + std::to_string(problem.offset.value()) + " of " +
           problem.path + ": " + problem.message + "\n";
  }
  for (const auto& [tag, metadata] : first_metadata_) {
    out +=
        "metadata of " + tag + ": " + event::encode_metadata(metadata) + "\n";
  }
  for (const Section& section : sections_) {
    out += "section";
    if (section.restart_step) {
      out += " from " + std::to_string(*section.restart_step) + " at " +
             bits(section.restart_wall_secs);
    }
    out += "\n";
    for (const Series& series : section.series) {
      out += "series " + series.tag + " of " +
             std::to_string(static_cast<int>(series.kind)) + "\n";
      for (const Point& point : series.points) {
        out += "  " + std::to_string(point.step) + " " + bits(point.wall_secs) +
               " " + bits(point.value) + "\n";
      }
      for (const BlobPlace& place : series.places) {
        out += "  " + std::to_string(place.step) + " " + bits(place.wall_secs) +
               " at " + std::to_string(place.offset) + " " +
               std::to_string(place.bytes) + " value " +
               std::to_string(place.value_index) + "\n";
      }
    }
  }
  return out;
}

}  // namespace stepline::store
