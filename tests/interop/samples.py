"""One log directory with every kind of summary, and what is in it.

The tables here are what write_samples() hands to the C++ writer and what the
tests expect back from TensorBoard; a new case is a line in a table.
"""

import math

import numpy as np

RUN = "train"  # The run that holds most kinds.
WALL_TIME = 1_700_000_000.25  # Of step 0; step n is n seconds later.

_random = np.random.default_rng(20240229)


def wall_time(step):
    return WALL_TIME + step


# --- Numbers -------------------------------------------------------------------

NAN, INF = math.nan, math.inf

ODD_TAGS = [
    "a/b/c",
    "/from the root",
    "spaces  in it",
    "emoji 🚀 and 日本語",
    "<b>&amp;\"quoted\"'%20?#",
    "tab\tand\nnewline",
    "long" * 2500,
]

# tag: {step: value}
SCALARS = {
    "train/loss": {step: 1 / (1 + step) for step in range(50)},
    "not finite": {0: 1.0, 1: NAN, 2: INF, 3: -INF, 4: 2.0},
    "float32 edges": {0: 0.0, 1: -0.0, 2: 1e-45, 3: 3.4028235e38, 4: 0.1},
    "far steps": {0: 1.0, 1: 2.0, 2**40: 3.0},
    **{tag: {0: index, 7: -index} for index, tag in enumerate(ODD_TAGS)},
}
HANDLE_TAG, HANDLE_VALUES = "by handle", [0.5, NAN, -1.5]
SCOPE_TAG, SCOPE_STEP, SCOPE_VALUE = "in a step scope", 3, 2.5
# add_scalars: a directory beside for each curve.
CURVES_TAG, CURVES = "loss/by set", {"train": 0.25, "held out": 0.5}
CURVE_RUNS = [f"{RUN}/loss_by set_train", f"{RUN}/loss_by set_held out"]

DOUBLE_RUN = "double"
DOUBLE_SCALARS = {"pi": {0: math.pi, 1: 1e300, 2: NAN}}

PURGED_RUN = "resumed"
# Two writers, the second with purge step 5: {step: value} of each.
BEFORE_PURGE = {step: 1.0 for step in range(10)}
AFTER_PURGE = {step: 2.0 for step in range(5, 8)}
PURGE_STEP = 5

ROTATED_RUN = "rotated"
ROTATED_STEPS = 200

# A tag belongs to one kind: TensorBoard keeps the first kind it sees of one.
HISTOGRAMS = {
    "histogram/normal": _random.normal(size=1000).astype(np.float32),
    "histogram/wide": (10.0 ** _random.uniform(-8, 8, size=500)) * _random.choice([-1, 1], 500),
    "histogram/integers": np.arange(-50, 50, dtype=np.int64),
    "histogram/one value": np.full(7, 3.25),
}
RAW_HISTOGRAM = {
    "min": -1.0,
    "max": 4.0,
    "num": 10.0,
    "sum": 12.5,
    "sum_squares": 40.0,
    "bucket_limits": [0.0, 1.0, 2.0, 4.0],
    "bucket_counts": [1.0, 2.0, 3.0, 4.0],
}

# tag: (labels, predictions, thresholds)
PR_CURVES = {
    "default thresholds": (_random.integers(0, 2, 200), _random.random(200), 127),
    "eleven": (
        _random.integers(0, 2, 100).astype(bool),
        _random.random(100).astype(np.float32),
        11,
    ),
}
RAW_PR_CURVE = {
    "tp": [3.0, 2.0, 1.0],
    "fp": [4.0, 1.0, 0.0],
    "tn": [0.0, 3.0, 4.0],
    "fn": [0.0, 1.0, 2.0],
    "precision": [3 / 7, 2 / 3, 1.0],
    "recall": [1.0, 2 / 3, 1 / 3],
}

TENSORS = {
    "float64": _random.normal(size=(2, 3)),
    "float32": _random.normal(size=(4,)).astype(np.float32),
    "float16": np.array([[0.5, -2.0, 65504.0]], np.float16),
    "int8": np.array([-128, 127], np.int8),
    "uint8": np.arange(6, dtype=np.uint8).reshape(1, 2, 3),
    "int16": np.array([-32768, 32767], np.int16),
    "uint16": np.array([0, 65535], np.uint16),
    "int32": np.array([-(2**31), 2**31 - 1], np.int32),
    "uint32": np.array([2**32 - 1], np.uint32),
    "int64": np.array([-(2**63), 2**63 - 1]),
    "uint64": np.array([2**64 - 1], np.uint64),
    "bool": np.array([True, False, True]),
    "complex64": np.array([1 + 2j, -0.5j], np.complex64),
    "complex128": np.array([[1e300 - 1e-300j]]),
    "rank 0": np.array(1.5),
}

# --- Media ---------------------------------------------------------------------


def _bytes(*shape):
    return _random.integers(0, 256, shape, dtype=np.uint8)


def rgb(height_width_channels):
    """Grey becomes three equal channels."""
    channels = height_width_channels.shape[2]
    return np.repeat(height_width_channels, 4 - channels if channels == 1 else 1, 2)


def grid(pictures, columns=8):
    """[N, H, W, C] in rows of eight."""
    n, h, w, c = pictures.shape
    columns = min(columns, n)
    rows = -(-n // columns)
    canvas = np.zeros((rows * h, columns * w, c), pictures.dtype)
    for i, picture in enumerate(pictures):
        y, x = i // columns * h, i % columns * w
        canvas[y : y + h, x : x + w] = picture
    return canvas


def to_bytes(floats):
    return (floats.astype(np.float32) * 255).clip(0, 255).astype(np.uint8)


_photo = _bytes(12, 20, 3)
_sticker = _bytes(6, 5, 4)
_floats = np.linspace(-0.5, 1.5, 3 * 8 * 9, dtype=np.float32).reshape(8, 9, 3)
_batch = _bytes(11, 5, 7, 3)
_grey_batch = _bytes(3, 6, 4, 1)

# tag: (verb, array, layout, the pixels expected)
IMAGES = {
    "image/rgb": ("add_image", _photo.transpose(2, 0, 1), "CHW", _photo),
    "image/hwc": ("add_image", _photo, "HWC", _photo),
    "image/whc": ("add_image", _photo.transpose(1, 0, 2), "WHC", _photo),
    "image/rgba": ("add_image", _sticker, "HWC", _sticker),
    "image/grey": ("add_image", _photo[:, :, 0], "HW", rgb(_photo[:, :, :1])),
    "image/one channel": ("add_image", _photo[:, :, :1], "HWC", rgb(_photo[:, :, :1])),
    "image/floats are clipped": ("add_image", _floats, "HWC", to_bytes(_floats)),
    "image/grid": ("add_images", _batch.transpose(0, 3, 1, 2), "NCHW", grid(_batch)),
    "image/grid, channels last": ("add_images", _batch, "NHWC", grid(_batch)),
    "image/grey grid": ("add_images", _grey_batch, "NHWC", rgb(grid(_grey_batch))),
    "image/" + ODD_TAGS[3]: ("add_image", _photo, "HWC", _photo),
}

SEVERAL_IMAGES_TAG = "over time"
SEVERAL_IMAGES = [_bytes(4, 4, 3) for _ in range(5)]  # Steps 0, 1, ...

BOXES_TAG = "boxes"
BOXES_IMAGE = np.zeros((32, 48, 3), np.uint8)
BOXES = np.array([[4, 5, 20, 15], [25.0, 10, 44, 30]])

VIDEO_TAG, VIDEO_FPS = "video", 8
# Few colours, so that a palette of 256 keeps them all.
VIDEO = _random.choice(np.array([0, 85, 170, 255], np.uint8), (3, 5, 3, 6, 7))

# tag: (samples, sample rate, int16 [L, channels] expected)
_wave = np.sin(np.linspace(0, 40, 400)).astype(np.float32)
_stereo = np.stack([_wave, -_wave / 2], 1)
AUDIO = {
    "audio/mono": (_wave, 8000, (_wave * 32767).astype(np.int16)[:, None]),
    "audio/stereo": (_stereo, 44100, (_stereo * 32767).astype(np.int16)),
    "audio/clipped": (
        np.array([-3.0, -1, 0, 1, 3], np.float32),
        22050,
        np.array([[-32767], [-32767], [0], [32767], [32767]], np.int16),
    ),
    "audio/integers": (
        np.array([-32768, -1, 0, 32767], np.int16),
        16000,
        np.array([[-32768], [-1], [0], [32767]], np.int16),
    ),
}

# tag: {step: text}
TEXTS = {
    "notes": {0: "plain", 1: "**bold** and `code`", 2: "naïve 日本語 🚀"},
    "table": {0: "| a | b |\n|---|---|\n| 1 | 2 |"},
    "empty": {0: ""},
}

_vertices = _random.normal(size=(2, 9, 3)).astype(np.float32)
# tag: arguments of add_mesh
MESHES = {
    "points": {"vertices": _vertices},
    "solid": {
        "vertices": _vertices,
        "colors": _bytes(2, 9, 3),
        "faces": _random.integers(0, 9, (2, 4, 3)).astype(np.int32),
        "config": '{"camera": {"cls": "PerspectiveCamera", "fov": 75}}',
    },
    "one without a batch": {"vertices": _vertices[0], "colors": _bytes(9, 3)},
}

# --- The model and the experiment ----------------------------------------------

# name: (op, inputs, output shape, device)
GRAPH = {
    "input": ("Placeholder", [], [-1, 784], ""),
    "net/fc1/weight": ("Variable", [], [784, 32], "/device:CPU:0"),
    "net/fc1/matmul": ("MatMul", ["input", "net/fc1/weight"], [-1, 32], "/device:GPU:0"),
    "net/split": ("Split", ["net/fc1/matmul"], [-1, 16], ""),
    "output": ("Add", ["net/split", "net/split:1"], [-1, 16], ""),
}
GRAPH_ATTRIBUTES = {
    "a_bool": True,
    "a_int": -3,
    "a_float": 0.5,
    "a_text": "same",
    "a_ints": [1, -2],
    "a_floats": [0.25, 2.0],
    "a_texts": ["a", "b c"],
}

_points = _random.normal(size=(10, 4)).astype(np.float32)
# (tag, step): arguments of add_embedding, and rows of labels
EMBEDDINGS = {
    ("default", 0): ({"matrix": _points}, []),
    ("words", 2): ({"matrix": _points * 2}, [[f"word {i}"] for i in range(10)]),
    ("digits/last layer", 12): (
        {
            "matrix": _points * 3,
            "header": ["class", "name"],
            "images": _bytes(10, 3, 8, 8),
        },
        [[str(i % 3), f"naïve {i}"] for i in range(10)],
    ),
}

# run: (hparams, {metric: value}, status)
METRIC_TAGS = ["hparam/accuracy", "hparam/loss"]
HPARAM_DOMAINS = {"optimizer": ["sgd", "adam"], "lr": [0.1, 0.01]}
TRIALS = {
    "trials/a": ({"lr": 0.1, "optimizer": "sgd", "bn": True}, [0.5, 1.5], 1),
    "trials/b": ({"lr": 0.01, "optimizer": "adam", "bn": False}, [0.75, 0.5], 2),
}
STATUS_NAMES = {1: "STATUS_SUCCESS", 2: "STATUS_FAILURE"}

# Category: (closed, {chart: tags of a multiline or a margin})
LAYOUT = {
    "Losses": (False, {"all": ("multiline", ["train/.*", "by handle"])}),
    "Bands": (True, {"band": ("margin", ["train/loss", "band/lower", "band/upper"])}),
}


def write_samples(script, logdir):
    script.call("open", directory=logdir / RUN)
    _write_numbers(script)
    _write_media(script)
    _write_model(script)
    script.call("close")
    _write_other_runs(script, logdir)
    script.run()


def _write_scalars(script, scalars):
    for tag, points in scalars.items():
        for step, value in points.items():
            script.call(
                "add_scalar", tag=tag, value=value, step=step, wall_time=wall_time(step)
            )


def _write_numbers(script):
    _write_scalars(script, SCALARS)
    script.call("scalar_handle", tag=HANDLE_TAG, values=HANDLE_VALUES)
    script.call("summarize", tag=SCOPE_TAG, value=SCOPE_VALUE, step=SCOPE_STEP)
    script.call(
        "add_scalars",
        tag=CURVES_TAG,
        names=list(CURVES),
        values=list(CURVES.values()),
        step=3,
        wall_time=wall_time(3),
    )
    for tag, values in HISTOGRAMS.items():
        script.call("add_histogram", tag=tag, values=values, step=4, wall_time=wall_time(4))
    script.call("add_histogram_raw", tag="counted elsewhere", step=4, **RAW_HISTOGRAM)
    for tag, (labels, predictions, thresholds) in PR_CURVES.items():
        script.call(
            "add_pr_curve",
            tag=tag,
            labels=labels,
            predictions=predictions,
            num_thresholds=thresholds,
            step=6,
            wall_time=wall_time(6),
        )
    script.call("add_pr_curve_raw", tag="raw curve", step=6, **RAW_PR_CURVE)
    for tag, tensor in TENSORS.items():
        script.call("add_tensor", tag=f"tensor/{tag}", tensor=tensor, tensorboard=True, step=8)


def _write_media(script):
    for tag, (verb, array, layout, _) in IMAGES.items():
        name = verb.removeprefix("add_")
        script.call(verb, tag=tag, layout=layout, step=1, wall_time=wall_time(1), **{name: array})
    for step, image in enumerate(SEVERAL_IMAGES):
        script.call(
            "add_image",
            tag=SEVERAL_IMAGES_TAG,
            image=image,
            layout="HWC",
            step=step,
            wall_time=wall_time(step),
        )
    script.call(
        "add_image_with_boxes", tag=BOXES_TAG, image=BOXES_IMAGE, boxes=BOXES, layout="HWC"
    )
    script.call("add_video", tag=VIDEO_TAG, video=VIDEO, fps=VIDEO_FPS, step=2)
    for tag, (samples, rate, _) in AUDIO.items():
        script.call(
            "add_audio",
            tag=tag,
            samples=samples,
            sample_rate=rate,
            step=2,
            wall_time=wall_time(2),
        )
    for tag, texts in TEXTS.items():
        for step, text in texts.items():
            script.call("add_text", tag=tag, text=text, step=step, wall_time=wall_time(step))
    for tag, arguments in MESHES.items():
        script.call("add_mesh", tag=tag, step=9, wall_time=wall_time(9), **arguments)


def _write_model(script):
    for name, (op, inputs, shape, device) in GRAPH.items():
        attributes = GRAPH_ATTRIBUTES if name == "output" else {}
        script.call(
            "node", name=name, op=op, inputs=inputs, shape=shape, device=device, **attributes
        )
    script.call("add_graph")
    for (tag, step), (arguments, labels) in EMBEDDINGS.items():
        for row in labels:
            script.call("label", columns=row)
        script.call("add_embedding", tag=tag, step=step, **arguments)
    for title, (closed, charts) in LAYOUT.items():
        script.call("category", title=title, closed=closed)
        for chart, (kind, tags) in charts.items():
            if kind == "multiline":
                script.call("multiline", title=chart, tags=tags)
            else:
                script.call("margin", title=chart, value=tags[0], lower=tags[1], upper=tags[2])
    script.call("add_custom_scalars")


def write_hparams(script, hparams, domains=None):
    """The lines before add_hparams."""
    for name, value in hparams.items():
        type_name = {bool: "bool", str: "text"}.get(type(value), "number")
        domain = (domains or {}).get(name, [])
        script.call("hparam", name=name, type=type_name, value=value, domain=domain)


def _write_other_runs(script, logdir):
    script.call("open", directory=logdir / DOUBLE_RUN, double_scalars=True)
    _write_scalars(script, DOUBLE_SCALARS)
    script.call("close")

    script.call("open", directory=logdir / PURGED_RUN)
    _write_scalars(script, {"x": BEFORE_PURGE})
    script.call("close")
    script.call("open", directory=logdir / PURGED_RUN, purge_step=PURGE_STEP)
    _write_scalars(script, {"x": AFTER_PURGE})
    script.call("close")

    script.call("open", directory=logdir / ROTATED_RUN, rotate_bytes=1000)
    for step in range(ROTATED_STEPS):
        _write_scalars(script, {"x": {step: float(step)}})
        script.call("flush")
    script.call("close")

    for run, (hparams, metrics, status) in TRIALS.items():
        script.call("open", directory=logdir / run)
        write_hparams(script, hparams, HPARAM_DOMAINS)
        for tag in METRIC_TAGS:
            script.call("metric", tag=tag, display_name=tag.removeprefix("hparam/").title())
        script.call("add_hparams", wall_time=wall_time(0))
        for tag, value in zip(METRIC_TAGS, metrics):
            script.call("add_scalar", tag=tag, value=0.0, step=0)
            script.call("add_scalar", tag=tag, value=value, step=1)
        script.call("finish_hparams", status=status, wall_time=wall_time(60))
        script.call("close")
