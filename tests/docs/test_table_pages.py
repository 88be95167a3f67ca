"""Pages of tables in a real browser: keyboard, dark mode, layout shifts, and without JavaScript."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

TABLE = "reference/bug-hunter/table/random-panic.html"
WITH_MODIFIERS = "reference/mobile-infantry/table/reaction.html"
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
    tab_to(page, "force")
    page.keyboard.type("mar")
    tab_to(page, "die")
    page.keyboard.type("5")
    page.keyboard.press("Enter")
    status = page.get_by_role("status")
    assert status.get_attribute("aria-live") == "polite"
    assert status.locator("strong").inner_text() == "4"
    assert page.locator(".bb-lit").all_inner_texts() == ["4"]
    assert page.locator("tr", has=page.locator(".bb-lit")).locator("th").inner_text() == "marine"
    tab_to(page, "Roll")
    page.keyboard.press("Space")
    assert page.get_by_label("die").input_value() in "123456"
    assert page.locator(".bb-lit").inner_text() == status.locator("strong").inner_text()


def test_steps_of_modifiers_are_announced_in_the_live_region(page: Any, whole_site: Path) -> None:
    page.goto((whole_site / WITH_MODIFIERS).as_uri())
    label = page.locator(".bb-play-modifier").filter(has=page.locator('input[type="checkbox"]')).first
    tab_to(page, label.inner_text())
    page.keyboard.press("Space")
    tab_to(page, "Roll")
    page.keyboard.press("Enter")
    assert page.locator("output[aria-live=polite] .bb-play-step").count() >= 1
    assert "becomes" in page.locator("output[aria-live=polite]").inner_text()


def test_out_of_range_input_is_reported_and_no_cell_stays_highlighted(page: Any, whole_site: Path) -> None:
    page.goto((whole_site / TABLE).as_uri())
    page.get_by_label("die").fill("5")
    page.keyboard.press("Enter")
    page.get_by_label("die").fill("")
    page.keyboard.press("Enter")
    assert page.locator(".bb-play-error").inner_text() == "type the dice, or roll: 1d6"
    assert page.locator(".bb-lit").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_on_a_table_page_has_enough_contrast(browser: Any, whole_site: Path, scheme: str) -> None:
    context = browser.new_context(color_scheme=scheme, offline=True)
    page = context.new_page()
    grounds = set()
    for name in (TABLE, WITH_MODIFIERS, "reference/bug-hunter/table/combat-results.html"):
        page.goto((whole_site / name).as_uri())
        page.get_by_role("button", name="Roll").click()
        grounds.add(page.evaluate("() => getComputedStyle(document.body).backgroundColor"))
        for selector in ("h1", "article p", "article a", ".bb-table th", ".bb-table td", ".bb-lit",
                         ".bb-basis", ".bb-play label", ".bb-play button", ".bb-play select",
                         ".bb-play input", ".bb-play-answer strong", ".bb-play-step",
                         ".bb-bar-chance"):  # fmt: skip
            contrast = page.evaluate(CONTRAST, selector)
            assert contrast is None or contrast[0] >= 4.5, (name, selector, contrast)
    (ground,) = grounds
    dark = sum(int(part) for part in ground.strip("rgb()").split(",")) < 3 * 128
    assert dark is (scheme == "dark")
    context.close()


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
