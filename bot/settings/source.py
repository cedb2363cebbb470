"""From a YAML file and the environment to one tree of values, remembering where each of them stands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import yaml
from pydantic import BaseModel, SecretStr

PREFIX = "SAYSO_"
Key = tuple[str | int, ...]
_OCTAL = re.compile(r"[-+]?0[0-7_]+")
_CLOCK = re.compile(r"[-+]?\d[\d_]*(:[0-5]?\d)+(\.\d*)?")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a value stands: a line of the file or a variable. `plain` is what was written there without quotes."""

    label: str
    plain: str | None = None


@dataclass(slots=True)
class Tree:
    """Values of one source, with their places by key, and what is already known to be wrong as (key, sentence)."""

    values: dict[str, Any] = field(default_factory=dict)
    places: dict[Key, Place] = field(default_factory=dict)
    wrong: list[tuple[Key, str]] = field(default_factory=list)

    def over(self, lower: Tree) -> Tree:
        """This tree laid over another: what both set, this one decides."""
        return Tree(_merge(self.values, lower.values), lower.places | self.places, lower.wrong + self.wrong)


def _merge(upper: Mapping[str, Any], lower: Mapping[str, Any]) -> dict[str, Any]:
    both = {k: _merge(upper[k], v) for k, v in lower.items() if isinstance(v, dict) and isinstance(upper.get(k), dict)}
    return {**lower, **upper, **both}


def kinds(annotation: Any) -> Iterable[Any]:
    """The types an annotation allows, with Annotated, Optional and unions taken apart."""
    if get_origin(annotation) is Annotated:
        yield from kinds(get_args(annotation)[0])
    elif get_origin(annotation) in (Union, UnionType):
        for part in get_args(annotation):
            yield from kinds(part)
    else:
        yield annotation


def group_of(annotation: Any) -> type[BaseModel] | None:
    """The group of settings below a key, None when it holds a value."""
    for kind in kinds(annotation):
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            return kind
    return None


def from_yaml(path: Path, text: str, root: type[BaseModel]) -> Tree:
    """Read a file's text. Raises `yaml.YAMLError` when it is no YAML."""
    reader = _Reader(path.name, base=path.parent)
    return reader.read(text, root)


def from_environment(variables: Mapping[str, str], root: type[BaseModel]) -> Tree:
    """Read SAYSO_A__B variables. Text is taken as it is; anything else is read as YAML, lists also with commas."""
    tree = Tree()
    for name, text in sorted(variables.items()):
        if name.startswith(PREFIX):
            tree = _variable(name, text, root).over(tree)
    return tree


def _variable(name: str, text: str, root: type[BaseModel]) -> Tree:
    key = tuple(name.removeprefix(PREFIX).lower().split("__"))
    reader = _Reader("", variable=name)
    annotation: Any = root
    for part in key:
        group = group_of(annotation)
        annotation = group.model_fields[part].annotation if group and part in group.model_fields else None
        if annotation is None:
            break
    allowed = set(kinds(annotation))
    if annotation is None or allowed & {str, SecretStr, Path}:
        value: Any = text
        reader.tree.places[key] = Place(name)
    else:
        try:
            listed = any(get_origin(kind) is tuple for kind in allowed) and not text.lstrip().startswith("[")
            value = reader.value(_compose(f"[{text}]" if listed else text)[1], annotation, key)
        except yaml.YAMLError:
            reader.tree.wrong.append((key, "cannot be read"))
            reader.tree.places[key] = Place(name)
            return reader.tree
    for part in reversed(key):
        value = {part: value}
    reader.tree.values = value
    return reader.tree


def _compose(text: str) -> tuple[yaml.SafeLoader, yaml.Node | None]:
    loader = yaml.SafeLoader(text)
    try:
        return loader, loader.get_single_node()
    finally:
        loader.dispose()


class _Reader:
    def __init__(self, name: str, *, base: Path | None = None, variable: str = "") -> None:
        self.tree = Tree()
        self._name = name
        self._base = base
        self._variable = variable
        self._loader = yaml.SafeLoader("")

    def read(self, text: str, root: type[BaseModel]) -> Tree:
        node = _compose(text)[1]
        self.tree.places[()] = Place(f"{self._name}:1")
        if node is not None and not _empty(node):
            values = self.value(node, root, ())
            if isinstance(values, dict):
                self.tree.values = values
            else:
                self.tree.wrong.append(((), "expected settings as `key: value` lines"))
        return self.tree

    def value(self, node: yaml.Node | None, annotation: Any, key: Key) -> Any:
        """The value of a node; its place, and any silent conversion YAML made of it, go into the tree."""
        if node is None:
            self._mark(key, None)
            return None
        if isinstance(node, yaml.MappingNode):
            self._mark(key, node)
            return self._mapping(node, group_of(annotation), key)
        if isinstance(node, yaml.SequenceNode):
            self._mark(key, node)
            item = next((get_args(kind)[0] for kind in kinds(annotation) if get_origin(kind) is tuple), None)
            return [self.value(child, item, (*key, at)) for at, child in enumerate(node.value)]
        assert isinstance(node, yaml.ScalarNode)  # YAML knows no fourth kind
        return self._scalar(node, annotation, key)

    def _mark(self, key: Key, node: yaml.Node | None, plain: str | None = None) -> None:
        line = node.start_mark.line + 1 if node is not None else 1
        self.tree.places[key] = Place(self._variable or f"{self._name}:{line}", plain)

    def _mapping(self, node: yaml.MappingNode, group: type[BaseModel] | None, key: Key) -> dict[str, Any]:
        values: dict[str, Any] = {}
        for name_node, child in node.value:
            name = name_node.value if isinstance(name_node, yaml.ScalarNode) else "?"
            below = (*key, name)
            if name in values:
                self._mark(below, name_node)
                self.tree.wrong.append((below, "is set twice; keep one of them"))
                continue
            known = group.model_fields.get(name) if group else None
            values[name] = self.value(child, known.annotation if known else None, below)
            plain = self.tree.places[below].plain
            self._mark(below, name_node, plain)
        return values

    def _scalar(self, node: yaml.ScalarNode, annotation: Any, key: Key) -> Any:
        plain = node.value if node.style is None else None
        self._mark(key, node, plain)
        allowed = set(kinds(annotation))
        if any(get_origin(kind) is Literal for kind in allowed) and not _empty(node):
            return node.value.casefold()  # `mode: off` means the word, whatever YAML 1.1 makes of it
        try:
            value = self._loader.construct_object(node)
        except (yaml.YAMLError, ValueError):
            return node.value
        if allowed & {int, float} and isinstance(value, int | float) and plain is not None:
            if _OCTAL.fullmatch(plain):
                self.tree.wrong.append((key, f"expected a number without a leading 0: YAML reads {plain} as {value}"))
            elif _CLOCK.fullmatch(plain):
                self.tree.wrong.append((key, f"expected a plain number: YAML reads {plain} as {value}"))
        if Path in allowed and isinstance(value, str):
            return self._path(value)
        return value

    def _path(self, text: str) -> Path:
        path = Path(text).expanduser()
        return self._base / path if self._base is not None else path


def _empty(node: yaml.Node) -> bool:
    return node.tag == "tag:yaml.org,2002:null"
