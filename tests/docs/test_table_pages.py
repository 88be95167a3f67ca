"""Pages of tables in a real browser: keyboard, dark mode, layout shifts, and without JavaScript."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from soak import every, soak_only, times

TABLE = "reference/bug-hunter/table/random-panic.html"
WITH_MODIFIERS = "reference/mobile-infantry/table/reaction.html"
COMBAT = "reference/bug-hunter/table/combat-results.html"
# The sum of all layout shifts, as browsers count them.
JUMPS = """window.jumps = 0;
new PerformanceObserver((list) => { for (const jump of list.getEntries()) { window.jumps += jump.value; } })
  .observe({ type: "layout-shift", buffered: true });"""
# The lowest contrast of a text with its background according to WCAG 2, and the text.
CONTRAST = """(selector) => {
  const paint = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgb = (color, under) => {
    paint.fillStyle = under; paint.fillRect(0, 0, 1, 1);
    paint.fillStyle = color; paint.fillRect(0, 0, 1, 1);
    return [...paint.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const css = (parts) => "rgb(" + parts.join(",") + ")";
  const behind = (element) => {
    const above = element.parentElement ? behind(element.parentElement) : "rgb(255,255,255)";
    return css(rgb(getComputedStyle(element).backgroundColor, above));
  };
  const light = (parts) => {
    const [r, g, b] = parts.map((part) => part / 255).map(
      (part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  return [...document.querySelectorAll(selector)].filter((one) => one.offsetParent).map((one) => {
    const ground = behind(one);
    const pair = [light(rgb(getComputedStyle(one).color, ground)), light(rgb(ground, ground))];
    return [(Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05), one.textContent.trim()];
  }).sort((one, other) => one[0] - other[0])[0];
}"""


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    context = browser.new_context(viewport={"width": 1100, "height": 800}, offline=True)
    yield context.new_page()
    context.close()


def focused(page: Any) -> str:
    """The name of the field, button, link or region that has the focus."""
    selector: str = page.evaluate(
        """() => { const one = document.activeElement;
                   return one.labels?.[0]?.textContent ?? one.ariaLabel ?? one.textContent; }"""
    )
    return selector


def tab_to(page: Any, name: str) -> None:
    """Press Tab until the field or button of that name has the focus, which must be visible."""
    for _ in range(150):
        page.keyboard.press("Tab")
        if focused(page).startswith(name):
            assert page.evaluate("() => document.activeElement.matches(':focus-visible')")
            return
    raise AssertionError(f"Tab never reaches {name}")


def test_a_table_is_played_by_keyboard_alone(page: Any, whole_site: Path) -> None:
    page.goto((whole_site / TABLE).as_uri())
    force = page.get_by_role("group", name="force").get_by_role("radio", checked=True)
    while not force.evaluate("(field) => field === document.activeElement"):
        page.keyboard.press("Tab")
    while force.get_attribute("value") != "marine":
        page.keyboard.press("ArrowRight")
    tab_to(page, "Roll 1d6")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    die = page.get_by_role("group", name="die").get_by_role("radio", checked=True)
    while die.get_attribute("value") != "5":
        page.keyboard.press("ArrowRight")
    status = page.get_by_role("status")
    assert status.get_attribute("aria-live") == "polite"
    assert status.locator("strong").inner_text() == "4"
    assert page.locator(".bb-lit").all_inner_texts() == ["4"]
    assert page.locator("tr", has=page.locator(".bb-lit")).locator("th").inner_text() == "marine"
    tab_to(page, "Roll 1d6")
    page.keyboard.press("Space")
    assert die.get_attribute("value") in "123456"
    assert page.locator(".bb-lit").inner_text() == status.locator("strong").inner_text()


def test_modifiers_are_added_up_in_the_live_region(page: Any, whole_site: Path) -> None:
    page.goto((whole_site / WITH_MODIFIERS).as_uri())
    page.get_by_role("radio", name="3", exact=True).check()
    page.locator(".bb-play-modifier", has_text="at their first test").get_by_role("checkbox").check()
    page.locator(".bb-play-modifier", has_text="for each casualty").get_by_role("spinbutton").fill("2")
    assert "3 + 1 − 1 − 1 = 2" in page.locator("output[aria-live=polite]").inner_text()


def test_one_of_several_modifiers_is_chosen(page: Any, whole_site: Path) -> None:
    page.goto((whole_site / COMBAT).as_uri())
    page.get_by_role("radio", name="5:1", exact=True).check()
    page.get_by_role("group", name="dice").get_by_role("radio", name="7", exact=True).check()
    status = page.get_by_role("status")
    assert status.locator("strong").inner_text() == "P#"
    effect = page.get_by_role("group", name="weapon effect")
    effect.get_by_role("radio", name="+2").check()
    assert "7 + 2 = 9 on 5:1" in status.inner_text()
    effect.get_by_role("radio", name="−1").check()
    assert "7 − 1 = 6 on 5:1" in status.inner_text()
    assert status.locator("strong").inner_text() == "stun"


def test_the_result_is_explained_and_its_row_and_column_are_marked(page: Any, whole_site: Path) -> None:
    page.goto((whole_site / COMBAT).as_uri())
    page.get_by_role("radio", name="5:1", exact=True).check()
    page.get_by_role("group", name="dice").get_by_role("radio", name="8", exact=True).check()
    assert page.get_by_role("status").inner_text().startswith("W")
    assert "Wounded." in page.get_by_role("status").inner_text()
    assert page.locator(".bb-totals .bb-lit").all_inner_texts() == ["W"]
    assert page.locator(".bb-totals th.bb-on, .bb-totals tr.bb-on > th").all_inner_texts() == ["8", "5:1"]
    # W begins at 8, and 15 of 36 rolls are 8 or more.
    assert "W or more: 41.7 %" in page.locator(".bb-play-odds").inner_text()


def test_a_roll_lies_on_the_first_screen_of_a_phone(browser: Any, whole_site: Path) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, offline=True)
    page = context.new_page()
    for table in (TABLE, WITH_MODIFIERS, COMBAT):
        page.goto((whole_site / table).as_uri())
        box = page.get_by_role("button", name="Roll", exact=False).first.bounding_box()
        assert box["y"] + box["height"] < 844
        # The result stays in view, with a button to roll again.
        page.get_by_role("button", name="Roll", exact=True).click()
        result = page.get_by_role("status").bounding_box()
        assert result["y"] >= 0
        assert result["y"] + result["height"] <= 844
    context.close()


def test_a_range_or_ratio_never_breaks(browser: Any, whole_site: Path) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, offline=True)
    page = context.new_page()
    page.goto((whole_site / COMBAT).as_uri())
    page.get_by_text("The same as ranges").click()
    heights = page.evaluate(
        """() => [...document.querySelectorAll(".bb-range")].map((one) => one.getClientRects().length)"""
    )
    assert set(heights) == {1}
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    context.close()


def test_before_a_roll_no_cell_is_marked_and_the_odds_are_shown(page: Any, whole_site: Path) -> None:
    page.goto((whole_site / COMBAT).as_uri())
    assert page.get_by_role("status").inner_text() == "Roll, or tap what fell: 2d6"
    assert page.locator(".bb-lit").count() == 0
    page.get_by_text("Exact odds").click()
    assert page.locator(".bb-bar-chance").all_inner_texts()[0] == "5/6 · 83.3 %"


@pytest.mark.soak
@pytest.mark.parametrize("scheme", every(times(2, 1), ["dark", "light"]))
def test_text_on_a_table_page_has_enough_contrast(browser: Any, whole_site: Path, scheme: str) -> None:
    context = browser.new_context(color_scheme=scheme, offline=True)
    page = context.new_page()
    grounds = set()
    for name in (TABLE, WITH_MODIFIERS, COMBAT):
        page.goto((whole_site / name).as_uri())
        page.get_by_role("button", name="Roll").first.click()
        grounds.add(page.evaluate("() => getComputedStyle(document.body).backgroundColor"))
        for selector in ("h1", "article p", "article a", ".bb-table th", ".bb-table td", ".bb-lit",
                         ".bb-basis", ".bb-play legend", ".bb-chip", ".bb-play button", ".bb-play-modifier",
                         ".bb-play-answer strong", ".bb-play-step", ".bb-odds b",
                         ".bb-odds small", ".bb-bar-chance"):  # fmt: skip
            contrast = page.evaluate(CONTRAST, selector)
            assert contrast is None or contrast[0] >= 4.5, (name, selector, contrast)
    (ground,) = grounds
    dark = sum(int(part) for part in ground.strip("rgb()").split(",")) < 3 * 128
    assert dark is (scheme == "dark")
    context.close()


@soak_only
def test_the_layout_does_not_shift_when_scripts_start_late(
    browser: Any, whole_site: Path, tmp_path: Path
) -> None:
    jumpy = tmp_path / "jumpy.html"
    late = "setTimeout(() => { document.querySelector('div').style.height = '300px'; }, 300)"
    jumpy.write_text(f"<!doctype html><div></div><p>Words</p><script>{late}</script>", encoding="utf-8")
    jumps = {}
    for page_file in (jumpy, whole_site / TABLE, whole_site / WITH_MODIFIERS):
        context = browser.new_context(viewport={"width": 390, "height": 800})
        context.add_init_script(JUMPS)
        page = context.new_page()
        page.route("**/*.js*", lambda route: (page.wait_for_timeout(250), route.continue_()))  # noqa: B023
        page.goto(page_file.as_uri())
        page.wait_for_timeout(900)
        jumps[page_file.stem] = page.evaluate("() => window.jumps")
        context.close()
    assert jumps.pop("jumpy") > 0.01
    assert jumps == dict.fromkeys(jumps, 0)


def test_a_table_can_be_read_without_javascript(browser: Any, whole_site: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((whole_site / TABLE).as_uri())
    row = page.locator(".bb-table tr", has_text="marine")
    assert row.locator("th, td").all_inner_texts() == ["marine", "2", "2", "3", "3", "4", "5"]
    assert not page.locator(".bb-play").is_visible()
    assert "undefined" not in page.locator("article").inner_text()
    context.close()
