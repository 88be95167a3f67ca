"""A file that is edited by a page, by other programs, and by both at once."""

from __future__ import annotations

import os
import stat
import time
from pathlib import Path

import pytest
from conftest import DEAD_AIR
from other_program import replace_outside, write_outside

from builder.studio.disk import SETTLING, DiskFile
from builder.studio.folder import Folder
from builder.studio.operations import operation_from_json
from builder.studio.operations.operation import Operation
from builder.studio.session import Refused, Session
from rulesdb import InputError, Library

LIBRARY = Library()
TEXT = DEAD_AIR.read_text(encoding="utf-8")


def door(kind: str, side: str = "0605/N") -> list[Operation]:
    return [operation_from_json({"op": "set-door", "level": "upper", "sides": side, "door": kind})]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    target = tmp_path / "ship.yaml"
    target.write_text(TEXT, encoding="utf-8", newline="\n")
    return target


@pytest.fixture
def session(path: Path) -> Session:
    return Session(path, LIBRARY)


def test_an_edit_is_on_the_disk_at_once(session: Session, path: Path) -> None:
    session.do(door("airtight"), 1, "Door")
    assert path.read_text(encoding="utf-8") == TEXT.replace("0605/N: interior", "0605/N: airtight")
    assert session.revision == 2


def test_undo_and_redo_write_the_file(session: Session, path: Path) -> None:
    session.do(door("airtight"), 1, "Door")
    session.do(door("none", "0605/S"), 2, "Door")
    session.undo(3)
    session.undo(4)
    assert path.read_bytes() == TEXT.encode()
    session.redo(5)
    assert path.read_text(encoding="utf-8") == TEXT.replace("0605/N: interior", "0605/N: airtight")
    with pytest.raises(Refused, match="nothing to undo"):
        session.undo(6), session.undo(7)


def test_a_new_edit_forgets_what_could_be_redone(session: Session) -> None:
    session.do(door("airtight"), 1, "Door")
    session.undo(2)
    session.do(door("none"), 3, "Door")
    with pytest.raises(Refused, match="nothing to redo"):
        session.redo(4)


def test_an_edit_of_an_older_text_is_refused(session: Session, path: Path) -> None:
    session.do(door("airtight"), 1, "Door")
    text = path.read_text(encoding="utf-8")
    for act in (
        lambda: session.do(door("none"), 1, "Door"),
        lambda: session.undo(1),
        lambda: session.type("", 1),
        lambda: session.edit((), 1, "Fix"),
    ):
        with pytest.raises(Refused, match="has changed in the meantime"):
            act()
    assert path.read_text(encoding="utf-8") == text


def test_an_edit_that_changes_nothing_is_no_step(session: Session, path: Path) -> None:
    before = path.stat().st_mtime_ns
    session.do(door("interior"), 1, "Door")
    assert (session.revision, session.done, path.stat().st_mtime_ns) == (1, [], before)


def test_an_operation_that_does_not_fit_is_refused(session: Session, path: Path) -> None:
    with pytest.raises(Refused, match="9905/N is not a hexside"):
        session.do(door("open", "9905/N"), 1, "Door")
    assert path.read_text(encoding="utf-8") == TEXT


def test_what_another_program_writes_is_a_step(session: Session, path: Path) -> None:
    assert not session.look_at_disk()
    replace_outside(path, "0605/N: interior", "0605/N: airtight")
    assert session.look_at_disk()
    assert session.done[-1].is_outside
    session.do(door("none", "0605/S"), 2, "Door")
    session.undo(3)
    session.undo(4)
    assert path.read_text(encoding="utf-8") == TEXT


@pytest.mark.parametrize(
    ("age", "is_settled"), [(0, False), (SETTLING * 0.9, False), (SETTLING, True), (-1, True)]
)
def test_a_file_is_whole_some_time_after_it_was_written(
    path: Path, monkeypatch: pytest.MonkeyPatch, age: float, is_settled: bool
) -> None:
    now = path.stat().st_mtime_ns + round(age * 1e9)
    monkeypatch.setattr(time, "time_ns", lambda: now)
    assert DiskFile(path).is_settled is is_settled


def test_an_edit_while_another_program_writes_is_refused(
    session: Session, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace_outside(path, "title: Dead Air", "title: Thin Air")
    monkeypatch.setattr(DiskFile, "is_settled", False)
    assert not session.look_at_disk()
    with pytest.raises(Refused, match="is writing the file at this moment"):
        session.do(door("airtight"), 1, "Door")
    assert (session.revision, session.state.text) == (1, TEXT)
    monkeypatch.undo()
    assert session.look_at_disk()
    session.do(door("airtight"), 2, "Door")
    assert "title: Thin Air" in path.read_text(encoding="utf-8")


def test_an_edit_before_the_next_look_at_the_disk_is_refused_and_nothing_is_lost(
    session: Session, path: Path
) -> None:
    replace_outside(path, "title: Dead Air", "title: Thin Air")
    text = path.read_text(encoding="utf-8")
    with pytest.raises(Refused, match="has changed in the meantime"):
        session.do(door("airtight"), 1, "Door")
    assert path.read_text(encoding="utf-8") == text == session.state.text


@pytest.mark.parametrize("keep_own", [True, False])
def test_two_edits_at_the_same_moment_are_kept_until_somebody_chooses(
    session: Session, path: Path, keep_own: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        # The other program writes between the last look at the disk and the writing.
        patch.setattr(session, "look_at_disk", lambda: False)
        replace_outside(path, "title: Dead Air", "title: Thin Air")
        with pytest.raises(Refused, match="another program has changed the file"):
            session.do(door("airtight"), 1, "Door")
    theirs = TEXT.replace("title: Dead Air", "title: Thin Air", 1)
    edited = TEXT.replace("0605/N: interior", "0605/N: airtight")
    assert session.conflict is not None
    assert (session.conflict.own_text, session.conflict.disk_text) == (edited, theirs)
    assert path.read_text(encoding="utf-8") == theirs
    with pytest.raises(Refused, match="choose a version first"):
        session.undo(session.revision)
    session.resolve(keep_own)
    assert path.read_text(encoding="utf-8") == (edited if keep_own else theirs)
    session.undo(session.revision)
    assert path.read_text(encoding="utf-8") == (theirs if keep_own else TEXT)


def test_a_text_that_is_not_yaml_keeps_the_last_map_and_refuses_operations(
    session: Session, path: Path
) -> None:
    session.type(TEXT.replace("map:", "map: [", 1), 1)
    assert not session.is_readable
    assert session.last_good is not None
    assert session.last_good.text == TEXT
    with pytest.raises(Refused, match="not valid YAML"):
        session.do(door("airtight"), 2, "Door")
    session.undo(2)
    assert session.is_readable
    assert path.read_text(encoding="utf-8") == TEXT


def test_typing_without_a_pause_is_one_step(session: Session, path: Path) -> None:
    for number in range(1, 6):
        session.type(f"{TEXT}# {'note'[:number]}\n", session.revision)
    assert [step.title for step in session.done] == ["Typing"]
    session.undo(session.revision)
    assert path.read_text(encoding="utf-8") == TEXT


def test_a_file_that_is_gone_is_not_written_again(session: Session, path: Path) -> None:
    path.unlink()
    assert session.look_at_disk()
    with pytest.raises(Refused, match="was moved or deleted"):
        session.do(door("airtight"), 1, "Door")
    assert not path.exists()
    write_outside(path, TEXT)
    assert session.look_at_disk()
    session.do(door("airtight"), 1, "Door")


def test_byte_order_mark_line_ends_and_permissions_stay(tmp_path: Path) -> None:
    path = tmp_path / "ship.yaml"
    raw = b"\xef\xbb\xbf" + TEXT.replace("\n", "\r\n").encode()
    path.write_bytes(raw)
    path.chmod(0o640)
    session = Session(path, LIBRARY)
    session.do(door("airtight"), 1, "Door")
    assert path.read_bytes() == raw.replace(b"0605/N: interior", b"0605/N: airtight")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    session.undo(2)
    assert path.read_bytes() == raw


@pytest.mark.parametrize(
    "name", ["../ship.yaml", "/etc/passwd", "ship.yaml/..", "", "notes.txt", "link.yaml"]
)
def test_only_scenarios_in_the_folder_can_be_opened(tmp_path: Path, name: str) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    for file in (tmp_path / "ship.yaml", inside / "own.yaml", inside / "notes.txt"):
        file.write_text("scenario: {}\n", encoding="utf-8")
    if hasattr(os, "symlink"):
        (inside / "link.yaml").symlink_to(tmp_path / "ship.yaml")
    folder = Folder.of(inside)
    assert folder.files() == ("own.yaml",)
    assert folder.path("own.yaml") == inside / "own.yaml"
    with pytest.raises(InputError, match="no such scenario"):
        folder.path(name)
    assert Folder.of(inside / "own.yaml").files() == ("own.yaml",)
