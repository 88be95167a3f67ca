"""Units, places and things in words, for the sentences about them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from builder.draw.sentences.side_names import side_name
from builder.draw.surface.wording import Words
from builder.scenario.logic.conditions import Where, Who
from builder.scenario.logic.effects import Item
from builder.scenario.model import Scenario


@dataclass(frozen=True)
class SubjectWriter:
    """Writes whom and what a sentence is about, in the language of ``words``.

    ``here`` is the id of the objective to which a sentence belongs; its place is called "here". A public
    sentence does not name secret zones and objectives.
    """

    scenario: Scenario
    words: Words
    here: str = ""
    is_public: bool = False

    def counted(self, who: Who, key: str, count: int) -> str:
        """A number of units of a party, such as "at least 6 of the Crew"; ``key`` names the bound."""
        if key == "at-most" and count == 0:
            return self._with_states(self.words(f"logic.none-{self._kind(who)}", title=self._title(who)), who)
        force = self.scenario.force(who.force)
        if key != "at-most" and count == 1 and force is not None and not who.members and force.is_lone:
            return self.units(who)
        bound = self.words(f"logic.{key}", count=count)
        text = self.words(f"logic.some-{self._kind(who)}", count=count, bound=bound, title=self._title(who))
        return self._with_states(text, who)

    def units(self, who: Who) -> str:
        """All units of a party, as the subject of a sentence: "the Crew"."""
        return self._with_states(self.words(f"logic.units-{self._kind(who)}", title=self._title(who)), who)

    def whom(self, who: Who) -> str:
        """All units of a party after a preposition or as an object: "the Crew"."""
        return self._with_states(self.words(f"logic.whom-{self._kind(who)}", title=self._title(who)), who)

    def thing(self, who: Who) -> str:
        """The item or the captives that stand in place of units."""
        if who.item:
            return self.item(who.item)
        return self.words("logic.captive", force=self.force(who.captives))

    def item(self, id: str) -> str:
        """An item as its special rule calls it."""
        rules = [effect for rule in self.scenario.special_rules for effect in rule.effects or ()]
        events = [effect for event in self.scenario.events for effect in event.effects or ()]
        items = (effect for effect in (*rules, *events) if isinstance(effect, Item))
        return next((item.title for item in items if item.id == id), id)

    def in_place(self, where: Where) -> str:
        """Being in a place: "in the Hold", "here"."""
        return self._at(where, "in")

    def next_to(self, where: Where) -> str:
        """Being next to a place: "next to Relay"."""
        return self._at(where, "next-to")

    def way(self, kind: str, way: str) -> str:
        """The way by which units leave the map, after a space; empty if it does not matter."""
        if kind == "any":
            return ""
        if kind == "edge":
            return f" {self.words('logic.way-edge', edge=self.words(f'logic.edge-{way}'))}"
        if kind == "vehicle":
            title = next((each.title for each in self.scenario.vehicles if each.id == way), way)
            return f" {self.words('logic.way-vehicle', title=title)}"
        title = self.objective(way)
        return f" {self.words('logic.here' if way == self.here else 'logic.way-objective', title=title)}"

    def objective(self, id: str) -> str:
        """The title of an objective."""
        objectives = [each for each in self.scenario.objectives if each.id == id]
        if self.is_public and any(each.secret for each in objectives):
            return self.words("logic.secret")
        return objectives[0].title if objectives else id

    def title_of(self, where: Where) -> str:
        """The name of a place that has an id."""
        if where.kind == "objective":
            return self.objective(where.id)
        zone = self.scenario.zone(where.id) if where.kind == "zone" else None
        if self.is_public and zone is not None and zone.secret:
            return self.words("logic.secret")
        return where.title or where.id

    def side(self, id: str) -> str:
        """The title of a side, as part of a sentence."""
        return self.named(side_name(self.scenario, id, self.words))

    def force(self, id: str) -> str:
        """The title of a force, as part of a sentence."""
        force = self.scenario.force(id)
        return self.named(force.title if force is not None else id)

    def named(self, title: str, key: str = "logic.named") -> str:
        """A title with what the language puts around it, unless the title starts with that.

        ``key`` names the text that says so: in a sentence, or on its own.
        """
        article = self.words(key, title="").strip()
        if article and title.casefold().startswith(f"{article.casefold()} "):
            return title[:1].lower() + title[1:]
        return self.words(key, title=title)

    def listed(self, parts: Sequence[str], key: str = "and") -> str:
        """A list in words, joined with "and" or "or"."""
        if len(parts) < 2:
            return "".join(parts)
        return self.words(f"logic.{key}", first=", ".join(parts[:-1]), last=parts[-1])

    def _kind(self, who: Who) -> str:
        return "force" if who.force else "side" if who.side else "all"

    def _title(self, who: Who) -> str:
        force = self.scenario.force(who.force)
        if force is None:
            return self.side(who.side)
        if not who.members:
            return self.force(who.force)
        groups = [group for group in force.groups if {m.id for m in group.members} <= set(who.members)]
        grouped = {member.id for group in groups for member in group.members}
        names = [group.title for group in groups]
        names += [m.name for m in force.members if m.id in who.members and m.id not in grouped]
        return f"{self.force(who.force)} ({', '.join(names)})"

    def _with_states(self, text: str, who: Who) -> str:
        """A party with the states that its units must have, or must not have."""
        conditions = [
            self.words(f"logic.{key}", states=self.states(states))
            for key, states in (("only", who.only), ("unless", who.unless))
            if states
        ]
        return f"{text} ({'; '.join(conditions)})" if conditions else text

    def states(self, states: Sequence[str]) -> str:
        """States in words, joined with "or"."""
        return self.listed([self.words(f"logic.state-{state}") for state in states], "or")

    def _at(self, where: Where, key: str) -> str:
        if where.kind == "objective" and where.id == self.here:
            return self.words(f"logic.{key}-here")
        if where.kind == "outside":
            return self.words(f"logic.{key}-outside")
        kind = where.kind
        if kind == "spots":
            kind, title = ("titled", where.title) if where.title else ("spots", where.spots)
        else:
            title = self.title_of(where)
        text = self.words(f"logic.{key}-{kind}", title=title)
        if not where.not_on:
            return text
        terrain = [self.scenario.ruleset.find("terrain", slug).title for slug in where.not_on]
        return self.words("logic.not-on", place=text, terrain=self.listed(terrain, "or"))
