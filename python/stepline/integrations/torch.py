"""`watch()`: histograms of a torch model's weights, gradients and activations."""

from __future__ import annotations

import contextlib
import dataclasses
import warnings
import weakref
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Any, Literal

from stepline._scope import step_scope
from stepline.integrations._histograms import (
    Selection,
    add_gradients,
    add_outputs,
    add_weights,
)

__all__ = ["Watch", "watch"]


def watch(
    model: Any,
    writer: Any = None,
    *,
    every: int = 100,
    weights: bool = True,
    gradients: bool | Literal["backward"] = True,
    activations: bool = True,
    step: int | Callable[[], Any] | None = None,
    only: str | Sequence[str] | None = None,
    frozen: bool = False,
    prefix: str = "",
) -> Watch:
    """Logs histograms of a torch module at every step divisible by `every`:

        with stepline.watch(model, writer, every=100):
            train(model)

    `weights/<parameter>` as they are when the step's forward pass begins;
    `gradients/<parameter>` as a torch optimizer gets them, accumulated and
    clipped; `activations/<module>` of the modules that have none inside, each
    the first time that it runs in the step. Only forward passes in training
    mode and with gradients enabled are looked at, the others cost a call of a
    Python function.

    `writer`: anybody's SummaryWriter; by default that of the step_scope around
    the forward pass. `gradients="backward"` takes them after the first backward
    pass of the step, for programs without a torch optimizer. `step`: a number
    at which counting forward passes begins, or a function that says the step;
    by default that of the step_scope, or else forward passes are counted.
    Several passes of one step are one. `only`: patterns as in a shell that
    names of parameters and modules match; they may name modules that have
    others inside. `frozen`: also weights that are not trained.

    It goes on until remove(), and keeps neither the model nor itself alive.
    Give it the module that you call: the one that torch.compile or
    DataParallel returned. A compiled one runs eagerly at a step whose
    activations are logged. A copied or pickled model is not watched.
    """
    if every < 1:
        raise ValueError(f"every is at least 1, got {every}")
    if gradients not in (True, False, "backward"):
        raise ValueError(f'gradients is a bool or "backward", got {gradients!r}')
    return Watch(
        model,
        writer,
        every=every,
        weights=weights,
        gradients=gradients,
        activations=activations,
        step=step,
        selection=Selection(only, frozen),
        prefix=prefix,
    )


class Watch:
    """What watch() returns: for ending it."""

    def __init__(
        self,
        model: Any,
        writer: Any,
        *,
        every: int,
        weights: bool,
        gradients: bool | Literal["backward"],
        activations: bool,
        step: int | Callable[[], Any] | None,
        selection: Selection,
        prefix: str,
    ) -> None:
        # The model has us as its hook.
        self._model = weakref.ref(model)
        self._writer = writer
        self._every = every
        self._weights = weights
        self._gradients = gradients
        self._activations = activations
        self._step = step if callable(step) else None
        self._follows_scope = step is None
        self._count = 0 if step is None or callable(step) else int(step)
        self._selection = selection
        self._prefix = prefix
        self._taken: int | None = None
        self._warned: set[str] = set()
        self._of_forward = contextlib.ExitStack()
        self._of_backward: dict[str, Any] = {}
        self._of_optimizer: _OptimizerHook | None = None
        self._hook = model.register_forward_pre_hook(_Hook(self._before_forward))

    def remove(self) -> None:
        """Logs nothing more."""
        self._hook.remove()
        self._of_forward.close()
        self._end_gradients()

    def __enter__(self) -> Watch:
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc_val: BaseException | None,
        exc_tb: TracebackType | None,
    ) -> None:
        self.remove()

    def _before_forward(self, module: Any, _: Any) -> None:
        import torch

        if not (module.training and torch.is_grad_enabled()):
            return
        jit: Any = torch.jit
        if jit.is_tracing() or torch.compiler.is_compiling():  # For a graph.
            return
        scope = step_scope.innermost()
        step = self._next_step(scope)
        if step is None or step % self._every or step == self._taken:
            return
        writer = self._writer
        if writer is None:
            if scope is None:
                self._warn("there is no writer: give one, or a stepline.step_scope")
            writer = scope and scope.writer
        model = self._model()
        if writer is not None and model is not None:
            self._taken = step
            self._take(model, writer, step)

    def _next_step(self, scope: step_scope | None) -> int | None:
        if self._step is not None:
            step = self._step()
            return None if step is None else int(step)
        if scope is not None and self._follows_scope:
            return scope.step
        self._count += 1
        return self._count - 1

    def _take(self, model: Any, writer: Any, step: int) -> None:
        if self._weights:
            add_weights(writer, self._selection.parameters(model), step, self._prefix)
        if self._gradients:
            self._await_gradients(model, writer, step)
        if self._activations:
            self._await_outputs(model, writer, step)

    # --- Activations ---------------------------------------------------------

    def _await_outputs(self, model: Any, writer: Any, step: int) -> None:
        import torch

        self._of_forward.close()
        hooks = contextlib.ExitStack()
        if _is_compiled(model):
            # Otherwise hooks of modules inside would not be called. An error is
            # torch's when what is compiled runs already: it sees them then.
            with contextlib.suppress(RuntimeError):
                hooks.enter_context(torch.compiler.set_stance("force_eager"))
        seen: set[str] = set()
        for name, module in self._selection.modules(model):
            output = _Output(writer, f"{self._prefix}activations/{name}", step, seen)
            hooks.callback(module.register_forward_hook(_Hook(output.log)).remove)
        end = model.register_forward_hook(_Hook(lambda *_: hooks.close()), always_call=True)
        hooks.callback(end.remove)
        self._of_forward = hooks

    # --- Gradients -----------------------------------------------------------

    def _await_gradients(self, model: Any, writer: Any, step: int) -> None:
        if self._of_optimizer is not None and not self._of_optimizer.was_called:
            self._warn('no optimizer of torch has made a step: take gradients="backward"')
        self._end_gradients()
        if self._gradients != "backward":
            self._of_optimizer = _OptimizerHook(self, writer, step)
            return
        for name, parameter in self._selection.parameters(model):
            if parameter.requires_grad:
                self._of_backward[name] = parameter.register_post_accumulate_grad_hook(
                    lambda parameter, name=name: self._after_backward(
                        name, parameter, writer, step
                    )
                )

    def _after_backward(self, name: str, parameter: Any, writer: Any, step: int) -> None:
        hook = self._of_backward.pop(name, None)
        if hook is not None:
            hook.remove()
            add_gradients(writer, [(name, parameter)], step, self._prefix)

    def _end_gradients(self) -> None:
        while self._of_backward:
            self._of_backward.popitem()[1].remove()
        if self._of_optimizer is not None:
            self._of_optimizer.remove()
            self._of_optimizer = None

    def _warn(self, message: str) -> None:
        if message not in self._warned:
            self._warned.add(message)
            warnings.warn(f"stepline.watch: {message}", stacklevel=2)


class _Hook:
    """Of a module. torch.compile does not look into it; the copy of one, in the
    copy of a module, does nothing."""

    def __init__(self, function: Callable[..., None]) -> None:
        import torch

        self._function = torch.compiler.disable(function)

    def __call__(self, *arguments: Any) -> None:
        self._function(*arguments)

    def __deepcopy__(self, memo: Any) -> Any:
        return _do_nothing

    def __reduce__(self) -> tuple[Any, ...]:
        return _get_nothing, ()


def _do_nothing(*arguments: Any) -> None:
    pass


def _get_nothing() -> Callable[..., None]:
    return _do_nothing


@dataclasses.dataclass
class _Output:
    """Of a module in one step: the first counts."""

    writer: Any
    tag: str
    step: int
    seen: set[str]  # Of all modules: DataParallel's copies share a tag.

    def log(self, module: Any, inputs: Any, output: Any) -> None:
        if self.tag not in self.seen:
            self.seen.add(self.tag)
            add_outputs(self.writer, self.tag, output, self.step)


class _OptimizerHook:
    """Logs the gradients of one step, when optimizers come to use them; each,
    where several share the model's parameters, once."""

    def __init__(self, watch: Watch, writer: Any, step: int) -> None:
        from torch.optim.optimizer import register_optimizer_step_pre_hook

        self._watch = weakref.ref(watch)  # All optimizers have us as a hook.
        self._writer = writer
        self._step = step
        self._done: set[int] = set()
        self.was_called = False
        hook = register_optimizer_step_pre_hook(self)
        self.remove = weakref.finalize(watch, hook.remove)

    def __call__(self, optimizer: Any, arguments: Any, options: Any) -> None:
        watch = self._watch()
        model = None if watch is None else watch._model()
        if watch is None or model is None:
            self.remove()
            return
        own = {id(parameter) for group in optimizer.param_groups for parameter in group["params"]}
        names = [(n, p) for n, p in watch._selection.parameters(model) if p.requires_grad]
        mine = [(name, parameter) for name, parameter in names if id(parameter) in own]
        if not mine:
            return
        self.was_called = True
        news = [(name, parameter) for name, parameter in mine if id(parameter) not in self._done]
        self._done.update(id(parameter) for _, parameter in mine)
        add_gradients(self._writer, news, self._step, watch._prefix)
        if not news or len(self._done) == len(names):
            self.remove()


def _is_compiled(model: Any) -> bool:
    return any(
        "_orig_mod" in module._modules or module._compiled_call_impl is not None
        for module in model.modules()
    )
