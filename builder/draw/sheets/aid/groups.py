"""The groups of the aid after its framed block: what is looked up together, in the order of play."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from builder.draw.sentences.entry_text import cited
from builder.draw.sheets.aid.briefs import Brief, Panel, brief_block
from builder.draw.sheets.aid.forces import force_rows
from builder.draw.sheets.aid.grids import AidWriter, read_out
from builder.draw.sheets.aid.joined import read_joined
from builder.draw.sheets.aid.pages.spacing import GUTTER, Elastic, Placed, columns_block
from builder.draw.sheets.aid.panel_rows import APART, panel_rows
from builder.draw.sheets.aid.tasks import tasks_block
from builder.draw.sheets.form_parts import track_heading
from builder.draw.surface.flow import Block, stacked
from rulesdb import Ruleset

_HEADING = 5.6
# A table takes two columns if that takes no more than this share of the room, and if it is higher than this.
_MUCH_LESS, _HIGH = 1.04, 24.0
# How much higher than in columns short texts may be in rows, which are easier to read.
_MUCH_HIGHER = 1.12
# How much higher than in one column a part can be in the whole width, where its type is larger, in mm.
_LARGER = 2.0
# What a mm of the largest hole in a group counts beside its height.
_HOLLOW = 0.35
# How much higher in one column, which is read straight down, parts may be than in several, in mm.
_STRAIGHT = 1.5
# With a hole deeper than this, in mm, texts below tables are in rows.
_DEEP = 8.0

# Writes a part of a group in the width of a writer; ``None`` if it is too narrow.
Part = Callable[[AidWriter], Block | None]


@dataclass(frozen=True, slots=True)
class Group:
    """Tables, sentences and reminders below a heading; a group without a title has no heading.

    The ``section`` is that of all its parts, if they are several with the same one.
    """

    title: str
    icon: str
    parts: tuple[Part, ...]
    section: str = ""


def read_groups(game: Ruleset, elsewhere: Collection[str]) -> tuple[Group, ...]:
    """The groups of a game's aid that have something, without the tables that are ``elsewhere``.

    What no group names is in the last one, so that nothing is missing; a game without groups has one.
    """
    given: Sequence[Mapping[str, Any]] = game.aid.get("groups", ({},))
    left = [slug for slug in game.chart_tables if slug not in elsewhere]
    reminders = [each for each in game.aid.get("reminders", ()) if "side" not in each]
    named = {slug for each in given for slug in each.get("tables", ())}
    ruled = {key for each in given for key in each.get("rules", ())}
    tasked = next((at for at, each in enumerate(given) if each.get("tasks")), len(given) - 1)
    groups = []
    for at, each in enumerate(given):
        is_last = at == len(given) - 1
        tables = [slug for slug in each.get("tables", ()) if slug in left]
        tables += [slug for slug in left if is_last and slug not in named]
        rules = each.get("rules", ())
        own = [line for line in reminders if line["of"] in rules or (is_last and line["of"] not in ruled)]
        parts: list[Part] = [partial(tasks_block, game)] if at == tasked and game.of_kind("task") else []
        sentences = game.aid.get("sentences", {})
        parts.extend(_joined_tables(game, [slug for slug in tables if slug not in sentences]))
        parts.extend(partial(_sentence, slug) for slug in tables if slug in sentences)
        parts.extend(partial(_reminder, line) for line in own)
        if each.get("special_rules"):
            parts.extend(partial(_special_rule, rule) for rule in game.aid.get("special_rules", ()))
        if parts:
            title = each.get("title", "")
            entries = [
                *(game.table(slug).entry for slug in tables),
                *(game.all_entries[line["of"]] for line in own),
            ]
            sections = set(map(cited, entries)) if title and len(entries) == len(parts) > 1 else set()
            section = sections.pop() if len(sections) == 1 else ""
            groups.append(Group(title, each.get("icon", ""), tuple(parts), section))
    return tuple(groups)


def _joined_tables(game: Ruleset, tables: Sequence[str]) -> Iterator[Part]:
    """The tables of a group; several that the game joins, and that all are there, are one."""
    ids = {
        slug: id
        for id, joined in read_joined(game).items()
        if len(joined.tables) > 1 and {*joined.tables} <= {*tables}
        for slug in joined.tables
    }
    done = set[str]()
    for slug in tables:
        if slug not in ids:
            yield partial(_table, slug)
        elif ids[slug] not in done:
            done.add(ids[slug])
            yield partial(_joined, ids[slug])


def _joined(id: str, aid: AidWriter) -> Block | None:
    return aid.joined(id)


def _table(slug: str, aid: AidWriter) -> Block | None:
    rows, entry = force_rows(aid.game, slug, aid.writer.words), aid.game.table(slug).entry
    alone = aid.lone_row(slug)
    if rows is not None:
        alone = read_out(rows[0], rows[1][0]) if len(rows[1]) == 1 else ""
    if alone:
        return aid.brief(entry, alone)
    if rows is None:
        return aid.table(slug)
    body = aid.rows(*rows)
    return None if body is None else stacked([aid.heading(entry.title, (entry,)), body])


def _sentence(slug: str, aid: AidWriter) -> Block:
    return aid.brief(aid.game.table(slug).entry, aid.sentence(slug))


def _reminder(line: Mapping[str, Any], aid: AidWriter) -> Block:
    return aid.brief(aid.game.all_entries[line["of"]], aid.writer.words.term(line["text"]))


def _special_rule(rule: Mapping[str, str], aid: AidWriter) -> Block:
    return brief_block(Brief(rule["title"], rule["text"]), aid.writer, aid.size, aid.padding)


def group_block(
    group: Group, parts: range, write: Callable[[int, float], Block | None], aid: AidWriter, span: int
) -> Block | None:
    """Some parts of a group below its heading, in the number of columns that makes it lowest.

    ``write`` writes a part in a width in mm. The group is ``span`` columns of the sheet wide. The heading
    of all parts but the first says that they continue the group.
    """
    counts = range(min(span, len(parts)), max(0, span - 2), -1) or (1,)
    bodies = [
        (body.height + _HOLLOW * body.hole - (_STRAIGHT if count == 1 else 0.0), body)
        for count in counts
        for widens in (True, False)
        if (body := _set(parts, write, aid.width, count, widens=widens)) is not None
    ]
    if not bodies:
        return None
    body = min(bodies, key=lambda each: each[0])[1]
    in_rows = panel_rows(parts, write, aid.width, counts[0])
    if in_rows is None and body.hole > _DEEP:
        in_rows = _with_rows_below(parts, write, aid.width, counts[0])
    if in_rows is not None and in_rows.height <= _MUCH_HIGHER * body.height:
        body = in_rows
    if not group.title:
        return body
    words, title = aid.writer.words, group.title
    title = words("sheet.continued", title=title) if parts.start else title
    heading = track_heading(title, group.icon, aid.writer, _HEADING, group.section)
    return _headed(heading, body)


def _with_rows_below(
    parts: range, write: Callable[[int, float], Block | None], width: float, columns: int
) -> Elastic | None:
    """The first parts in columns, and all texts on panels that follow them in rows below; ``None`` if these
    fill no more than a row, or no part is before them.
    """
    for start in range(parts.start + 1, parts.stop):
        rows = panel_rows(parts[start - parts.start :], write, width, columns)
        if rows is not None:
            above = _set(parts[: start - parts.start], write, width, columns, widens=False)
            whole = width + GUTTER
            return above and columns_block(
                [Placed(0, 0, 1, 0.0, above, whole), Placed(0, 0, 1, above.height + APART, rows, whole)],
                APART,
            )
    return None


def _headed(heading: Block, body: Elastic) -> Elastic:
    """A group below its heading; if it is made higher, its parts are moved apart."""
    whole = stacked([heading, body])

    def respaced(height: float) -> Block:
        return stacked([heading, body.of_height(height - heading.height)])

    return Elastic(whole.height, whole.draw, gaps=body.gaps, respaced=respaced)


def _set(
    parts: range, write: Callable[[int, float], Block | None], width: float, columns: int, *, widens: bool
) -> Elastic | None:
    """Parts in their order, each as high as there is room; ``None`` if one is too wide."""
    step = (width + GUTTER) / columns
    feet = [0.0] * columns
    placed: list[Placed] = []
    for part in parts:
        fitted = _spanning(part, write, step, columns, widens=widens)
        if fitted is None:
            return None
        block, span = fitted
        y, first = min((max(feet[at : at + span]), at) for at in range(columns - span + 1))
        # The last part is as wide as the group if nothing stands beside it.
        is_alone = span < columns and part == parts[-1] and y >= max(feet)
        wide = write(part, width) if is_alone else None
        if wide is not None and wide.height <= block.height + _LARGER:
            block, span, first = wide, columns, 0
        above = _listed(placed[-1], block, first, span) if placed else None
        if above is not None:
            y, block = placed.pop().y, above
        feet[first : first + span] = [y + block.height + APART] * span
        placed.append(Placed(0, first, span, y, block, step))
    return columns_block(placed, APART)


def _listed(above: Placed, block: Block, first: int, span: int) -> Panel | None:
    """A short text and the one above it in the same columns as one list; ``None`` if they are not both short.

    Lines that stood apart would look like rows of a table that lacks the others.
    """
    upper, is_below = above.block, (above.first, above.span) == (first, span)
    if not (is_below and isinstance(upper, Panel) and isinstance(block, Panel)):
        return None
    return upper.over(block) if upper.is_list and block.is_list else None


def _spanning(
    part: int, write: Callable[[int, float], Block | None], step: float, columns: int, *, widens: bool
) -> tuple[Block, int] | None:
    """A part in as few columns as it fits in; if it ``widens``, in two if much of one would be empty."""
    for span in range(1, columns + 1):
        block = write(part, span * step - GUTTER)
        if block is None:
            continue
        if widens and span == 1 and columns > 1 and block.height > _HIGH:
            wide = write(part, 2 * step - GUTTER)
            if wide is not None and wide.height * 2 < _MUCH_LESS * block.height:
                return wide, 2
        return block, span
    return None
