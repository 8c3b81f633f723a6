"""Every module of the originals, and every name in it, is in ours."""

import importlib
import inspect
import pkgutil
import sys
import types

import pytest

OURS = {"tensorboardX": "stepline.tensorboardX", "torch.utils.tensorboard": "stepline.torch_tensorboard"}
# Modules and names that are not there (docs/compatibility.md): what sends to
# others' services, and inner parts that nobody else is known to use.
NOT_THERE = {
    "tensorboardX": {"comet_utils", "visdom_writer"},
    "tensorboardX._version": {"COMMIT_ID", "VERSION_TUPLE", "commit_id"},
    "tensorboardX.crc32c": {"_crc32c_native"},
    "tensorboardX.event_file_writer": {"_EventLoggerThread"},
    "tensorboardX.summary": {"_draw_single_box", "_get_tensor_summary"},
    "tensorboardX.torchvis": {"VisdomWriter"},
    "tensorboardX.writer": {"CometLogger", "numpy_compatible"},
    "torch.utils.tensorboard._embedding": {"_HAS_GFILE_JOIN", "_gfile_join"},
    "torch.utils.tensorboard._pytorch_graph": {
        "CLASSTYPE_KIND", "GETATTR_KIND", "GraphPy", "NodeBase", "NodePy", "NodePyIO", "NodePyOP",
        "_node_get", "_set_model_to_eval", "methods_IO", "methods_OP", "parse",
    },
    "torch.utils.tensorboard.summary": {
        "_TENSOR_TYPE_MAP", "_calc_scale_factor", "_draw_single_box", "_get_json_config",
        "_get_tensor_summary", "_tensor_to_complex_val", "_tensor_to_half_val", "_tensor_to_list",
    },
}  # fmt: skip
# Where what they import for themselves comes from.
ELSEWHERE = ("__future__", "collections", "functools", "multiprocessing", "typing")


def modules():
    """The originals'."""
    for package in map(importlib.import_module, OURS):
        inner = pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
        for name in [package.__name__, *(found.name for found in inner)]:
            left_out = NOT_THERE.get(name.rpartition(".")[0], set())
            if name.rpartition(".")[2] not in left_out:
                yield importlib.import_module(name)


def ours_of(module):
    package = next(package for package in OURS if module.__name__.startswith(package))
    return importlib.import_module(OURS[package] + module.__name__[len(package) :])


def names_of(module):
    """Those that somebody might import from there."""
    for name in dir(module):
        value = getattr(module, name)
        is_module = isinstance(value, types.ModuleType)
        if is_module and not value.__name__.startswith((*OURS, "tensorboard.")):
            continue
        comes_from = str(getattr(value, "__module__", "")).partition(".")[0]
        if name.startswith("__") or comes_from in ELSEWHERE:
            continue
        if module.__name__.endswith("_pb2") and (name[0] == "_" or is_module):
            continue  # Of the generator.
        if name not in ("TYPE_CHECKING", "Optional", "Union", "annotations", "tf"):
            yield name


@pytest.mark.parametrize("module", list(modules()), ids=lambda module: module.__name__)
def test_every_name_is_there(module):
    ours = ours_of(module)
    wanted = set(names_of(module)) - NOT_THERE.get(module.__name__, set())
    assert wanted <= set(dir(ours))
    assert {name for name in wanted if not hasattr(ours, name)} == set()


@pytest.mark.parametrize("name", NOT_THERE)
def test_what_is_listed_is_really_not_there(name):
    module = importlib.import_module(name)
    assert NOT_THERE[name] <= set(dir(module)), "nor is it in the original"
    assert not NOT_THERE[name] & set(dir(ours_of(module)))


def functions():
    for module in modules():
        for name, value in inspect.getmembers(module, inspect.isfunction):
            own = value.__module__ == module.__name__ and name[0] != "_"
            if own and name not in NOT_THERE.get(module.__name__, set()):
                yield pytest.param(module, name, id=f"{module.__name__}.{name}")


@pytest.mark.parametrize("module, name", list(functions()))
def test_a_function_has_the_same_parameters(module, name):
    wanted = list(inspect.signature(getattr(module, name)).parameters)
    parameters = list(inspect.signature(getattr(ours_of(module), name)).parameters)
    assert parameters[: len(wanted)] == wanted


def test_all_messages_of_a_module_can_be_imported():
    found = {}
    exec("from stepline.tensorboardX.proto.summary_pb2 import *", found)
    assert "Summary" in found and "SummaryMetadata" in found


def test_bits_become_numbers_and_back():
    ours = importlib.import_module("stepline.torch_tensorboard.summary")
    theirs = importlib.import_module("torch.utils.tensorboard.summary")
    for number in (0.0, 1.5, -3.25):
        assert ours.half_to_int(number) == theirs.half_to_int(number)
        assert ours.int_to_half(theirs.half_to_int(number)) == number


def test_a_file_at_an_address_is_uploaded(tmp_path, monkeypatch):
    uploaded = {}

    def upload_fileobj(file, bucket, path, Config):  # noqa: N803
        uploaded[f"{bucket}/{path}"] = file.read()

    client = types.SimpleNamespace(upload_fileobj=upload_fileobj)
    boto3 = types.SimpleNamespace(client=lambda service, endpoint_url: client)
    transfer = types.SimpleNamespace(TransferConfig=lambda use_threads: None)
    monkeypatch.setitem(sys.modules, "boto3", boto3)
    monkeypatch.setitem(sys.modules, "boto3.s3.transfer", transfer)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "s3:/bucket").mkdir(parents=True)
    (tmp_path / "s3:/bucket/a.tsv").write_bytes(b"x")
    upload = importlib.import_module("stepline.tensorboardX.embedding").maybe_upload_file
    upload("s3://bucket/a.tsv")
    upload(str(tmp_path / "nowhere"))
    assert uploaded == {"bucket/a.tsv": b"x"}
