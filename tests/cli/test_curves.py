"""What a running server answers about scalars, against what the program reads."""

import csv
import gzip
import io
import json
import math
import re
import urllib.parse
import urllib.request
import zipfile

import pytest

from columns import decode
from program import stepline
from test_serve import Served

TAG = "train/loss"


@pytest.fixture(scope="module")
def served(demo):
    with Served(demo) as server:
        server.eventually("/api/info", lambda info: info["progress"]["loaded"])
        yield server


@pytest.fixture(scope="module")
def points(demo):
    """Of each run: step, wall time and value of every point of the tag."""
    found = {}
    for line in stepline("read", demo, "--tag", f"^{re.escape(TAG)}$", "--format",
                         "jsonl").well().objects():
        found.setdefault(line["run"], []).append(
            (line["step"], line["wall_time"], float(line["value"])))
    return found


def ask(served, path, data=None, **headers):
    request = urllib.request.Request(f"http://127.0.0.1:{served.port}{path}",
                                     data=data, headers=headers)
    with urllib.request.urlopen(request, timeout=10) as response:
        return response.headers, response.read()


def same(a, b):
    return a == b or (math.isnan(a) and math.isnan(b))


def test_curves_are_the_points_that_were_written(served, points):
    names = served.json("/api/runs")["name"]
    _, body = ask(served, f"/api/scalars?tag={TAG}&pixels=8000")
    curves = decode(body)["series"]
    assert [names[curve["run"]] for curve in curves] == list(points)
    for curve in curves:
        wanted = points[names[curve["run"]]]
        assert curve["exact"]
        assert curve["step"] == [step for step, _, _ in wanted]
        assert curve["wall"] == [wall for _, wall, _ in wanted]
        assert all(same(a, b) for a, (_, _, b) in zip(curve["value"], wanted))
        odd = sum(interval["points"] for interval in curve["non_finite"])
        assert odd == sum(not math.isfinite(value) for _, _, value in wanted)


def test_smoothing_is_tensorboards(served, points):
    _, body = ask(served, f"/api/scalars?tag={TAG}&pixels=8000&smoothing=ema&weight=0.9")
    for curve in decode(body)["series"]:
        last, count = 0, 0
        for value, smoothed in zip(curve["value"], curve["smoothed"]):
            if not math.isfinite(value):
                assert same(value, smoothed)
                continue
            last = last * 0.9 + 0.1 * value
            count += 1
            assert smoothed == pytest.approx(last / (1 - 0.9 ** count), rel=1e-6)


def test_a_form_and_compression_change_nothing(served):
    _, plain = ask(served, f"/api/scalars?tag={TAG}&runs=0-2")
    form = urllib.parse.urlencode({"tag": TAG, "runs": "0-2"}).encode()
    _, posted = ask(served, "/api/scalars", form,
                    **{"Content-Type": "application/x-www-form-urlencoded"})
    assert posted == plain
    headers, packed = ask(served, f"/api/scalars?tag={TAG}&runs=0-2",
                          **{"Accept-Encoding": "gzip"})
    assert headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed) == plain


def test_nothing_is_sent_again(served):
    for path in "/api/runs", "/api/tags", f"/api/scalars?tag={TAG}":
        headers, _ = ask(served, path)
        status, body = served.get(path, **{"If-None-Match": headers["ETag"]})
        assert (status, body) == (304, "")


def test_downloads_are_files_that_others_read(served, points):
    _, body = ask(served, f"/api/download/scalars.csv?tag={TAG}")
    rows = list(csv.DictReader(io.StringIO(body.decode(), newline="")))
    wanted = [(run, point) for run in points for point in points[run]]
    assert len(rows) == len(wanted)
    for row, (run, (step, wall, value)) in zip(rows, wanted):
        assert (row["run"], row["tag"], int(row["step"])) == (run, TAG, step)
        assert float(row["wall_time"]) == wall
        assert same(float(row["value"]), value)

    _, body = ask(served, f"/api/download/scalars.json?tag={TAG}")
    assert [len(one["points"]) for one in json.loads(body)] == [
        len(points[run]) for run in points]

    _, body = ask(served, "/api/download/selection.zip")
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        assert archive.testzip() is None
        assert f"careful/{TAG}.csv" in archive.namelist()
        assert any(name.endswith(".png") for name in archive.namelist())
        assert any(name.endswith(".wav") for name in archive.namelist())
