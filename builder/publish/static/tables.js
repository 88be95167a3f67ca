// Rolls on the tables of the reference in the page, and shows the cell and the exact odds.
// The lookup is that of the Python engine (rulesdb/tables/table.py); a test compares every cell of every table.
(function (root) {
  "use strict";

  // Exact fractions: chances of several dice outgrow the numbers of a browser.
  function gcd(a, b) { while (b) { [a, b] = [b, a % b]; } return a < 0n ? -a : a; }
  function fraction(top, bottom) {
    const common = gcd(top, bottom) || 1n;
    return { top: top / common, bottom: bottom / common };
  }
  function plus(a, b) { return fraction(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom); }
  function times(a, b) { return fraction(a.top * b.top, a.bottom * b.bottom); }
  function asNumber(a) { return Number(a.top * 1000000n / a.bottom) / 1000000; }

  function chosen(table, wanted) {
    const counts = new Map();
    for (const id of wanted) { counts.set(id, (counts.get(id) || 0) + 1); }
    const found = [];
    for (const modifier of table.modifiers) {
      const count = counts.get(modifier.id) || 0;
      if (count > 1 && !modifier.repeats) { throw new Error(modifier.id + " counts once"); }
      for (const other of count ? modifier.excludes : []) {
        if (counts.get(other)) { throw new Error(modifier.id + " and " + other + " do not go together"); }
      }
      for (let index = 0; index < count; index += 1) { found.push(modifier); }
    }
    return found;
  }

  // The cells at `inputs` (axis name to label or number), with the steps that led there.
  function lookup(table, inputs, wanted) {
    const at = { ...inputs };
    const trace = [];
    for (const modifier of chosen(table, wanted || [])) {
      const axis = table.axes.find((one) => one.name === modifier.to);
      const before = at[axis.name];
      if (axis.labels) {
        const place = axis.labels.indexOf(before) + modifier.add;
        at[axis.name] = axis.labels[Math.max(0, Math.min(place, axis.labels.length - 1))];
      } else {
        at[axis.name] = before + modifier.add;
      }
      trace.push(modifier.id + ": " + before + " becomes " + at[axis.name]);
    }
    for (const axis of table.axes) {
      if (axis.labels) {
        if (!axis.labels.includes(at[axis.name])) { throw new Error(axis.name + ": " + axis.labels.join(", ")); }
        continue;
      }
      const value = at[axis.name];
      if (!Number.isInteger(value)) { throw new Error(axis.name + ": a whole number"); }
      const inside = Math.max(axis.low, axis.high === null ? value : Math.min(value, axis.high));
      if (inside === value) { continue; }
      if (table.beyond === "clamp") {
        trace.push(axis.name + ": " + value + " counts as " + inside);
        at[axis.name] = inside;
      } else if (table.beyond === "no-effect") {
        return { shown: table.noEffect, cells: [], trace };
      } else {
        const end = axis.high === null ? axis.low + "+" : axis.low + "-" + axis.high;
        throw new Error(axis.name + ": " + value + " is out of range, use " + end);
      }
    }
    const fits = (cell) => table.axes.every((axis, index) => {
      const place = cell.at[index];
      if (axis.labels) { return place === at[axis.name]; }
      return place[0] <= at[axis.name] && (place[1] === null || at[axis.name] <= place[1]);
    });
    const found = [];
    table.cells.forEach((cell, index) => { if (fits(cell)) { found.push(index); } });
    const kept = table.policy === "collect" ? found : found.slice(0, 1);
    const shown = kept.map((index) => table.cells[index].shown);
    return { shown: table.policy === "collect" ? shown.join(", ") || "nothing" : shown[0], cells: kept, trace };
  }

  // The exact chance of each result over the dice that are not among `inputs`.
  function odds(table, inputs, wanted) {
    let branches = [{ inputs: { ...inputs }, chance: { top: 1n, bottom: 1n } }];
    for (const axis of table.axes) {
      if (!axis.faces || axis.name in inputs) { continue; }
      branches = branches.flatMap((branch) => axis.faces.map(([total, top, bottom]) => ({
        inputs: { ...branch.inputs, [axis.name]: total },
        chance: times(branch.chance, { top: BigInt(top), bottom: BigInt(bottom) }),
      })));
    }
    const chances = new Map();
    for (const branch of branches) {
      const shown = lookup(table, branch.inputs, wanted).shown;
      chances.set(shown, plus(chances.get(shown) || { top: 0n, bottom: 1n }, branch.chance));
    }
    return [...chances].map(([shown, chance]) => (
      { shown, text: chance.bottom === 1n ? String(chance.top) : chance.top + "/" + chance.bottom, part: asNumber(chance) }
    ));
  }

  function throwDice(axis) {
    const draw = new Uint32Array(1);
    root.crypto.getRandomValues(draw);
    let left = draw[0] / 2 ** 32;
    for (const [total, top, bottom] of axis.faces) {
      left -= top / bottom;
      if (left < 0) { return total; }
    }
    return axis.faces[axis.faces.length - 1][0];
  }

  root.brainbugTables = { lookup, odds };
  if (typeof document === "undefined") { return; }

  function element(name, attributes, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) {
      if (key === "text") { made.textContent = value; } else { made.setAttribute(key, value); }
    }
    made.append(...children);
    return made;
  }

  // `number` makes the names of fields unique if a page shows a table twice.
  function play(place, number) {
    const table = JSON.parse(place.dataset.table);
    const fields = new Map();
    const form = element("form", { class: "bb-play-form", "aria-label": "Roll on this table" });
    for (const axis of table.axes) {
      const id = "bb-play-" + number + "-" + axis.name;
      let field;
      if (axis.labels) {
        field = element("select", { id });
        for (const label of axis.labels) { field.append(element("option", { value: label, text: label })); }
      } else {
        field = element("input", { id, type: "number", step: "1", inputmode: "numeric", min: String(axis.low) });
        if (axis.high !== null) { field.setAttribute("max", String(axis.high)); }
        if (!axis.faces) { field.value = String(axis.low); }
        field.placeholder = axis.dice || "";
      }
      fields.set(axis.name, field);
      form.append(element("label", { for: id }, axis.title + (axis.dice ? " (" + axis.dice + ")" : ""), field));
    }
    const counts = new Map();
    for (const modifier of table.modifiers) {
      const id = "bb-play-" + number + "-modifier-" + modifier.id;
      const field = modifier.repeats
        ? element("input", { id, type: "number", min: "0", max: "20", step: "1", value: "0" })
        : element("input", { id, type: "checkbox" });
      counts.set(modifier.id, () => (modifier.repeats ? Number(field.value) || 0 : Number(field.checked)));
      const sign = modifier.add > 0 ? "+" : "";
      form.append(element("label", { for: id, class: "bb-play-modifier" }, field, sign + modifier.add + " " + modifier.when));
    }
    const thrown = table.axes.filter((axis) => axis.faces);
    const answer = element("output", { class: "bb-play-answer", "aria-live": "polite" });
    const bars = element("div", { class: "bb-play-odds" });
    const buttons = element("div", { class: "bb-play-buttons" });
    buttons.append(element("button", { type: "submit", text: thrown.length ? "Look up" : "Show" }));
    const roll = element("button", { type: "button", text: "Roll" });
    if (thrown.length) { buttons.append(roll); }
    form.append(buttons);

    const wanted = () => [...counts].flatMap(([id, count]) => Array(count()).fill(id));
    const given = (dice) => {
      const inputs = {};
      for (const axis of table.axes) {
        const value = fields.get(axis.name).value;
        if (axis.labels) { inputs[axis.name] = value; } else if (value !== "") { inputs[axis.name] = Number(value); }
        if (axis.faces && !dice) { delete inputs[axis.name]; }
      }
      return inputs;
    };
    const shownAbove = place.parentElement.querySelectorAll(".bb-table td[data-cells]");
    function light(found) {
      for (const cell of shownAbove) {
        const numbers = cell.dataset.cells.split(" ").filter(Boolean).map(Number);
        cell.classList.toggle("bb-lit", numbers.some((number) => found.includes(number)));
      }
    }
    function say(inputs) {
      try {
        const missing = thrown.filter((axis) => !(axis.name in inputs));
        if (missing.length) { throw new Error("type the dice, or roll: " + missing.map((axis) => axis.dice).join(", ")); }
        const found = lookup(table, inputs, wanted());
        const bases = new Set(found.cells.map((index) => table.cells[index].basis));
        const basis = bases.size === 1 ? [...bases][0] : "";
        answer.replaceChildren(
          element("strong", { text: found.shown }),
          element("span", { class: "bb-basis bb-" + basis, text: basis }),
          ...found.trace.map((step) => element("div", { class: "bb-play-step", text: step })),
        );
        light(found.cells);
      } catch (error) {
        answer.replaceChildren(element("span", { class: "bb-play-error", text: error.message }));
        light([]);
      }
    }
    function drawOdds() {
      bars.replaceChildren();
      if (!thrown.length) { return; }
      try {
        for (const { shown, text, part } of odds(table, given(false), wanted())) {
          bars.append(element("div", { class: "bb-bar" },
            element("span", { class: "bb-bar-name", text: shown }),
            element("span", { class: "bb-bar-room" }, element("span", { class: "bb-bar-fill", style: "width:" + (part * 100).toFixed(2) + "%" })),
            element("span", { class: "bb-bar-chance", text: text + " · " + (part * 100).toFixed(1) + " %" })));
        }
      } catch (error) {
        bars.append(element("span", { class: "bb-play-error", text: error.message }));
      }
    }
    form.addEventListener("submit", (event) => { event.preventDefault(); say(given(true)); });
    form.addEventListener("change", () => { drawOdds(); });
    roll.addEventListener("click", () => {
      for (const axis of thrown) { fields.get(axis.name).value = String(throwDice(axis)); }
      say(given(true));
    });
    place.append(form, answer, bars);
    place.hidden = false;
    drawOdds();
  }

  // The page reads this script before its body, and each place is filled as soon as it is there: a browser that
  // draws the page while it is still being read never shows it without, and nothing jumps.
  let count = 0;
  function fill() {
    for (const place of document.querySelectorAll(".bb-play[hidden]")) { play(place, count); count += 1; }
  }
  const reading = new MutationObserver(fill);
  reading.observe(document, { childList: true, subtree: true });
  document.addEventListener("DOMContentLoaded", () => { fill(); reading.disconnect(); });
})(typeof window === "undefined" ? globalThis : window);
