#include "store/catalog.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "store/part_builder.h"

namespace stepline::store {
namespace {

using ::testing::ElementsAre;

class CatalogTest : public ::testing::Test {
 protected:
  FileId add_file(const std::string& name) {
    return catalog_.add_file(run_, {reader::LogFile::Kind::Events,
                                    "logs/" + name, storage::FileStatus{}});
  }

  void take(FileId file, FilePart& part) {
    auto progress = catalog_.begin_part(file, part);
    EXPECT_TRUE(catalog_.add_series(file, part, progress, 100));
  }

  void add_points(FileId file, const std::vector<std::int64_t>& steps) {
    FilePart part;
    PartBuilder builder(part, unknown_);
    TagState& loss = builder.tag_of("loss");
    for (const std::int64_t step : steps) {
      builder.add_float(loss, step, static_cast<double>(step), 0.5f);
    }
    builder.finish();
    take(file, part);
  }

  void add_images(FileId file, const std::vector<std::int64_t>& steps) {
    FilePart part;
    PartBuilder builder(part, unknown_);
    TagState& image = builder.tag_of("image");
    for (const std::int64_t step : steps) {
      builder.add_place(image, reader::Kind::Image,
                        {.step = step,
                         .wall_secs = static_cast<double>(step),
                         .offset = 0,
                         .bytes = 1});
    }
    builder.finish();
    take(file, part);
  }

  SeriesId losses() const {
    return *catalog_.find_series(run_, "loss", reader::Kind::Scalar);
  }
  SeriesId images() const {
    return *catalog_.find_series(run_, "image", reader::Kind::Image);
  }

  static std::vector<std::int64_t> steps_of(const ScalarParts& parts) {
    const auto composed = composed_of(parts);
    Points points;
    composed->live.read(0, composed->live.size(), points);
    return {points.steps.begin(), points.steps.end()};
  }

  static std::vector<std::int64_t> steps_of(const BlobParts& parts) {
    std::vector<std::int64_t> steps;
    const auto composed = composed_of(parts);
    for (const BlobRef& blob : composed->live) {
      steps.push_back(blob.place.step);
    }
    return steps;
  }

  const KnownMetadata unknown_;
  Catalog catalog_;
  const RunId run_ = catalog_.add_run("run", "logs");
};

TEST_F(CatalogTest, GivesPartsThatOutliveWhatBecomesOfTheirSeries) {
  const FileId file = add_file("a.tfevents.1");
  add_points(file, {1, 2});
  add_images(file, {3, 4});
  const ScalarParts points = catalog_.scalar_parts(losses());
  const BlobParts places = catalog_.blob_parts(images());
  for (std::int64_t step = 5; step < 50; ++step) {
    add_points(file, {step});
    add_images(file, {step});
  }
  EXPECT_EQ(steps_of(catalog_.scalar_parts(losses())).size(), 47u);
  EXPECT_EQ(steps_of(catalog_.blob_parts(images())).size(), 47u);
  catalog_.remove_file(file);
  EXPECT_THAT(steps_of(points), ElementsAre(1, 2));
  EXPECT_THAT(steps_of(places), ElementsAre(3, 4));
}

TEST_F(CatalogTest, KeepsWhatWasComposedUntilTheSeriesChanges) {
  add_points(add_file("a.tfevents.1"), {1, 2});
  const FileId last = add_file("a.tfevents.2");
  add_points(last, {3});
  ScalarParts parts = catalog_.scalar_parts(losses());
  ASSERT_EQ(parts.composed, nullptr);
  parts.composed = composed_of(parts);
  catalog_.keep(parts);
  EXPECT_EQ(catalog_.scalar_parts(losses()).composed, parts.composed);
  add_points(last, {4});
  EXPECT_EQ(catalog_.scalar_parts(losses()).composed, nullptr);
}

TEST_F(CatalogTest, KeepsNothingThatWasComposedOfOlderParts) {
  add_points(add_file("a.tfevents.1"), {1, 2});
  add_images(add_file("a.tfevents.2"), {1, 2});
  const FileId last = add_file("a.tfevents.3");
  add_points(last, {3});
  add_images(last, {3});
  ScalarParts points = catalog_.scalar_parts(losses());
  BlobParts places = catalog_.blob_parts(images());
  add_points(last, {4});
  add_images(last, {4});
  points.composed = composed_of(points);
  places.composed = composed_of(places);
  catalog_.keep(points);
  catalog_.keep(places);
  EXPECT_THAT(steps_of(catalog_.scalar_parts(losses())),
              ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(steps_of(catalog_.blob_parts(images())), ElementsAre(1, 2, 3, 4));
}

TEST_F(CatalogTest, KeepsNothingOfASeriesThatWent) {
  const FileId first = add_file("a.tfevents.1");
  const FileId last = add_file("a.tfevents.2");
  add_points(first, {1, 2});
  add_points(last, {3});
  ScalarParts parts = catalog_.scalar_parts(losses());
  parts.composed = composed_of(parts);
  catalog_.remove_file(first);
  catalog_.remove_file(last);
  catalog_.keep(parts);
  EXPECT_EQ(catalog_.series(parts.series), nullptr);
}

}  // namespace
}  // namespace stepline::store
