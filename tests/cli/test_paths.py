"""What becomes of paths that cannot be read, in every command on logs."""

import os
import pathlib
import shutil
import tempfile

import event_files as ev
import pytest
from program import PROGRAM, stepline

NOBODY = 65534


def commands(out):
    return (["ls"], ["read"], ["plot"], ["tail"], ["stats"], ["export", "-o", out])


@pytest.fixture
def open_folder():
    """A directory that everybody can enter."""
    folder = pathlib.Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    for path, _, _ in os.walk(folder):
        os.chmod(path, 0o755)
    shutil.rmtree(folder)


def unprivileged(folder, *arguments):
    """Runs the program as one whom permissions bind."""
    if os.geteuid() != 0:
        return stepline(*arguments)
    program = folder / "program"
    if not program.exists():
        shutil.copy(PROGRAM, program)
    return stepline(*arguments, program=program, user=NOBODY, group=NOBODY,
                    extra_groups=[])


def assert_could_not_run(done, path):
    assert (done.status, done.out) == (3, ""), done.err
    assert done.err.startswith("stepline: ") and done.err.count("\n") == 1
    assert done.err.count(str(path)) == 1


def test_a_directory_without_permission_cannot_be_run_on(open_folder):
    locked = open_folder / "locked"
    locked.mkdir(mode=0)
    locked.chmod(0)
    for command in commands(open_folder / "out"):
        assert_could_not_run(unprivileged(open_folder, *command, locked), locked)
        assert_could_not_run(
            unprivileged(open_folder, *command, f"name:{locked}/"), locked)


def test_a_file_without_permission_cannot_be_run_on(open_folder):
    path = open_folder / "x.tfevents"
    path.write_bytes(ev.version() + ev.scalar("a", 0, 1.0))
    path.chmod(0)
    for command in commands(open_folder / "out"):
        assert_could_not_run(unprivileged(open_folder, *command, path), path)


def test_what_is_no_file_is_never_waited_for(tmp_path):
    for name in ("pipe", "pipe.tfevents"):
        os.mkfifo(tmp_path / name)
        for command in commands(tmp_path / "out"):
            assert_could_not_run(stepline(*command, tmp_path / name), tmp_path / name)
    for command in commands(tmp_path / "out"):
        assert_could_not_run(stepline(*command, "/dev/null"), "/dev/null")


def test_a_locked_directory_below_is_a_problem_told(open_folder):
    (open_folder / "x.tfevents").write_bytes(ev.version() + ev.scalar("a", 0, 1.0))
    (open_folder / "locked").mkdir()
    (open_folder / "locked").chmod(0)
    done = unprivileged(open_folder, "ls", open_folder)
    assert done.status == 0
    assert "locked" in done.err
    assert "scalar" in done.out


def test_damage_of_runs_not_asked_for_is_only_counted(tmp_path):
    bad = bytearray(ev.scalar("a", 1, 1.0))
    bad[20] ^= 1
    for run in ("good", "bad", "worse"):
        (tmp_path / run).mkdir()
        (tmp_path / run / "x.tfevents").write_bytes(
            ev.version() + (bytes(bad) if run != "good" else b"")
            + ev.scalar("a", 2, 1.0))
    counted = ' in runs that were not asked for (see "stepline verify")\n'
    for command in commands(tmp_path / "out"):
        if command[0] in ("tail", "stats"):
            continue
        done = stepline(*command, tmp_path, "--run", "good")
        assert (done.status, done.err) == (0, "stepline: 2 problems" + counted)
        shutil.rmtree(tmp_path / "out", ignore_errors=True)
    lines = stepline("ls", tmp_path, "--run", "bad").err.splitlines(keepends=True)
    assert len(lines) == 2
    assert lines[0].endswith(
        f', at byte {len(ev.version())} of "{tmp_path}/bad/x.tfevents"\n')
    assert lines[1] == "stepline: 1 problem" + counted


def test_a_message_names_its_path_once(tmp_path):
    os.mkfifo(tmp_path / "pipe.tfevents")
    for command in ("ls", "verify", "inspect"):
        err = stepline(command, tmp_path).err.splitlines()[0]
        assert err == ("stepline: not a regular file, though named like one of a log: "
                       f'"{tmp_path}/pipe.tfevents"')
    for command in ("ls", "verify", "inspect", "repair", "export"):
        extra = ["-o", tmp_path / "out"] if command == "export" else []
        assert stepline(command, tmp_path / "nope", *extra).err == (
            f'stepline: cannot look at "{tmp_path}/nope": No such file or directory\n')
