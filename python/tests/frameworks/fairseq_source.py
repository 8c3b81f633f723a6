"""Modules of fairseq, unmodified, from its source distribution: the package does
not build with today's tools."""

import pathlib
import sys
import tarfile

SOURCE = pathlib.Path(sys.prefix) / "sources/fairseq-0.12.2.tar.gz"
MODULES = ["logging/meters.py", "logging/progress_bar.py", "tasks/text_to_speech.py"]
# What text_to_speech.py imports and its figures do not need.
EMPTY = {
    "__init__.py": "",
    "data/__init__.py": "",
    "data/audio/__init__.py": "",
    "data/audio/text_to_speech_dataset.py": "TextToSpeechDatasetCreator = None\n",
    "logging/__init__.py": "",
    "speech_generator.py": "AutoRegressiveSpeechGenerator = None\n"
    "NonAutoregressiveSpeechGenerator = None\n"
    "TeacherForcingAutoRegressiveSpeechGenerator = None\n",
    "tasks/__init__.py": "def register_task(name):\n    return lambda task: task\n",
    "tasks/speech_to_text.py": "class SpeechToTextTask:\n    pass\n",
}


def unpack(folder):
    """Makes `folder` one from which `fairseq` can be imported."""
    assert SOURCE.exists(), "tools/frameworks_env.sh fetches it"
    with tarfile.open(SOURCE) as archive:
        for name in MODULES:
            content = archive.extractfile(f"fairseq-0.12.2/fairseq/{name}").read()
            _write(folder / "fairseq" / name, content)
    for name, text in EMPTY.items():
        _write(folder / "fairseq" / name, text.encode())


def _write(path, content):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
