import pytest

from kinds_probe import Probe


@pytest.fixture(scope="module")
def probe(tmp_path_factory):
    probe = Probe(tmp_path_factory.mktemp("arrays"))
    yield probe
    probe.close()
