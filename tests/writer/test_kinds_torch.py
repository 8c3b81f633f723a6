"""Values equal those of torch.utils.tensorboard, where torch's are right."""

import io
import wave

import numpy as np
import pytest
import torch
from PIL import Image
from tensorboard.compat.proto.summary_pb2 import Summary
from tensorboard.util import tensor_util
from torch.utils.tensorboard import summary as theirs


def ask(probe, *request):
    output = probe.file()
    probe.ask(*request, output)
    return Summary.FromString(output.read_bytes())


def optional(probe, array):
    return "-" if array is None else probe.array(array)


def with_pixels(summary):
    """The same summary, with the picture decoded."""
    (value,) = summary.value
    picture = value.image
    pixels = np.array(Image.open(io.BytesIO(picture.encoded_image_string)))
    return value.tag, (picture.height, picture.width, picture.colorspace), pixels


def expect_same_picture(ours, want):
    tag, shape, pixels = with_pixels(ours)
    want_tag, want_shape, want_pixels = with_pixels(want)
    assert (tag, shape) == (want_tag, want_shape)
    np.testing.assert_array_equal(pixels, want_pixels)


IMAGES = {
    "CHW": (3, 9, 7), "HWC": (9, 7, 3), "WCH": (7, 3, 9), "chw": (4, 5, 6),
    "HW": (4, 5), "WH": (5, 4), "HWc": (3, 2, 1),
}


@pytest.mark.parametrize("layout", IMAGES)
@pytest.mark.parametrize("dtype", [np.uint8, np.float32, np.float64, np.float16, bool])
def test_image(probe, layout, dtype):
    rng = np.random.default_rng(1)
    if dtype is np.uint8:
        image = rng.integers(0, 256, IMAGES[layout], np.uint8)
    elif dtype is bool:
        image = rng.integers(0, 2, IMAGES[layout]).astype(bool)
    else:
        image = rng.uniform(-0.5, 1.5, IMAGES[layout]).astype(dtype)
    ours = ask(probe, "image", probe.array(image), layout)
    expect_same_picture(ours, theirs.image("probe", image, dataformats=layout))


def test_every_float_that_could_round_to_a_byte(probe):
    steps = np.arange(-3, 4) * 2.0**-24
    image = (np.arange(257)[:, None] / np.float32(255) + steps).astype(np.float32)
    ours = ask(probe, "image", probe.array(image), "HW")
    expect_same_picture(ours, theirs.image("probe", image, dataformats="HW"))


def test_image_of_values_that_are_not_finite(probe):
    image = np.array([[np.nan, np.inf, -np.inf, 1e38, -1e38]], np.float32)
    _, _, pixels = with_pixels(ask(probe, "image", probe.array(image), "HW"))
    assert pixels[0, :, 0].tolist() == [0, 255, 0, 255, 0]


def test_image_of_sixteen_bits_keeps_them(probe):
    image = np.array([[0, 1, 255, 256, 65535]], np.uint16)
    tag, shape, pixels = with_pixels(ask(probe, "image", probe.array(image), "HW"))
    assert (tag, shape) == ("probe", (1, 5, 1))
    assert pixels.tolist() == image.tolist()


@pytest.mark.parametrize("count", [1, 2, 8, 9, 17])
@pytest.mark.parametrize("layout", ["NCHW", "NHWC", "CHWN"])
def test_images(probe, count, layout):
    rng = np.random.default_rng(2)
    sizes = {"N": count, "C": 3, "H": 5, "W": 4}
    images = rng.uniform(0, 1, [sizes[c] for c in layout]).astype(np.float32)
    ours = ask(probe, "images", probe.array(images), layout)
    expect_same_picture(ours, theirs.image("probe", images, dataformats=layout))


def test_boxes_are_drawn_in_red(probe):
    image = np.zeros((3, 40, 50), np.float32)
    boxes = np.array([[5, 6, 30, 31], [np.nan, 0, 1, 1]], np.float32)
    _, shape, pixels = with_pixels(
        ask(probe, "boxes", probe.array(image), "CHW", probe.array(boxes))
    )
    assert shape == (40, 50, 3)
    assert pixels[6, 5].tolist() == [255, 0, 0]
    assert pixels[6:32, 5:31].any() and not pixels[0:5].any()
    assert not pixels[10:28, 10:28].any()


def test_video_is_a_gif_of_all_frames(probe):
    video = np.random.default_rng(3).integers(0, 2, (3, 4, 3, 6, 8), np.uint8) * 255
    (value,) = ask(probe, "video", probe.array(video), "NTCHW").value
    assert (value.image.height, value.image.width) == (12, 16)
    gif = Image.open(io.BytesIO(value.image.encoded_image_string))
    assert gif.n_frames == 4
    for t in range(4):
        gif.seek(t)
        frame = np.array(gif.convert("RGB"))
        np.testing.assert_array_equal(frame[:6, :8], video[0, t].transpose(1, 2, 0))
        np.testing.assert_array_equal(frame[:6, 8:], video[1, t].transpose(1, 2, 0))
        np.testing.assert_array_equal(frame[6:, :8], video[2, t].transpose(1, 2, 0))
        assert not frame[6:, 8:].any()


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("shape", [(1000,), (1000, 1)])
def test_audio(probe, dtype, shape):
    samples = np.random.default_rng(4).uniform(-1.2, 1.2, shape).astype(dtype)
    ours = ask(probe, "audio", probe.array(samples), 8000)
    assert ours == theirs.audio("probe", samples, 8000)


def test_audio_in_stereo_and_of_integers(probe):
    samples = np.array([[0, 1], [-32768, 32767], [5, -6]], np.int16)
    for dtype, clipped in [(np.int16, samples), (np.int64, samples * 3)]:
        array = (samples if dtype is np.int16 else clipped).astype(dtype)
        want = np.clip(array.astype(np.int64), -32768, 32767)
        (value,) = ask(probe, "audio", probe.array(array), 44100).value
        assert (value.audio.num_channels, value.audio.length_frames) == (2, 3)
        with wave.open(io.BytesIO(value.audio.encoded_audio_string)) as file:
            frames = np.frombuffer(file.readframes(9), "<i2").reshape(-1, 2)
        assert frames.tolist() == want.tolist()


@pytest.mark.parametrize("thresholds", [2, 5, 127, 200])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("weighted", [False, True])
def test_pr_curve(probe, thresholds, dtype, weighted):
    rng = np.random.default_rng(5)
    labels = rng.integers(0, 2, 3000)
    grid = np.linspace(0, 1, 127)
    predictions = np.concatenate([rng.uniform(-0.1, 1.1, 3000 - 127), grid])
    predictions = predictions.astype(dtype)
    weights = rng.integers(0, 5, 3000) / 4 if weighted else None
    ours = ask(probe, "pr_curve", probe.array(labels), probe.array(predictions),
               optional(probe, weights), thresholds)
    want = theirs.pr_curve("probe", labels, predictions, thresholds, weights)
    assert ours == want


def test_pr_curve_leaves_nan_out(probe):
    labels = np.array([1, 0, 1], bool)
    predictions = np.array([0.5, np.nan, 1.0])
    (value,) = ask(probe, "pr_curve", probe.array(labels),
                   probe.array(predictions), "-", 3).value
    rows = tensor_util.make_ndarray(value.tensor)
    assert rows[:2].tolist() == [[2, 2, 1], [0, 0, 0]]


@pytest.mark.parametrize("with_faces", [False, True])
@pytest.mark.parametrize("with_colors", [False, True])
def test_mesh(probe, with_faces, with_colors):
    rng = np.random.default_rng(6)
    vertices = rng.normal(size=(2, 10, 3)).astype(np.float32)
    faces = rng.integers(0, 10, (2, 7, 3), np.int32) if with_faces else None
    colors = rng.integers(0, 256, (2, 10, 3), np.uint8) if with_colors else None
    ours = ask(probe, "mesh", probe.array(vertices), optional(probe, faces),
               optional(probe, colors), '{"a":{"b":1}}' if with_faces else "-")
    config = {"a": {"b": 1}} if with_faces else None
    want = theirs.mesh("probe", vertices, colors, faces, config)
    for value in want.value:  # json.dumps puts spaces; ours is the caller's text.
        content = value.metadata.plugin_data.content
        value.metadata.plugin_data.content = mesh_content(content)
    for value in ours.value:
        content = value.metadata.plugin_data.content
        value.metadata.plugin_data.content = mesh_content(content)
    assert ours == want


def mesh_content(content):
    from tensorboard.plugins.mesh.plugin_data_pb2 import MeshPluginData

    data = MeshPluginData.FromString(content)
    data.json_config = data.json_config.replace(" ", "")
    return data.SerializeToString(deterministic=True)


def test_text(probe):
    ours = ask(probe, "text", "**ünï**")
    want = theirs.text("probe", "**ünï**")
    # Theirs also says that its metadata are of version 0, in no byte.
    assert ours == want


@pytest.mark.parametrize(
    "dtype",
    [bool, np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64,
     np.uint64, np.float16, np.float32, np.float64, np.complex64, np.complex128],
)
def test_tensor_is_read_back_by_tensorboard(probe, dtype):
    rng = np.random.default_rng(7)
    size = np.dtype(dtype).itemsize
    array = rng.integers(0, 2, 12 * size, np.uint8).view(dtype).reshape(3, 4)
    (value,) = ask(probe, "tensor", probe.array(array)).value
    assert value.metadata.plugin_data.plugin_name == "tensor"
    back = tensor_util.make_ndarray(value.tensor)
    assert back.dtype == array.dtype
    np.testing.assert_array_equal(back, array)
    wanted = torch.as_tensor(array) if dtype not in (np.uint16, np.uint32, np.uint64) else None
    if wanted is not None:
        (their_value,) = theirs.tensor_proto("probe", wanted).value
        assert value.tensor.dtype == their_value.tensor.dtype
        assert value.tensor.tensor_shape == their_value.tensor.tensor_shape
        assert value.metadata == their_value.metadata
