"""One line a case: a call that is made on our writer and on somebody else's."""

import dataclasses
import inspect
import warnings

import readback
import torch


@dataclasses.dataclass
class Case:
    name: str
    call: object  # lambda writer: ...
    # Why the outcomes differ, as a heading of docs/compatibility.md has it.
    # Empty: they are equal.
    differs: str = ""
    # Arguments of the writer's constructor, beside the directory.
    make: dict = dataclasses.field(default_factory=dict)


class Table:
    """Collects cases: `table.case("a name", lambda w: w.add_scalar("a", 1))`."""

    def __init__(self):
        self.cases = []

    def case(self, name, call, differs="", **make):
        assert all(case.name != name for case in self.cases), f"twice: {name}"
        self.cases.append(Case(name, call, differs, make))

    def parameters(self):
        return {"argvalues": self.cases, "ids": [case.name for case in self.cases]}


@dataclasses.dataclass
class Outcome:
    logs: dict
    raised: type | None

    def describe(self):
        return self.raised.__name__ if self.raised else self.logs


def run(writer_class, case, logdir):
    """Makes the call, closes the writer, and reads what there is."""
    raised = None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.manual_seed(1)
        writer = writer_class(str(logdir), **case.make)
        try:
            case.call(writer)
        except Exception as problem:
            raised = type(problem)
        writer.close()
    return Outcome(readback.read(logdir), raised)


def compare(case, ours, theirs):
    """AssertionError unless they are equal: the same data, or errors of the
    same kind."""
    assert (ours.raised is None) == (theirs.raised is None), (ours.raised, theirs.raised)
    if theirs.raised is not None:
        assert issubclass(ours.raised, theirs.raised), (ours.raised, theirs.raised)
        # The half of what was to be written, which others leave behind.
        return
    readback.assert_same(ours.logs, theirs.logs)


def check(case, ours_class, theirs_class, tmp_path):
    ours = run(ours_class, case, tmp_path / "ours")
    theirs = run(theirs_class, case, tmp_path / "theirs")
    if not case.differs:
        compare(case, ours, theirs)
        return
    assert ours.raised is None or theirs.raised is not None, "we refuse what they take"
    if ours.raised is None and theirs.raised is None:
        readback.assert_same(readback.skeleton(ours.logs), readback.skeleton(theirs.logs))
    try:
        compare(case, ours, theirs)
    except AssertionError:
        return
    raise AssertionError(f"equal, though listed as different: {case.differs}")


def same_parameters(ours, theirs):
    """Names and order of a method's parameters."""
    return list(inspect.signature(ours).parameters) == list(inspect.signature(theirs).parameters)
