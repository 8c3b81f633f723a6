"""The rows of the benchmark's table: what is compared with what, and what is
asked of it."""

import math

from table import Row, alone, ours_over_peer


def nanos(value):
    if value < 1e3:
        return f"{value:.1f} ns"
    return f"{value / 1e3:.1f} us" if value < 1e6 else f"{value / 1e6:.1f} ms"


def millis(value):
    return f"{value * 1e3:.1f} us" if value < 0.1 else f"{value:.2f} ms"


def rate(value):
    return f"{value / 1e6:.1f} M/s" if value > 1e6 else f"{value / 1e3:.1f} k/s"


def size(value):
    if math.isinf(value):
        return "out of memory"
    return f"{value / 1024:.1f} KiB" if value < 1 << 20 else f"{value / (1 << 20):.1f} MiB"


def seconds(value):
    if math.isinf(value):
        return "never"
    return f"{value * 1e3:.0f} ms" if value < 1 else f"{value:.2f} s"


def count(value):
    return f"{value:,.0f}"


def point_bytes(value):
    return f"{value:.2f} B" if value < 100 else f"{value:.0f} B"


def clocks(what, figure, asked=None):
    return Row(what, f"{figure}_ns", nanos, "clock_gettime_ns", asked,
               ours_over_peer, more_is_better=False, unit="clocks")


def array(what, figure, peer, asked=None):
    return Row(f"{what}, {peer}", figure, millis, f"{peer}.{figure}", asked)


def absolute(what, figure, show, asked=None, unit="", more_is_better=False):
    return Row(what, figure, show, None, asked, alone, more_is_better, unit)


def shape(what, name, asked):
    return Row(f"{what}, against a simple one", f"shape_{name}_ns", nanos, "shape_simple_ns",
               asked, ours_over_peer, more_is_better=False)


WRITER_ROWS = [
    clocks("add_scalar by tag, 10 tags, clock_gettime", "add_scalar_by_tag", 2),
    clocks("add_scalar by handle, clock_gettime", "add_scalar_by_handle", 1.6),
    clocks("add_scalar by tag, 1,000 tags", "add_scalar_by_1000_tags"),
    clocks("add_scalar by tag, 2 threads", "add_scalar_by_tag_2_threads"),
    clocks("add_scalar by handle, 2 threads", "add_scalar_by_handle_2_threads"),
    clocks("add_scalar by tag, 4 threads", "add_scalar_by_tag_4_threads"),
    clocks("add_scalar by handle, 4 threads", "add_scalar_by_handle_4_threads"),
    Row("add_scalar by tag, torch", "add_scalar_by_tag_ns", nanos,
        "torch.add_scalar_by_tag_ns"),
    Row("add_scalar by tag, tensorboardX", "add_scalar_by_tag_ns", nanos,
        "tensorboardX.add_scalar_by_tag_ns"),
    absolute("scalars into a file, all found there", "scalars_per_second", rate,
             15e6, "/s", more_is_better=True),
    Row("scalars into a file, torch", "scalars_per_second", rate,
        "torch.scalars_per_second", None, ours_over_peer),
    Row("scalars into a file, tensorboardX", "scalars_per_second", rate,
        "tensorboardX.scalars_per_second", None, ours_over_peer),
    array("histogram of 1M float32, caller", "histogram_caller_ms", "torch", 150),
    array("histogram of 1M float32, with flush", "histogram_flushed_ms", "torch", 25),
    array("histogram of 1M float32, caller", "histogram_caller_ms", "tensorboardX"),
    array("histogram of 1M float32, with flush", "histogram_flushed_ms", "tensorboardX"),
    array("image 256x256 RGB noise, caller", "image_noise_caller_ms", "torch", 800),
    array("image 256x256 RGB noise, with flush", "image_noise_flushed_ms", "torch", 40),
    array("image 256x256 RGB noise, caller", "image_noise_caller_ms", "tensorboardX"),
    array("image 256x256 RGB noise, with flush", "image_noise_flushed_ms", "tensorboardX"),
    array("the same in float32, caller", "image_float_noise_caller_ms", "torch"),
    array("the same in float32, with flush", "image_float_noise_flushed_ms", "torch"),
    array("image like a photograph, caller", "image_photo_caller_ms", "torch"),
    array("image like a photograph, with flush", "image_photo_flushed_ms", "torch"),
    absolute("slow disk: add_scalar, p50 of 10M", "slow_disk_p50_ns", nanos),
    absolute("slow disk: add_scalar, p99", "slow_disk_p99_ns", nanos, 2000, " ns"),
    absolute("slow disk: add_scalar, p99.9", "slow_disk_p999_ns", nanos),
    absolute("slow disk: add_scalar, worst", "slow_disk_worst_ns", nanos),
    absolute("memory of a writer, nothing added", "fresh_writer_bytes", size),
    absolute("memory of a writer, idle", "idle_writer_bytes", size),
    absolute("stalled disk, scalars: memory", "stalled_scalars_bytes", size),
    absolute("stalled disk, histograms: above the bound", "above_bound_bytes",
             size, 16 << 20, " bytes"),
    absolute("background: a scalar", "encode_scalar_ns", nanos),
    absolute("background: a scalar, 61-character tag", "encode_long_tag_scalar_ns", nanos),
    absolute("background: PNG of noise", "png_noise_ms", millis),
    absolute("background: PNG like a photograph", "png_photo_ms", millis),
    absolute("background: a histogram's value", "histogram_ns_per_value", nanos),
]

def python(what, figure, show, peer, asked=None):
    return Row(f"Python {what}, {peer}", f"python.{figure}", show, f"{peer}.{figure}", asked)


PYTHON_ROWS = [
    python("add_scalar", "add_scalar_by_tag_ns", nanos, "torch", 250),
    python("add_scalar", "add_scalar_by_tag_ns", nanos, "tensorboardX", 250),
    Row("Python scalars into a file, torch", "python.scalars_per_second", rate,
        "torch.scalars_per_second", None, ours_over_peer),
    python("add_scalars of 3", "add_scalars_ns", nanos, "torch", 50),
    python("add_scalars of 3", "add_scalars_ns", nanos, "tensorboardX"),
    python("add_text", "add_text_ns", nanos, "torch", 50),
    python("add_text", "add_text_ns", nanos, "tensorboardX"),
    python("histogram of 1M float32, caller", "histogram_caller_ms", millis, "torch", 120),
    python("histogram of 1M float32, with flush", "histogram_flushed_ms", millis, "torch", 20),
    python("image 256x256 RGB noise, caller", "image_noise_caller_ms", millis, "torch", 500),
    python("image 256x256 RGB noise, with flush", "image_noise_flushed_ms", millis, "torch", 30),
    python("the same in float32, caller", "image_float_noise_caller_ms", millis, "torch"),
    python("image like a photograph, caller", "image_photo_caller_ms", millis, "torch"),
    absolute("a training step, small transformer, no logging", "python.step_alone_ms", millis),
    python("added to it by 200 scalars, 20 histograms, 1 image", "step_added_ms", millis, "torch"),
    python("added to it by the same", "step_added_ms", millis, "tensorboardX"),
]

RIVAL_ROWS = [
    python("add_scalar", "add_scalar_by_tag_ns", nanos, rival)
    for rival in ["trackio", "swanlab", "visualdl", "wandb"]
]

READER_ROWS = [
    Row("load 20M scalars, 4 files, 1 GB; data server", "load_s", seconds,
        "data_server.load_s", 12),
    Row("the same, processor time; data server", "load_processor_s", seconds,
        "data_server.load_processor_s"),
    Row("the same; data server with checksums", "load_s", seconds,
        "data_server.load_checked_s"),
    Row("the same, points a second; Python loader", "loaded_points_per_second", rate,
        "python_loader.points_per_second", 1000, ours_over_peer),
    Row("10M scalars, opened in Python; the loader alone", "python.open_s", seconds,
        "frames_load_s"),
    Row("the same, into a pandas data frame", "python.pandas_s", seconds, "frames_load_s"),
    Row("the same, into a polars data frame", "python.polars_s", seconds, "frames_load_s"),
    Row("the same, into an Arrow table", "python.arrow_s", seconds, "frames_load_s"),
    Row("one file of 1 GB: two cores against one", "two_cores_load_s", seconds,
        "one_core_load_s", 1.6),
    absolute("one file of 1 GB, jittered wall times", "jittered_load_s", seconds),
    absolute("one file of 1 GB, irregular steps", "irregular_load_s", seconds),
    absolute("one file, 100,000 series of 10 points", "short_series_load_s", seconds),
    absolute("a scalar, simple, one core", "shape_simple_ns", nanos),
    absolute("a scalar, simple, two cores", "shape_simple_2_threads_ns", nanos),
    shape("ten values an event", "multi", 2),
    shape("a tensor (tensor_content)", "tensor", 2),
    shape("a tensor (float_val)", "floatval", 2),
    shape("a tag of 60 characters", "long", 2),
    shape("10,000 tags in order", "tags10k", 2),
    shape("10,000 tags in no order", "tags10kshuf", 4),
    shape("with histograms and images", "mixed", None),
    absolute("resident bytes a point, regular", "regular_resident_point_bytes",
             point_bytes, 7),
    absolute("resident bytes a point, jittered wall times", "jittered_resident_point_bytes",
             point_bytes, 9.5),
    absolute("resident bytes a point, irregular steps", "irregular_resident_point_bytes",
             point_bytes, 12),
    absolute("resident bytes a series of 10 points", "short_series_resident_bytes",
             point_bytes, 300),
    absolute("the same with its tag of 16 bytes", "short_series_and_tag_resident_bytes",
             point_bytes),
    absolute("columns alone: bytes a point, regular", "store_regular_point_bytes",
             point_bytes, 7),
    absolute("columns alone: bytes a point, jittered", "store_slow_jitter_point_bytes",
             point_bytes, 9.5),
    absolute("columns alone: bytes a point, irregular", "store_irregular_point_bytes",
             point_bytes, 12),
    absolute("columns alone: a series of 10 points", "store_tiny_series_bytes",
             point_bytes, 300),
    absolute("zoom of 100M points, 2,000 px: all", "store_zoom_1_of_1_ms", millis, 5),
    absolute("zoom of 100M points: a tenth", "store_zoom_1_of_10_ms", millis, 5),
    absolute("zoom of 100M points: a thousandth", "store_zoom_1_of_1000_ms", millis, 5),
    absolute("zoom of 100M points: a tenth, by wall time", "store_zoom_wall_1_of_10_ms",
             millis, 5),
    absolute("zoom of 100M points that are all NaN", "store_nan_zoom_ms", millis),
    absolute("smooth 100M points, then reduce: 0.6", "store_smooth_600_reduce_ms", millis, 100),
    absolute("smooth 100M points, then reduce: 0.99", "store_smooth_990_reduce_ms", millis, 100),
    absolute("smooth 100M points, then reduce: 0.999", "store_smooth_999_reduce_ms", millis,
             100),
    Row("10,000 runs, 1,024 descriptors: all loaded; data server", "runs_load_s", seconds,
        "data_server.runs_load_s", 2, alone, more_is_better=False),
    Row("the same: runs lost; data server", "runs_lost", count, "data_server.runs_lost", 0,
        alone, more_is_better=False),
    absolute("the same: every run listed", "runs_listed_ms", millis),
    absolute("descriptors held while following 10,000 files", "watch_descriptors", count, 256),
    absolute("10,000 files, nothing new: processor a second", "watch_idle_processor_ms_per_s",
             millis, 1),
    absolute("10,000 files, one new point: until seen", "watch_point_seen_ms", millis, 100),
    absolute("10,000 files, one new point: processor", "watch_point_processor_ms", millis),
    absolute("one new point in an open file, loader alone", "append_ns", nanos),
    absolute("by polling: processor a second", "poll_idle_processor_ms_per_s", millis),
    absolute("by polling: one new point, until seen", "poll_point_seen_ms", millis),
    absolute("reload of 10,000 files, nothing new", "reload_nothing_ms", millis),
    absolute("reload of 10,000 files, one new point", "reload_point_ms", millis),
]

PAGE_ROWS = [
    Row("first view of a small log: bytes sent; TensorBoard", "first_bytes", size,
        "tensorboard.first_bytes", 0.4 * (1 << 20), alone, more_is_better=False),
    Row("start to first answer; TensorBoard", "first_answer_s", seconds,
        "tensorboard.answer_s"),
    Row("3 runs x 10 tags x 50,000: last chart drawn; TensorBoard", "page_drawn_s", seconds,
        "tensorboard.page_drawn_s", 15),
    Row("the same: bytes sent", "page_bytes", size, "tensorboard.page_bytes", 40),
    Row("the same: heap of the page", "page_heap_bytes", size, "tensorboard.page_heap_bytes"),
    Row("4 runs x 10 tags x 500,000: last chart drawn; TensorBoard", "long_drawn_s", seconds,
        "tensorboard.long_drawn_s"),
    Row("the same: bytes sent", "long_bytes", size, "tensorboard.long_bytes"),
    Row("the same: heap of the page", "long_heap_bytes", size, "tensorboard.long_heap_bytes"),
    Row("5,000 runs x 10 tags x 100: charts drawn; TensorBoard", "many_drawn_s", seconds,
        "tensorboard.many_drawn_s", 20),
    Row("the same: longest task; TensorBoard", "many_longest_task_ms", millis,
        "tensorboard.many_longest_task_ms", 100, alone, more_is_better=False),
    Row("the same: heap of the page", "many_heap_bytes", size, "tensorboard.many_heap_bytes"),
    absolute("10,000 runs x 1,000 tags: charts drawn", "wide_drawn_s", seconds),
    absolute("the same: longest task while scrolling", "wide_scroll_longest_task_ms", millis, 50,
             " ms"),
    absolute("the same: longest task while searching and selecting",
             "wide_select_longest_task_ms", millis),
    absolute("the same: memory of the server", "wide_resident_bytes", size),
    absolute("value flushed to drawn in an open page", "flush_to_drawn_s", seconds, 0.3),
    absolute("zoom into 10M points: to redrawn", "zoom_redrawn_s", seconds),
    absolute("a series query (4 runs, 500 px), one connection, a second", "queries_per_second",
             count, more_is_better=True),
]

ROWS = WRITER_ROWS + PYTHON_ROWS + RIVAL_ROWS + READER_ROWS + PAGE_ROWS

NOTES = """\
Reading: files are in the page cache; ours is the whole process of `stepline stats`, checksums
checked and every point kept. The data server is timed from its start to the end of its first load
cycle, as its log says, when all its points can be asked for; it keeps 1,000 points of a tag and
leaves checksums out unless said otherwise. The Python loader (EventAccumulator, every point kept)
reads 200,000 events; points a second are compared.
Page: a fresh headless Chromium, 1400 x 900, nothing cached, each server having read its files; drawn
is the last change of what is to be seen. TensorBoard runs with its data server, every point kept."""
