"""Histograms have the buckets of numpy.histogram, cut as torch cuts them."""

import numpy as np
import pytest
from torch.utils.tensorboard.summary import make_histogram

RULES = ["auto", "fd", "doane", "scott", "sturges", "sqrt", "rice", "stone"]


def tensorflow_edges():
    positive = []
    edge = 1e-12
    while edge < 1e20:
        positive.append(edge)
        edge *= 1.1
    return np.array([-x for x in reversed(positive)] + [0.0] + positive)


def ask(probe, values, bins, max_bins=None, dtype=None):
    if isinstance(bins, (list, np.ndarray)):
        bins = ",".join(float(edge).hex() for edge in bins)
    answer = probe.ask(
        "histogram", probe.array(values, dtype), bins, max_bins or 0
    )
    statistics, rest = answer[:5], answer[5:]
    half = len(rest) // 2
    return statistics, rest[:half], rest[half:]


def expect_torch(probe, values, bins, max_bins=None, widened=None, dtype=None):
    """`widened`: what torch is given, where it does not know the dtype."""
    statistics, limits, counts = ask(probe, values, bins, max_bins, dtype)
    values = (values if widened is None else widened).astype(float)
    finite = values[np.isfinite(values)]
    theirs = tensorflow_edges() if isinstance(bins, str) and bins == "tensorflow" else bins
    with np.errstate(all="ignore"):
        want = make_histogram(finite, theirs, max_bins)
    assert limits == list(want.bucket_limit)
    assert counts == list(want.bucket)
    assert statistics[:3] == [want.min, want.max, want.num]
    scale = np.abs(finite).sum()
    assert statistics[3] == pytest.approx(want.sum, rel=1e-12, abs=1e-12 * scale)
    assert statistics[4] == pytest.approx(want.sum_squares, rel=1e-12)


def neighbours(edges, dtype):
    edges = edges.astype(dtype)
    return np.concatenate(
        [edges, np.nextafter(edges, dtype(np.inf)), np.nextafter(edges, dtype(-np.inf))]
    )


SPECIAL = [0.0, -0.0, np.inf, -np.inf, np.nan, 5e-324, -5e-324, 1e-45, -1e-45,
           1e-310, 1e-12, -1e-12, 1.0, -1.0, 9.9e19, 1e20, -1e20, 1e30, -1e30]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_tensorflow_bins_at_every_edge_and_beside_it(probe, dtype):
    values = np.concatenate(
        [neighbours(tensorflow_edges(), dtype), np.array(SPECIAL, dtype)]
    )
    expect_torch(probe, values, "tensorflow")


def test_tensorflow_bins_one_value_at_a_time(probe):
    for value in [*SPECIAL[:2], 5e-324, -5e-324, 1e-12, 9.92e19, -9.92e19, 0.1]:
        for dtype in [np.float32, np.float64]:
            expect_torch(probe, np.array([value], dtype), "tensorflow")


def test_tensorflow_bins_of_random_bit_patterns(probe):
    rng = np.random.default_rng(1)
    singles = rng.integers(0, 2**32, 300_000, np.uint32).view(np.float32)
    expect_torch(probe, singles, "tensorflow")
    doubles = rng.integers(0, 2**64, 300_000, np.uint64).view(np.float64)
    doubles = doubles[~(np.abs(doubles) > 1e100)]  # Their squares overflow.
    expect_torch(probe, doubles, "tensorflow")


def test_tensorflow_bins_of_doubles_that_round_across_an_edge(probe):
    rng = np.random.default_rng(2)
    edges = tensorflow_edges()
    steps = rng.integers(-(2**30), 2**30, (200, edges.size))
    bits = (edges.view(np.int64) + steps).view(np.float64)
    expect_torch(probe, bits[:, edges != 0].ravel(), "tensorflow")


@pytest.mark.parametrize(
    "dtype",
    [np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64,
     np.uint64, np.float16, bool],
)
@pytest.mark.parametrize("bins", ["tensorflow", "auto", 7])
def test_every_dtype(probe, dtype, bins):
    rng = np.random.default_rng(3)
    bits = rng.integers(0, 256, 5000 * np.dtype(dtype).itemsize, np.uint8)
    values = (bits & 1).astype(bool) if dtype is bool else bits.view(dtype)
    with np.errstate(all="ignore"):
        expect_torch(probe, values, bins)


@pytest.mark.parametrize(
    "name", ["bfloat16", "float8_e4m3fn", "float8_e5m2"]
)
def test_small_floats(probe, name):
    import torch

    rng = np.random.default_rng(4)
    dtype = getattr(torch, name)
    bits = rng.integers(0, 256, 4000, np.uint8)
    widened = torch.from_numpy(bits).view(dtype).double().numpy()
    kept = np.abs(np.nan_to_num(widened)) < 1e100
    packed = bits.reshape(widened.size, -1)[kept]
    array = packed.reshape(-1).view(np.uint16 if name == "bfloat16" else np.uint8)
    expect_torch(probe, array, "tensorflow", widened=widened[kept],
                 dtype=name.replace("e4m3fn", "e4m3"))


def samples():
    rng = np.random.default_rng(5)
    return {
        "normal": rng.normal(0, 0.02, 10_000),
        "float32": rng.normal(3, 2, 5000).astype(np.float32),
        "uniform": rng.uniform(-5, 3, 4097),
        "skewed": rng.exponential(2, 3000),
        "heavy tail": rng.standard_t(3, 2000),
        "half zero": np.maximum(rng.normal(size=2500), 0),
        "ramp": np.arange(1024),
        "few": np.array([1.0, 2.0, 4.0]),
        "two": np.array([1.0, 2.0]),
        "one": np.array([3.0]),
        "constant": np.full(1000, 0.1),
        "tiny range": 1 + rng.integers(0, 100_000, 900) * 2.0**-52,
        "tiny": rng.integers(1, 100_000, 900) * 5e-324,
        "huge": rng.uniform(-1e150, 1e150, 900),
        "integers": rng.integers(-40, 40, 3000),
        "not finite": np.array([1, np.nan, 2, np.inf, 3, -np.inf, 2.5]),
        "sizes": rng.normal(size=131),
    }


@pytest.mark.parametrize("name", samples())
@pytest.mark.parametrize("bins", [*RULES, 1, 3, 10, 64, 1000])
def test_rules_and_equal_bins(probe, name, bins):
    values = samples()[name]
    finite = values[np.isfinite(values)].astype(float)
    if name == "constant" and bins == "scott":
        finite = finite[:0]  # numpy takes the rounding error for a deviation.
    try:
        np.histogram(finite, bins)
    except ValueError:
        return test_what_numpy_refuses_is_counted(probe, values, bins)
    if finite.size:
        expect_torch(probe, values, bins)


def test_what_numpy_refuses_is_counted(
    probe, values=np.array([1.0, 1 + 2**-52, 1e300]), bins=1000
):
    _, limits, counts = ask(probe, values, bins)
    assert sum(counts) == np.isfinite(values).sum()
    assert limits == sorted(limits)


def test_values_on_the_edges_of_equal_bins(probe):
    rng = np.random.default_rng(6)
    for _ in range(300):
        low, high = np.sort(rng.normal(0, 10.0 ** rng.integers(-10, 10), 2))
        bins = int(rng.integers(1, 60))
        edges = np.linspace(low, high, bins + 1)
        values = neighbours(edges, np.float64)
        expect_torch(probe, values[(values >= low) & (values <= high)], bins)


@pytest.mark.parametrize(
    "edges",
    [[-1, 0, 1], [0, 0.5, 0.5, 1], [0, 0, 1], [-1, 1, 1], [-3, -2.5, 0.1, 7], [1, 1]],
)
def test_edges(probe, edges):
    rng = np.random.default_rng(7)
    expect_torch(probe, np.concatenate([rng.normal(size=999), edges]), edges)


@pytest.mark.parametrize("max_bins", [1, 2, 5, 30, 100, 1548, 2000])
@pytest.mark.parametrize("bins", ["tensorflow", "auto", 64, 77])
def test_joined_bins(probe, bins, max_bins):
    values = np.random.default_rng(8).normal(size=5000)
    expect_torch(probe, values, bins, max_bins)
    expect_torch(probe, np.arange(1024), bins, max_bins)


def test_nothing_finite_is_one_empty_bucket(probe):
    for bins in ["tensorflow", "auto", "stone", 10, [0, 1]]:
        values = np.array([np.nan, np.inf, -np.inf])
        assert ask(probe, values, bins) == ([0] * 5, [0], [0])


def test_values_outside_all_bins_leave_one_empty_bucket(probe):
    assert ask(probe, np.array([3.0, 4.0]), [0, 1]) == ([3, 4, 2, 7, 25], [4], [0])
    statistics, limits, counts = ask(probe, np.array([1e30, 2e30]), "tensorflow")
    assert (statistics[:3], limits, counts) == ([1e30, 2e30, 2], [2e30], [0])


def test_a_range_that_overflows(probe):
    values = np.array([-1.7e308, 1.7e308, 0, 1])
    for bins in [*RULES, 10]:
        _, limits, counts = ask(probe, values, bins)
        assert sum(counts) == 4
        assert np.isfinite(limits).all()
