"""The packages that writers come from, ours and the originals."""

import importlib


def package_of(writer):
    """The package with the modules that go with a writer."""
    package = type(writer).__module__.rpartition(".")[0]
    if package == "stepline":
        package = "stepline.torch_tensorboard"
    return importlib.import_module(package)


def add(writer, function, *args, **kwargs):
    """Writes the message that a function of `summary` gives."""
    module = importlib.import_module(f"{package_of(writer).__name__}.summary")
    made = getattr(module, function)(*args, **kwargs)
    for message in made if isinstance(made, tuple) else [made]:
        writer.file_writer.add_summary(message, 3, 55.5)
