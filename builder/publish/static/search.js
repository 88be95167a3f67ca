// The search page: searches while the user types, and shows the results by game.
(function () {
  "use strict";

  const FIRST = 6;
  const WIDTH = 150;
  const { engine, wordPattern, fold } = window.brainbugSearch;
  const form = document.querySelector("form.bb-search");
  const field = form.elements.q;
  const status = document.querySelector(".bb-search-status");
  const results = document.querySelector(".bb-search-results");
  const base = document.documentElement.dataset.content_root || "";

  function element(name, attributes, ...children) {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) { node.setAttribute(key, value); }
    node.append(...children);
    return node;
  }

  function hitsIn(text, wanted) {
    return [...text.matchAll(wordPattern())].filter((match) => wanted(fold(match[0])))
      .map((match) => [match.index, match.index + match[0].length]);
  }

  // A text with its hits marked.
  function marked(text, wanted) {
    const pieces = [];
    let at = 0;
    for (const [low, high] of hitsIn(text, wanted)) {
      pieces.push(text.slice(at, low), element("mark", {}, text.slice(low, high)));
      at = high;
    }
    return [...pieces, text.slice(at)];
  }

  // The sentence or line of a row with the greatest weight of the words asked for, cut around its hits.
  function snippet(row, answer) {
    const sentences = row.text.match(/.+?[a-z)\]][.!?:](?= [A-Z]|$)|.+$/gu) || [];
    const passages = [...sentences.map((one) => one.trim()), ...row.lines, row.notes];
    const weights = passages.map((one) => answer.weigh((one.match(wordPattern()) || []).map(fold)));
    const text = passages[weights.indexOf(Math.max(...weights))] || row.notes;
    if (text.length <= WIDTH) { return text; }
    const [first] = hitsIn(text, answer.wanted)[0] || [0];
    let low = first < WIDTH * 0.75 ? 0 : text.indexOf(" ", first - WIDTH / 3) + 1;
    if (low > first) { low = first; }
    const end = text.lastIndexOf(" ", low + WIDTH);
    const high = low + WIDTH >= text.length ? text.length : end > low ? end : low + WIDTH;
    return (low ? "… " : "") + text.slice(low, high) + (high < text.length ? " …" : "");
  }

  function item(row, answer) {
    const { wanted } = answer;
    const isRule = row.kind === "rule" && /^\d/.test(row.key);
    const title = isRule || row.kind === "lint code" ? row.key + " " + row.title : row.title;
    const about = element("span", { class: "bb-search-about" }, [row.kind, row.source].filter(Boolean).join(" · "));
    if (row.basis && row.basis !== "printed") {
      const meaning = engine.data.basis[row.basis];
      about.append(" ", element("span", { class: "bb-basis bb-" + row.basis, title: meaning }, row.basis));
    }
    const text = element("p", {}, ...marked(snippet(row, answer), wanted));
    return element("li", {}, element("a", { href: base + row.url }, ...marked(title, wanted)), " ", about, text);
  }

  function section(id, title, rows, answer) {
    const list = element("ul", {}, ...rows.slice(0, FIRST).map((row) => item(row, answer)));
    const head = element("h2", { id: "bb-found-" + id }, title + " ", element("span", { class: "bb-search-count" }, String(rows.length)));
    const part = element("section", { "aria-labelledby": head.id }, head, list);
    if (rows.length > FIRST) {
      const more = element("button", { type: "button" }, (rows.length - FIRST) + " more in " + title);
      more.addEventListener("click", () => {
        const added = rows.slice(FIRST).map((row) => item(row, answer));
        list.append(...added);
        more.remove();
        added[0].querySelector("a").focus();
      });
      part.append(more);
    }
    return part;
  }

  function summary(answer, groups) {
    const parts = answer.corrected.map(([word, meant]) => "No match for “" + word + "”; showing “" + meant + "”. ");
    parts.push(...answer.unknown.map((word) => "No match for “" + word + "”. "));
    if (!answer.rows.length) { return parts.join("") + "No results."; }
    if (!answer.complete) { parts.push("No entry contains every word; these contain some. "); }
    const count = answer.rows.length === 1 ? "One result" : answer.rows.length + " results";
    return parts.join("") + count + (groups > 1 ? " in " + groups + " groups." : ".");
  }

  function show() {
    const text = field.value.trim();
    remember(text);
    if (!text) { status.textContent = ""; results.replaceChildren(); return; }
    const answer = engine.find(text, form.elements.game.value);
    const groups = new Map();
    for (const row of answer.rows) {
      if (!groups.has(row.group)) { groups.set(row.group, []); }
      groups.get(row.group).push(row);
    }
    const titles = new Map(engine.data.groups);
    results.replaceChildren(...[...groups].map(([id, rows]) => section(id, titles.get(id), rows, answer)));
    status.textContent = summary(answer, groups.size);
  }

  // The question is part of the address, so that the page can be shared and "back" works.
  function remember(text) {
    const asked = new URLSearchParams();
    if (text) { asked.set("q", text); }
    if (form.elements.game.value) { asked.set("game", form.elements.game.value); }
    const query = asked.toString();
    try { history.replaceState(null, "", location.pathname + (query ? "?" + query : "")); } catch { /* not every browser lets a file do so */ }
  }

  function move(step) {
    const places = [field, ...results.querySelectorAll("a, button")];
    const next = places[places.indexOf(document.activeElement) + step];
    if (next) { next.focus(); }
  }

  form.addEventListener("submit", (event) => { event.preventDefault(); show(); move(1); });
  form.addEventListener("input", show);
  document.addEventListener("keydown", (event) => {
    const inside = event.target === field || results.contains(event.target);
    if (!inside || event.ctrlKey || event.altKey || event.metaKey) { return; }
    if (event.key === "ArrowDown") { move(1); } else if (event.key === "ArrowUp") { move(-1); } else if (event.key === "Escape" && event.target !== field) { field.focus(); } else { return; }
    event.preventDefault();
  });

  const asked = new URLSearchParams(location.search);
  field.value = asked.get("q") || "";
  form.elements.game.value = asked.get("game") || "";
  if (form.elements.game.selectedIndex < 0) { form.elements.game.value = ""; }
  form.hidden = false;
  field.focus();
  show();

  // Lint codes and guides are half as long as all games together, and at the table nobody waits for them.
  const guides = element("script", { src: form.dataset.guides });
  guides.addEventListener("load", () => { if (!results.contains(document.activeElement)) { show(); } });
  document.head.append(guides);
})();
