"""Changes of a scenario's data that know the schema: where a key goes, and what may disappear."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from builder.lint.finding import Edit
from builder.lint.redraft import CannotKeep, Redraft
from builder.lsp.cursor import value_at
from builder.lsp.schema_view import SchemaView
from rulesdb import Library
from rulesdb.yaml_source import DataPath, YamlSource


class Draft(Redraft):
    """Collects changes of a scenario.

    A new key is inserted in the order of the schema. Collections that become empty by a removal are removed
    too, unless the schema requires them.
    """

    def __init__(self, source: YamlSource, library: Library) -> None:
        super().__init__(source)
        self._schema = SchemaView(library.schemas)

    def set(self, path: DataPath, value: Any, *, order: Sequence[str] = ()) -> None:
        """Replace the value at ``path`` or add it, in the order of the schema if none is given."""
        base = path
        while base not in self.source:
            base = base[:-1]
        if not order and base != path:
            order = tuple(self._schema.keys(base, self.source.data))
        super().set(path, value, order=order)

    def remove(self, path: DataPath, *, prune: int = 0) -> None:
        """Remove the key or item at ``path``, and collections that would be empty and are not required."""
        super().remove(path, prune=prune or self._optional_parents(path))

    def put(self, path: DataPath, values: dict[str, Any]) -> None:
        """Set the keys of a block that have a value, and remove those whose value is None."""
        for key, value in values.items():
            if value is not None:
                self.set((*path, key), value)
            elif (*path, key) in self.source:
                self.remove((*path, key))

    def edits(self) -> tuple[Edit, ...]:
        """The edits of the text, in its order.

        Raises:
            CannotKeep: a change cannot be made without disturbing the text around it, or a list would be
                empty that has to have something.
        """
        data = self.data()
        for path in self.emptied():
            if value_at(data, path) in ([], {}) and self._needs_entries(path):
                raise CannotKeep(path, "it would be empty, and has to have at least one entry")
        return super().edits()

    def _needs_entries(self, path: DataPath) -> bool:
        nodes = self._schema.at(path, self.source.data)
        return any(node.schema.get("minItems") or node.schema.get("minProperties") for node in nodes)

    def _optional_parents(self, path: DataPath) -> int:
        parents = 0
        parent = path[:-1]
        while parent and isinstance(parent[-1], str):
            if parent[-1] in self._schema.required(parent[:-1], self.source.data):
                break
            parents += 1
            parent = parent[:-1]
        return parents
