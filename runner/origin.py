# SPDX-License-Identifier: Apache-2.0
"""Where FlagGems comes from, and whether a baseline is FlagGems itself. Neither question imports it."""

from __future__ import annotations

import functools
import importlib.util
import inspect
import os
import re
import sys
from collections.abc import Iterable
from types import CodeType, FunctionType, MemberDescriptorType, MethodType, ModuleType

PACKAGE = "flag_gems"


class OriginError(Exception):
    """``flag_gems`` is not the expected one."""


def find() -> str | None:
    """The folder of the ``flag_gems`` that an import would give, links resolved; None if there is none."""
    spec = importlib.util.find_spec(PACKAGE)
    if spec is None:
        return None
    places = [spec.origin] if spec.origin else list(spec.submodule_search_locations or ())
    folder = os.path.dirname(places[0]) if spec.origin else places[0]
    return os.path.realpath(folder)


def version(folder: str | None) -> str | None:
    """The version that the installed distribution beside ``folder`` carries in its name, or None."""
    if folder is None:
        return None
    try:
        names = os.listdir(os.path.dirname(folder))
    except OSError:
        return None
    found = [match[1] for name in names if (match := re.fullmatch(rf"{PACKAGE}-(.+)\.dist-info", name))]
    return found[0] if len(found) == 1 else None


def check(expected: str, actual: str | None) -> None:
    """Compare the origin with the expected folder.

    Args:
        expected: the package's folder in the checkout or environment.
        actual: what `find` returned.

    Raises:
        OriginError: another FlagGems, or none, would be imported.
    """
    if actual != os.path.realpath(expected):
        raise OriginError(
            f"{PACKAGE} comes from {actual or 'nowhere'}, expected {os.path.realpath(expected)}"
        )


def active() -> bool:
    """Are FlagGems kernels registered over PyTorch's own at this moment (``enable()``, ``use_gems()``)?"""
    package = sys.modules.get(PACKAGE)
    return package is not None and getattr(package, "current_work_registrar", None) is not None


def leads_to_flaggems(op: object) -> str | None:
    """The FlagGems name that a baseline is, wraps or calls; None if none is found.

    Followed are decorators (``__wrapped__``), ``functools.partial``, bound methods, closures, default
    arguments, the global names that a Python function uses, the attributes that it uses of objects, its own
    ``self`` among them, and the parts of a ``torch.nn.Module``. A module that is only mentioned, for its
    ``device`` say, is no call. What lies in a list or a dict is not found.
    """
    seen: set[int] = set()
    queue: list[object] = [op]
    while queue and len(seen) < 1000:
        item = queue.pop()
        if id(item) in seen:
            continue
        seen.add(id(item))
        if name := _own_name(item):
            return name
        queue.extend(_steps(item))
    return None


def _own_name(item: object) -> str | None:
    """The item's name if it is a FlagGems callable."""
    if isinstance(item, ModuleType) or not callable(item):
        return None
    # torch.ops packets, their overloads, and torch.library.custom_op, in this order.
    for attribute in ("_qualified_op_name", "_name", "_qualname"):
        registered = getattr(item, attribute, None)
        if isinstance(registered, str) and registered.startswith(f"{PACKAGE}::"):
            return registered
    kind = item if isinstance(item, type) else type(item)
    for owner in (getattr(item, "__module__", None), kind.__module__):
        if isinstance(owner, str) and (owner == PACKAGE or owner.startswith(f"{PACKAGE}.")):
            return f"{owner}.{getattr(item, '__qualname__', kind.__qualname__)}"
    return None


def _steps(item: object) -> list[object]:
    steps: list[object] = [getattr(item, "__wrapped__", None), getattr(item, "__func__", None)]
    parts = getattr(item, "_modules", None)  # of a torch.nn.Module
    if isinstance(parts, dict):
        steps += parts.values()
    bound = getattr(item, "__self__", None)
    if bound is not None and not isinstance(bound, ModuleType):
        steps.append(bound)
    if isinstance(item, functools.partial):
        steps += [item.func, *item.args, *item.keywords.values()]
    code = getattr(item, "__code__", None)
    if isinstance(code, CodeType):
        for cell in getattr(item, "__closure__", None) or ():
            try:
                steps.append(cell.cell_contents)
            except ValueError:
                continue  # The cell is not filled yet.
        steps += getattr(item, "__defaults__", None) or ()
        if _is_torch(getattr(item, "__module__", None)):
            return [step for step in steps if callable(step)]
        steps += _used(code, {**getattr(item, "__globals__", {}), **_enclosed(item, code)}, bound)
    elif not isinstance(item, type) and not _is_torch(type(item).__module__):
        call = getattr(type(item), "__call__", None)  # noqa: B004 - the method itself is wanted
        forward = getattr(item, "forward", None)
        steps += [MethodType(call, item) if isinstance(call, FunctionType) else call, forward]
    return [step for step in steps if callable(step)]


class _Unloaded:
    """Stands for what a function takes from a FlagGems module that nobody has imported yet."""

    def __init__(self, module: str) -> None:
        self._qualname = f"{PACKAGE}::(what it imports from {module})"

    def __call__(self) -> None: ...


def _enclosed(function: object, code: CodeType) -> dict[str, object]:
    """The variables of the functions around a function, as far as they have a value."""
    found = {}
    for name, cell in zip(code.co_freevars, getattr(function, "__closure__", None) or (), strict=False):
        try:
            found[name] = cell.cell_contents
        except ValueError:
            continue
    return found


def _words(code: CodeType) -> tuple[list[str], list[str]]:
    """The names that a function and those within it use, and their constant texts."""
    names, texts = [*code.co_names, *code.co_freevars], []
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            inner_names, inner_texts = _words(constant)
            names += inner_names
            texts += inner_texts
        elif isinstance(constant, str):
            texts.append(constant)
    return names, texts


def _used(code: CodeType, scope: dict[str, object], bound: object) -> list[object]:
    """What the names in a function's code stand for, as far as they are found without running it.

    Args:
        code: the function's code.
        scope: its global names and those of the functions around it.
        bound: the object of a bound method, or None.
    """
    names, texts = _words(code)
    found = [scope[name] for name in names if name in scope]
    found += _attributes([bound, *found], dict.fromkeys(names))
    modules = [
        item for item in found if isinstance(item, ModuleType) and item.__name__.partition(".")[0] == PACKAGE
    ]
    # The function's own imports, also by importlib.
    for name in dict.fromkeys([*names, *texts]):
        if name not in scope and re.fullmatch(rf"{PACKAGE}(\.\w+)*", name):
            module = sys.modules.get(name)
            if isinstance(module, ModuleType):
                modules.append(module)
            else:
                found.append(_Unloaded(name))
    while modules:
        module = modules.pop()
        for name in names:
            item = vars(module).get(name)
            if isinstance(item, ModuleType) and item.__name__.startswith(f"{module.__name__}."):
                modules.append(item)
            elif item is not None:
                found.append(item)
    return found


def _attributes(owners: Iterable[object], names: Iterable[str]) -> list[object]:
    """What objects have by these names, and what that has by them; no code of theirs is run."""
    found: list[object] = []
    queue = list(owners)
    seen: set[int] = set()
    while queue and len(seen) < 1000:
        owner = queue.pop()
        kind = owner if isinstance(owner, type) else type(owner)
        if id(owner) in seen or kind.__module__ == "builtins" or _is_torch(kind.__module__):
            continue
        seen.add(id(owner))
        for name in names:
            value = inspect.getattr_static(owner, name, None)
            if isinstance(value, (staticmethod, classmethod)):
                value = value.__func__
            elif isinstance(value, property):
                value = value.fget
            elif isinstance(value, MemberDescriptorType) and owner is not kind:
                value = value.__get__(owner, kind)  # a slot
            elif isinstance(value, FunctionType) and name not in getattr(owner, "__dict__", ()):
                value = MethodType(value, owner)
            if value is not None:
                found.append(value)
                queue.append(value)
    return found


def _is_torch(module: object) -> bool:
    return isinstance(module, str) and module.partition(".")[0] == "torch"
