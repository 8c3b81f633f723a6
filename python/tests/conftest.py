import pytest


@pytest.fixture
def logdir(tmp_path):
    return tmp_path / "logs"
