#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "require.h"
#include "stepline/summary_reader.h"
#include "stepline/summary_writer.h"

namespace stepline::docs {

// The log that the documents' examples read: runs "first", with a summary of
// each kind, and "second", which was restarted, in "runs" below the working
// directory, where nothing else stays.

inline void write_first_run() {
  SummaryWriter writer("runs/first");
  for (int step = 0; step < 100; ++step) {
    writer.add_scalar("train/loss", 1.0 / (1 + step), step);
  }
  const std::vector<float> values(12, 0.5f);
  const std::vector<std::uint8_t> pixels(3 * 8 * 8, 100);
  const std::vector<int> labels = {0, 1, 1};
  const std::vector<float> predictions = {0.1f, 0.8f, 0.6f};
  const std::vector<int> faces = {0, 1, 2, 0, 1, 3};
  MeshOptions mesh;
  mesh.faces = TensorView(faces.data(), {2, 3});
  Graph graph;
  graph.add("input", "Placeholder");
  graph.add("linear", "MatMul", {"input"});
  EmbeddingOptions embedding;
  embedding.labels = {{"a"}, {"b"}, {"c"}};
  require(), writer.add_histogram("weights", values, 10);
  require(), writer.add_tensor("fc/weight", {values.data(), {3, 4}}, 10);
  require(), writer.add_pr_curve("pr", labels, predictions, 10);
  require(), writer.add_image("sample", {pixels.data(), {3, 8, 8}}, 10);
  require(), writer.add_audio("tone", values, 10);
  require(), writer.add_text("notes", "The first run.", 10);
  require(), writer.add_mesh("tetrahedron", {values.data(), {4, 3}}, 10, mesh);
  require(), writer.add_graph(graph);
  require(), writer.add_hparams({{"lr", 0.1}}, {{.tag = "train/loss"}});
  require(), writer.add_embedding({values.data(), {3, 4}}, 10, embedding);
  require(), writer.close();
}

inline void write_second_run() {
  for (const int start : {0, 50}) {
    WriterOptions options;
    if (start > 0) options.purge_step = start;
    SummaryWriter writer("runs/second", options);
    for (int step = start; step < 100; ++step) {
      writer.add_scalar("train/loss", 2.0 / (1 + step), step);
    }
    require(), writer.close();
  }
}

inline bool make_log() {
  std::filesystem::remove_all("runs");
  write_first_run();
  write_second_run();
  return true;
}

// Ends the program at the first warning: an example says what is there.
inline SummaryReader open_log() {
  ReaderOptions options;
  options.on_warning = [](const std::string& warning) {
    std::fprintf(stderr, "an example was warned: %s\n", warning.c_str());
    std::exit(1);
  };
  auto reader = SummaryReader::open("runs", options);
  if (reader) return std::move(*reader);
  std::fprintf(stderr, "%s\n", reader.error().message.c_str());
  std::exit(1);
}

}  // namespace stepline::docs
