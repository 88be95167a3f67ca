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
    const modifiers = [];
    for (const modifier of table.modifiers) {
      const count = counts.get(modifier.id) || 0;
      if (count > 1 && !modifier.repeats) { throw new Error(modifier.id + " counts once"); }
      for (const other of count ? modifier.excludes : []) {
        if (counts.get(other)) { throw new Error(modifier.id + " and " + other + " do not go together"); }
      }
      for (let index = 0; index < count; index += 1) { modifiers.push(modifier); }
    }
    return modifiers;
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
        return { shown: table.noEffect, cells: [], at, trace };
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
    const cells = [];
    table.cells.forEach((cell, index) => { if (fits(cell)) { cells.push(index); } });
    const kept = table.policy === "collect" ? cells : cells.slice(0, 1);
    const results = kept.map((index) => table.cells[index].shown);
    return { shown: table.policy === "collect" ? results.join(", ") || "nothing" : results[0], cells: kept, at, trace };
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
      const result = lookup(table, branch.inputs, wanted).shown;
      chances.set(result, plus(chances.get(result) || { top: 0n, bottom: 1n }, branch.chance));
    }
    return [...chances].map(([result, chance]) => (
      { shown: result, text: chance.bottom === 1n ? String(chance.top) : chance.top + "/" + chance.bottom, part: asNumber(chance) }
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
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) {
      if (key === "text") { node.textContent = value; } else { node.setAttribute(key, value); }
    }
    node.append(...children);
    return node;
  }

  const MAX_CHIPS = 16;
  const MAX_CHIP_LENGTH = 14;
  const MAX_SOURCE_LENGTH = 8;
  const MAX_SEGMENTS = 9;

  function signed(number) { return number > 0 ? "+" + number : number < 0 ? "−" + -number : "0"; }
  function percent(part) { return (part * 100).toFixed(1) + " %"; }

  // Choices side by side, of which one is chosen; `fields` are the names, values and accessible names.
  function chips(name, choices, chosen) {
    const box = element("div", { class: "bb-chips" });
    for (const [value, text, spoken] of choices) {
      const field = element("input", { type: "radio", name, value });
      if (spoken) { field.setAttribute("aria-label", spoken); }
      if (value === chosen) { field.checked = true; }
      box.append(element("label", { class: "bb-chip" }, field, element("span", { text })));
    }
    const longest = Math.max(...choices.map(([, text]) => text.length));
    box.style.setProperty("--bb-chip", longest + 2 + "ch");
    const picked = () => box.querySelector("input:checked");
    return {
      box,
      get value() { return picked() ? picked().value : ""; },
      set value(value) { for (const field of box.querySelectorAll("input")) { field.checked = field.value === value; } },
    };
  }

  // What stands on a chip for each value of an axis; null if the axis has too many, or is entered as a number.
  function choicesOf(table, axis) {
    if (axis.labels) {
      const fits = axis.labels.length <= MAX_CHIPS && axis.labels.every((label) => label.length <= MAX_CHIP_LENGTH);
      return fits ? axis.labels.map((label) => [label, label]) : null;
    }
    if (axis.faces) {
      return axis.faces.length <= MAX_CHIPS ? axis.faces.map(([total]) => [String(total), String(total)]) : null;
    }
    // A range stands for each of its numbers unless a modifier moves the number into another.
    const moved = table.modifiers.some((modifier) => modifier.to === axis.name);
    if (moved || axis.bins.length > MAX_CHIPS) { return null; }
    return axis.bins.map((bin) => [bin.replace("+", "").split(/(?<=\d)-/)[0], bin]);
  }

  function block(number, title, hint, ...parts) {
    const legend = element("legend", {}, element("i", { "aria-hidden": "true", text: String(number) }), element("span", { text: title }));
    if (hint) { legend.append(element("small", { text: hint })); }
    return element("fieldset", {}, legend, ...parts);
  }

  // `number` makes the names of fields unique if a page shows a table twice.
  function play(place, number) {
    const table = JSON.parse(place.dataset.table);
    const unique = (name) => "bb-play-" + number + "-" + name;
    const thrown = table.axes.filter((axis) => axis.faces);
    const fields = new Map();
    const form = element("form", { class: "bb-play-form", "aria-label": "Look up this table" });
    let step = 0;
    for (const axis of table.axes) {
      step += 1;
      const choices = choicesOf(table, axis);
      const id = unique(axis.name);
      const parts = [];
      let field;
      if (choices) {
        field = chips(id, choices, axis.faces ? "" : choices[0][0]);
        parts.push(field.box);
      } else if (axis.labels) {
        field = element("select", { id, "aria-label": axis.title });
        for (const label of axis.labels) { field.append(element("option", { value: label, text: label })); }
        parts.push(field);
      } else {
        field = element("input", { id, "aria-label": axis.title, type: "number", step: "1", inputmode: "numeric", min: String(axis.low) });
        if (axis.high !== null) { field.setAttribute("max", String(axis.high)); }
        if (!axis.faces) { field.value = String(axis.low); }
        parts.push(field);
      }
      if (axis.faces) {
        const roll = element("button", { type: "button", class: "bb-roll", text: "Roll " + axis.dice });
        roll.addEventListener("click", () => { fields.get(axis.name).value = String(throwDice(axis)); say(); });
        parts.unshift(roll);
      }
      fields.set(axis.name, field);
      form.append(block(step, axis.title, axis.faces ? "or tap what fell" : "", ...parts));
    }

    // Modifiers of one choice are one row of numbers; the others are boxes to tick, or counts.
    const counts = new Map();
    const ticks = element("div", { class: "bb-ticks" });
    const groups = new Map();
    for (const modifier of table.modifiers) {
      if (modifier.choice) {
        groups.set(modifier.choice, [...(groups.get(modifier.choice) || []), modifier]);
        continue;
      }
      const id = unique("modifier-" + modifier.id);
      const field = modifier.repeats
        ? element("input", { id, type: "number", min: "0", max: "20", step: "1", value: "0" })
        : element("input", { id, type: "checkbox" });
      counts.set(modifier.id, () => (modifier.repeats ? Number(field.value) || 0 : Number(field.checked)));
      for (const other of modifier.excludes) { field.dataset.excludes = [field.dataset.excludes, other].filter(Boolean).join(" "); }
      field.dataset.modifier = modifier.id;
      ticks.append(element("label", { for: id, class: "bb-play-modifier" }, field,
        element("b", { text: signed(modifier.add) }), element("span", { text: modifier.when + (modifier.repeats ? " (each)" : "") }),
        ...(modifier.source.length <= MAX_SOURCE_LENGTH ? [element("small", { text: modifier.source })] : [])));
    }
    const rows = [];
    for (const [name, modifiers] of groups) {
      const sorted = [...modifiers].sort((one, other) => one.add - other.add);
      const below = sorted.filter((modifier) => modifier.add < 0);
      const above = sorted.filter((modifier) => modifier.add >= 0);
      const plain = new Set(sorted.map((modifier) => modifier.add)).size === sorted.length;
      const chip = (modifier) => [modifier.id, plain ? signed(modifier.add) : signed(modifier.add) + " " + modifier.when, signed(modifier.add) + ", " + modifier.when];
      const row = chips(unique("choice-" + name), [...below.map(chip), ["", plain ? "0" : "none", "none"], ...above.map(chip)], "");
      row.box.classList.add(plain ? "bb-chips-row" : "bb-chips-list");
      row.value = "";
      for (const modifier of modifiers) { counts.set(modifier.id, () => Number(row.value === modifier.id)); }
      rows.push(element("div", { class: "bb-choice", role: "group", "aria-label": name }, element("small", { text: name }), row.box));
    }
    if (table.modifiers.length) { form.append(block(step + 1, "Modifiers", "tick what applies", ...rows, ticks)); }

    const answer = element("output", { class: "bb-play-answer", "aria-live": "polite" });
    const again = element("button", { type: "button", class: "bb-roll bb-again", text: "Roll" });
    const bars = element("div", { class: "bb-play-odds" });
    const result = element("section", { class: "bb-result", "aria-label": "Result" });
    const top = element("div", { class: "bb-result-top" }, answer);
    if (thrown.length) { top.append(again); }
    result.append(top);

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
    // The table follows in the page, which may not have been read to its end yet.
    const shownAbove = () => (place.closest(".bb-lookup") || place.parentElement).querySelectorAll(".bb-table td[data-cells], .bb-table td[data-cell]");
    const last = table.axes[table.axes.length - 1].name;
    function light(cells, at) {
      for (const row of document.querySelectorAll(".bb-on")) { row.classList.remove("bb-on"); }
      for (const cell of shownAbove()) {
        const numbers = (cell.dataset.cells || cell.dataset.cell || "").split(" ").filter(Boolean).map(Number);
        const lit = numbers.some((each) => cells.includes(each)) && (!cell.dataset.total || Number(cell.dataset.total) === at[last]);
        cell.classList.toggle("bb-lit", lit);
        if (lit) {
          cell.parentElement.classList.add("bb-on");
          const head = cell.closest("table").tHead;
          const above = cell.dataset.total && head ? head.rows[head.rows.length - 1].cells[cell.cellIndex] : null;
          if (above) { above.classList.add("bb-on"); }
        }
      }
    }

    // How the inputs became the places that were looked up: "7 + 1 = 8 · 5:1".
    function sum(inputs, at) {
      const parts = table.axes.filter((axis) => !axis.labels || axis.name in inputs).map((axis) => {
        const steps = table.modifiers.filter((modifier) => modifier.to === axis.name)
          .flatMap((modifier) => Array(counts.get(modifier.id)()).fill(modifier.add));
        if (!steps.length || axis.labels) { return String(at[axis.name]); }
        const total = steps.reduce((one, other) => one + other, inputs[axis.name]);
        const counted = total === at[axis.name] ? "" : ", counts as " + at[axis.name];
        return inputs[axis.name] + steps.map((add) => (add < 0 ? " − " : " + ") + Math.abs(add)).join("") + " = " + total + counted;
      });
      return parts.reverse().join(" on ");
    }

    function cite(inputs, result) {
      const cell = table.cells[result.cells[0]];
      const at = table.axes.map((axis) => axis.title + " " + inputs[axis.name]).join(", ");
      const conditions = wanted().map((id) => table.modifiers.find((modifier) => modifier.id === id).when);
      return [document.title.split(" — ")[0], at, ...conditions].join("; ") + " → " + result.shown + (cell ? " (" + cell.source + ", " + cell.basis + ")" : "");
    }

    function say() {
      const inputs = given(true);
      answer.replaceChildren();
      try {
        const missing = thrown.filter((axis) => !(axis.name in inputs));
        if (missing.length) {
          answer.append(element("span", { class: "bb-play-wait", text: "Roll, or tap what fell: " + missing.map((axis) => axis.dice).join(", ") }));
          light([], {});
          drawOdds();
          return;
        }
        const result = lookup(table, inputs, wanted());
        const bases = new Set(result.cells.map((index) => table.cells[index].basis));
        const basis = bases.size === 1 ? [...bases][0] : "";
        const meaning = table.meanings[result.shown];
        const words = element("div", { class: "bb-say" });
        if (meaning) { words.append(element("span", { class: "bb-means", text: meaning })); }
        words.append(element("span", { class: "bb-play-step", text: sum(inputs, result.at) }));
        if (basis) { words.append(element("span", { class: "bb-basis bb-" + basis, text: basis })); }
        const big = element("strong", { text: result.shown });
        if (result.shown.length > 8) { big.className = "bb-long"; }
        answer.append(big, words);
        if (root.navigator.clipboard) {
          const copy = element("button", { type: "button", class: "bb-copy", text: "Copy" , "aria-label": "Copy the result with its source" });
          copy.addEventListener("click", () => {
            root.navigator.clipboard.writeText(cite(inputs, result)).then(() => { copy.textContent = "Copied"; }, () => { copy.textContent = "Not allowed"; });
          });
          words.append(copy);
        }
        light(result.cells, result.at);
        drawOdds(result.shown);
      } catch (error) {
        answer.append(element("span", { class: "bb-play-error", text: error.message }));
        light([], {});
        drawOdds();
      }
    }

    // The chances over the dice: one bar for few results, and the exact fractions.
    function drawOdds(hit) {
      bars.replaceChildren();
      if (!thrown.length) { return; }
      let chances;
      try { chances = odds(table, given(false), wanted()); } catch { return; }
      if (table.order.length) { chances.sort((one, other) => table.order.indexOf(one.shown) - table.order.indexOf(other.shown)); }
      const rank = (shown) => Math.round(table.order.indexOf(shown) * 6 / Math.max(1, table.order.length - 1));
      const whole = chances.length <= MAX_SEGMENTS && chances.length > 1;
      if (whole) {
        const bar = element("div", { class: "bb-odds", "aria-hidden": "true" });
        for (const { shown, part } of chances) {
          const kind = table.order.length ? " bb-rank-" + rank(shown) : "";
          const piece = element("span", { class: "bb-odds-part" + kind + (shown === hit ? " bb-hit" : ""), style: "flex-grow:" + Math.max(part, 0.045).toFixed(4) });
          piece.append(element("b", { text: part > 0.09 || shown.length < 3 ? shown : "" }), element("small", { text: String(Math.round(part * 100)) }));
          bar.append(piece);
        }
        bars.append(bar);
      }
      const rest = chances.slice(chances.findIndex(({ shown }) => shown === hit));
      if (hit && table.order.length && chances.some(({ shown }) => shown === hit)) {
        bars.append(element("p", { class: "bb-play-step", text: hit + " or more: " + percent(rest.reduce((total, { part }) => total + part, 0)) }));
      }
      const list = element("div", { class: "bb-bars" });
      for (const { shown, text, part } of chances) {
        list.append(element("div", { class: "bb-bar" },
          element("span", { class: "bb-bar-name", text: shown }),
          element("span", { class: "bb-bar-room" }, element("span", { class: "bb-bar-fill", style: "width:" + (part * 100).toFixed(2) + "%" })),
          element("span", { class: "bb-bar-chance", text: text + " · " + percent(part) })));
      }
      bars.append(whole ? element("details", { class: "bb-more" }, element("summary", { text: "Exact odds" }), list) : list);
    }

    // Ticking one of two modifiers that exclude each other unticks the other.
    form.addEventListener("change", (event) => {
      const { modifier, excludes } = event.target.dataset;
      if (modifier && event.target.checked) {
        for (const field of form.querySelectorAll("input[type=checkbox][data-modifier]")) {
          const others = (field.dataset.excludes || "").split(" ");
          if ((excludes || "").split(" ").includes(field.dataset.modifier) || others.includes(modifier)) { field.checked = false; }
        }
      }
      say();
    });
    form.addEventListener("input", (event) => { if (event.target.type === "number") { say(); } });
    form.addEventListener("submit", (event) => { event.preventDefault(); say(); });
    again.addEventListener("click", () => {
      for (const axis of thrown) { fields.get(axis.name).value = String(throwDice(axis)); }
      say();
    });
    place.append(form, result);
    if (thrown.length) { place.append(bars); }
    place.hidden = false;
    say();
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
