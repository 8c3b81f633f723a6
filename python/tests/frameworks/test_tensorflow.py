"""A loop with TensorFlow's tensors, and every method with its arrays."""

import examples
import logged

THEN = """
    import array_calls
    import numpy as np
    from array_calls import as_bfloat16

    from stepline._arrays import as_array

    for dtype in (tf.float16, tf.float32, tf.float64, tf.bfloat16, tf.int8, tf.uint16, tf.int64, tf.bool, tf.complex64):
        assert as_array(tf.cast([0, 1], dtype)).dtype == dtype.name
    reported = losses, *array_calls.problems({
        "tensor": (tf.convert_to_tensor, np.asarray),
        "variable": (tf.Variable, np.asarray),
        "bfloat16": (lambda x: tf.convert_to_tensor(as_bfloat16(x)), as_bfloat16),
        "bfloat16 variable": (lambda x: tf.Variable(as_bfloat16(x)), as_bfloat16),
    })
"""


def test_loop_and_arrays(tmp_path):
    assert examples.TENSORFLOW.exists(), "tools/frameworks_env.sh makes it"
    done = examples.run("TensorFlow", tmp_path, THEN, python=examples.TENSORFLOW)
    losses, problems, calls = done.reported
    assert problems == {}
    assert calls > 150
    run = done.runs / "tensorflow"
    assert logged.scalars(run) == {"loss": logged.as_float32(enumerate(losses))}
    assert losses[-1] < losses[0]
    histograms = logged.read(run)["histograms"]
    assert {tag: list(points) for tag, points in histograms.items()} == {
        tag: list(range(20)) for tag in ("weight", "gradient")
    }
