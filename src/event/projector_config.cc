#include "event/projector_config.h"

#include <charconv>

#include "base/utf8.h"
#include "event/text_format.h"

namespace stepline::event {
namespace {

void add_text(std::string& out, std::string_view indent, std::string_view name,
              std::string_view text) {
  if (text.empty()) return;
  out.append(indent).append(name).append(": ");
  out.append(quote_text(repair_utf8(text))).append("\n");
}

void add_numbers(std::string& out, std::string_view indent,
                 std::string_view name,
                 const std::vector<std::uint32_t>& numbers) {
  for (const std::uint32_t number : numbers) {
    out.append(indent).append(name).append(": ");
    out.append(std::to_string(number)).append("\n");
  }
}

void add_embedding(std::string& out, const ProjectorEmbedding& embedding) {
  out += "embeddings {\n";
  add_text(out, "  ", "tensor_name", embedding.tensor_name);
  add_text(out, "  ", "metadata_path", embedding.metadata_path);
  add_text(out, "  ", "bookmarks_path", embedding.bookmarks_path);
  add_numbers(out, "  ", "tensor_shape", embedding.tensor_shape);
  if (const auto& sprite = embedding.sprite) {
    out += "  sprite {\n";
    add_text(out, "    ", "image_path", sprite->image_path);
    add_numbers(out, "    ", "single_image_dim", sprite->single_image_dim);
    out += "  }\n";
  }
  add_text(out, "  ", "tensor_path", embedding.tensor_path);
  out += "}\n";
}

void read_text(const TextField& field, std::string& text) {
  if (field.kind == TextField::Kind::Text) text = repair_utf8(field.value);
}

void read_number(const TextField& field, std::vector<std::uint32_t>& numbers) {
  if (field.kind != TextField::Kind::Word) return;
  std::string_view digits = field.value;
  int base = 10;
  if (digits.starts_with("0x") || digits.starts_with("0X")) {
    digits.remove_prefix(2);
    base = 16;
  } else if (digits.starts_with('0')) {
    base = 8;
  }
  std::uint32_t number = 0;
  const char* end = digits.data() + digits.size();
  const auto [last, error] = std::from_chars(digits.data(), end, number, base);
  if (error == std::errc() && last == end) numbers.push_back(number);
}

void read_sprite(const TextField& message, ProjectorSprite& sprite) {
  for (const TextField& field : message.fields) {
    if (field.name == "image_path") {
      read_text(field, sprite.image_path);
    } else if (field.name == "single_image_dim") {
      read_number(field, sprite.single_image_dim);
    }
  }
}

ProjectorEmbedding read_embedding(const TextField& message) {
  ProjectorEmbedding embedding;
  for (const TextField& field : message.fields) {
    if (field.name == "tensor_name") {
      read_text(field, embedding.tensor_name);
    } else if (field.name == "metadata_path") {
      read_text(field, embedding.metadata_path);
    } else if (field.name == "bookmarks_path") {
      read_text(field, embedding.bookmarks_path);
    } else if (field.name == "tensor_shape") {
      read_number(field, embedding.tensor_shape);
    } else if (field.name == "sprite" &&
               field.kind == TextField::Kind::Message) {
      if (!embedding.sprite) embedding.sprite.emplace();
      read_sprite(field, *embedding.sprite);
    } else if (field.name == "tensor_path") {
      read_text(field, embedding.tensor_path);
    }
  }
  return embedding;
}

}  // namespace

std::string encode_projector_config(const ProjectorConfig& config) {
  std::string text;
  add_text(text, "", "model_checkpoint_path", config.model_checkpoint_path);
  for (const ProjectorEmbedding& embedding : config.embeddings) {
    add_embedding(text, embedding);
  }
  add_text(text, "", "model_checkpoint_dir", config.model_checkpoint_dir);
  return text;
}

Result<ProjectorConfig> decode_projector_config(std::string_view text) {
  const auto fields = parse_text_format(text);
  if (!fields) return fields.error();
  ProjectorConfig config;
  for (const TextField& field : *fields) {
    if (field.name == "model_checkpoint_path") {
      read_text(field, config.model_checkpoint_path);
    } else if (field.name == "embeddings" &&
               field.kind == TextField::Kind::Message) {
      config.embeddings.push_back(read_embedding(field));
    } else if (field.name == "model_checkpoint_dir") {
      read_text(field, config.model_checkpoint_dir);
    }
  }
  return config;
}

}  // namespace stepline::event
