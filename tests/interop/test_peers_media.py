"""Pictures, sound, text and meshes written by us, by torch and by tensorboardX: the
same pixels, samples, strings and points. A case is a line: a tag, and the call that
writes it."""

import numpy as np
import pytest
from torch.utils.tensorboard._utils import _prepare_video

import readback
from peers import PEERS, TIME, both, integers, module_run, normal, peer, uniform, write_with_all
from script import Script

# --- Images --------------------------------------------------------------------


def image(tag, array, layout, method="add_image"):
    return tag, lambda w: getattr(w, method)(tag, array, 3, TIME, dataformats=layout)


def images(tag, array, layout):
    return image(tag, array, layout, "add_images")


PHOTO = integers(10, 3, 24, 17)
FLOATS = uniform(11, 3, 24, 17)  # In range: tensorboardX wraps what is not.
IMAGES = dict(
    [
        image("uint8-CHW", PHOTO, "CHW"),
        image("uint8-HWC", PHOTO.transpose(1, 2, 0), "HWC"),
        image("uint8-hwc", PHOTO.transpose(1, 2, 0), "hwc"),
        image("uint8-HW", PHOTO[0], "HW"),
        image("uint8-WH", PHOTO[0], "WH"),
        image("uint8-1HW", PHOTO[:1], "CHW"),
        image("uint8-RGBA", integers(12, 4, 9, 9), "CHW"),
        image("float32-CHW", FLOATS, "CHW"),
        image("float32-HWC", FLOATS.transpose(1, 2, 0), "HWC"),
        image("float32-HW", FLOATS[0], "HW"),
        image("float64-CHW", FLOATS.astype(np.float64), "CHW"),
        image("every-level", (np.arange(256) / 255).astype(np.float32)[None], "HW"),
        images("grid-1", integers(13, 1, 3, 5, 6), "NCHW"),
        images("grid-3", integers(14, 3, 3, 5, 6), "NCHW"),
        images("grid-8", integers(15, 8, 3, 5, 6), "NCHW"),
        images("grid-17", integers(16, 17, 3, 5, 6), "NCHW"),
        images("grid-grey", integers(17, 9, 1, 5, 6), "NCHW"),
        images("grid-NHWC", integers(18, 9, 5, 6, 3), "NHWC"),
        images("grid-float", uniform(19, 9, 3, 5, 6), "NCHW"),
    ]
)
image_runs = module_run(IMAGES)


@peer
@pytest.mark.parametrize("tag", IMAGES)
def test_images_have_the_same_pixels(image_runs, peer, tag):
    ours, theirs = (value.image for value in both(image_runs, peer, tag))
    assert (ours.height, ours.width) == (theirs.height, theirs.width)
    difference = np.abs(
        readback.pixels(ours.encoded_image_string).astype(int)
        - readback.pixels(theirs.encoded_image_string)
    )
    assert difference.max() == 0


LIKE_TORCH = {
    "out of range": uniform(20, 3, 16, 16, low=-2, high=3),  # tensorboardX wraps.
    "half": FLOATS.astype(np.float16),  # tensorboardX multiplies in 16 bits.
}


@pytest.mark.parametrize("case", LIKE_TORCH)
def test_images_have_the_pixels_of_torch_where_tensorboardX_differs(program, tmp_path, case):
    cases = dict([image("x", LIKE_TORCH[case], "CHW")])
    folder = write_with_all(cases, Script(program, tmp_path / "script"), tmp_path)
    ours, theirs = (value.image.encoded_image_string for value in both(folder, "torch", "x"))
    np.testing.assert_array_equal(readback.pixels(ours), readback.pixels(theirs))


BOXES = np.array([[4, 5, 20, 15], [25, 10, 44, 30]], np.float32)


@peer
def test_boxes_are_drawn_where_the_peers_draw_them(program, tmp_path, peer):
    cases = {"x": lambda w: w.add_image_with_boxes("x", np.zeros((3, 32, 48), np.float32), BOXES)}
    folder = write_with_all(cases, Script(program, tmp_path / "script"), tmp_path)
    ours, theirs = (
        readback.pixels(value.image.encoded_image_string)[:, :, 0] > 0
        for value in both(folder, peer, "x")
    )
    # Ours are two pixels thick inside the box; Pillow's go one pixel beyond it above
    # and below.
    assert not np.any(ours & ~grown(theirs))
    assert not np.any(theirs & ~grown(ours))


def grown(mask):
    """The pixels of a mask and their neighbours above and below."""
    return mask | np.roll(mask, 1, 0) | np.roll(mask, -1, 0)


# --- Video ---------------------------------------------------------------------


@pytest.mark.parametrize("count", [1, 2, 4, 5, 8, 16])
def test_videos_are_tiled_like_torchs(script, tmp_path, count):
    # torch and tensorboardX encode with moviepy and write nothing without it, so the
    # frames are those that torch would hand to it. Few colours, that all stay.
    levels = np.array([0, 85, 170, 255], np.uint8)
    video = levels[integers(21, count, 6, 3, 5, 7, high=4)]
    script.call("open", directory=tmp_path / "run").call("add_video", tag="x", video=video)
    script.call("close").run()
    value = readback.value_of(tmp_path / "run", "x").image
    frames, seconds = readback.frames(value.encoded_image_string)
    expected = np.round(_prepare_video(video) * 255)
    np.testing.assert_array_equal(frames, expected)
    assert (value.height, value.width) == expected.shape[1:3]
    assert seconds == [0.25] * 6


def test_three_videos_are_tiled_squarely(script, tmp_path):
    # torch makes one row of four of them.
    video = np.zeros((3, 2, 3, 5, 7), np.uint8)
    script.call("open", directory=tmp_path / "run").call("add_video", tag="x", video=video)
    script.call("close").run()
    value = readback.value_of(tmp_path / "run", "x").image
    assert (value.height, value.width) == (10, 14)
    assert _prepare_video(video).shape[1:3] == (5, 28)


# --- Audio, text ---------------------------------------------------------------

AUDIO = {
    "wave": np.sin(np.linspace(0, 300, 8000)).astype(np.float32),
    "float64": np.sin(np.linspace(0, 300, 500)),
    "too loud": normal(22, 500),
}


@pytest.mark.parametrize("tag", AUDIO)
def test_audio_is_the_same_as_torchs(program, tmp_path, tag):
    # tensorboardX writes sound with soundfile only, which needs a library of its own.
    script = Script(program, tmp_path / "script")
    script.call("open", directory=tmp_path / "ours")
    script.call("add_audio", tag=tag, samples=AUDIO[tag], sample_rate=16000)
    script.call("close").run()
    with PEERS["torch"](str(tmp_path / "torch")) as writer:
        writer.add_audio(tag, AUDIO[tag], sample_rate=16000)
    ours, theirs = both(tmp_path, "torch", tag)
    assert ours == theirs


TEXTS = {
    "plain": lambda w: w.add_text("plain", "hello", 1, TIME),
    "empty": lambda w: w.add_text("empty", "", 1, TIME),
    "markdown": lambda w: w.add_text("markdown", "# A\n\n* b\n* `c`\n", 1, TIME),
    "unicode": lambda w: w.add_text("unicode", "naïve 日本語 🚀", 1, TIME),
    "long": lambda w: w.add_text("long", "abc\n" * 50_000, 1, TIME),
}
texts = module_run(TEXTS)


@peer
@pytest.mark.parametrize("tag", TEXTS)
def test_texts_are_the_same(texts, peer, tag):
    ours, theirs = both(texts, peer, f"{tag}/text_summary")
    assert ours == theirs


# --- Meshes --------------------------------------------------------------------

VERTICES = normal(23, 2, 12, 3)
COLORS = integers(24, 2, 12, 3)
FACES = integers(25, 2, 5, 3, high=12, dtype=np.int32)
CONFIG = {"material": {"cls": "MeshStandardMaterial"}, "camera": {"fov": 75}}
MESHES = {
    "points": lambda w: w.add_mesh("points", VERTICES),
    "coloured": lambda w: w.add_mesh("coloured", VERTICES, COLORS),
    "faces": lambda w: w.add_mesh("faces", VERTICES, faces=FACES),
    "all": lambda w: w.add_mesh("all", VERTICES, COLORS, FACES, CONFIG),
}
meshes = module_run(MESHES)


@pytest.mark.parametrize("tag", MESHES)
def test_meshes_are_the_same_as_torchs(meshes, tag):
    def parts(run):
        return [value for _, value in readback.values(run) if value.tag.startswith(f"{tag}_")]

    assert parts(meshes / "ours") == parts(meshes / "torch")
    # tensorboardX numbers its tags, and leaves out what TensorBoard needs beside.
    for ours, theirs in zip(
        parts(meshes / "ours"), parts(meshes / "tensorboardX"), strict=True
    ):
        assert ours.tensor == theirs.tensor
