"""Loops with jax' arrays and in the way of Trax, and every method with them."""

import examples
import logged
import numpy as np

# 1.5, -2, 0.25 and 3 are in every type, float8 included.
ARRAYS = """
    import array_calls
    import numpy as np
    from array_calls import as_bfloat16

    from stepline._arrays import as_array, as_numpy

    values = [1.5, -2.0, 0.25, 3.0]
    for dtype in "float16 float32 bfloat16 float8_e4m3fn float8_e5m2 float8_e4m3fnuz float8_e4m3b11fnuz".split():
        array = jnp.array(values, dtype)
        assert as_numpy(array).tolist() == values
        with SummaryWriter("runs/types") as types:
            types.add_histogram(dtype, array, 1)
    for dtype in "int8 int16 int32 uint8 uint16 uint32 bool complex64".split():
        assert as_array(jnp.array([0, 1], dtype)).dtype == dtype
    reported = losses, *array_calls.problems({
        "jax": (jnp.asarray, np.asarray),
        "jax bfloat16": (lambda x: jnp.asarray(as_bfloat16(x)), as_bfloat16),
    })
"""


def test_loop_and_arrays(tmp_path):
    done = examples.run("JAX", tmp_path, ARRAYS)
    losses, problems, calls = done.reported
    assert problems == {}
    assert calls > 80
    logs = logged.read(done.runs / "jax")
    assert logged.scalars(done.runs / "jax") == {"loss": logged.as_float32(enumerate(losses))}
    assert losses[-1] < losses[0]
    assert sorted(logs["histograms"]) == ["gradients/w1", "gradients/w2", "weights/w1", "weights/w2"]
    types = logged.read(done.runs / "types")["histograms"]
    assert len(types) == 7
    for tag, points in types.items():
        edges = points[1]
        assert (edges[0, 0], edges[-1, 1], edges[:, 2].sum()) == (-2, 3, 4), tag


def test_trax(tmp_path):
    then = """
        import numpy as np
        np.save("weights.npy", np.asarray(weights.astype(jnp.float32)))
        reported = metrics
    """
    done = examples.run("In the way of Trax", tmp_path, then)
    assert logged.run_names(done.runs) == ["trax/eval", "trax/train"]
    trained, evaluated = (logged.scalars(done.runs / f"trax/{run}") for run in ("train", "eval"))
    assert sorted(trained) == ["metrics/L2Loss", "training/learning_rate", "training/steps per second"]
    assert list(trained["metrics/L2Loss"]) == list(range(1, 21))
    assert evaluated == {"metrics/L2Loss": logged.as_float32(zip((5, 10, 15, 20), done.reported))}
    assert "Loop.learning_rate" in logged.text(done.runs / "trax/train", "gin_config")
    logs = logged.read(done.runs / "trax/eval")
    assert sorted(logs["histograms"]["weights"]) == [5, 10, 15, 20]
    width, height, (mode, pixels) = logs["images"]["weights/image"][20]
    weights = np.load(tmp_path / "weights.npy")
    assert (width, height) == (b"8", b"8")
    assert np.abs(pixels[..., 0] - 255 * weights).max() < 1
