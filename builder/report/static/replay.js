"use strict";
// Shows a recorded game over the map. The game is the JSON in the element `game`.
(() => {
  const game = JSON.parse(document.getElementById("game").textContent);
  const at = (id) => document.getElementById(id);
  const SVG = "http://www.w3.org/2000/svg";
  const layers = [...document.querySelectorAll(".pieces")];
  const log = at("log"), place = at("place"), turn = at("turn"), play = at("play"), now = at("now");
  const last = game.steps.length - 1;
  let step = 0, timer = 0;

  function element(name, attributes, text) {
    const node = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    if (text) node.textContent = text;
    return node;
  }

  function standing(until) {
    const stands = new Map();
    for (let number = 0; number <= until; number++)
      for (const [unit, where, strength, status] of game.steps[number].changes)
        stands.set(unit, { where, strength, status, fresh: number === until });
    return stands;
  }

  function drawPiece(unit, stand, shift) {
    const piece = game.pieces[unit], size = game.size;
    const [, x, y] = stand.where;
    const group = element("g", {
      class: `piece side${piece.side} ${stand.status}${stand.fresh ? " fresh" : ""}${stand.strength ? "" : " empty"}`,
      transform: `translate(${x + shift * size * 0.55} ${y - shift * size * 0.4})`,
    });
    group.append(element("title", {}, `${piece.name}: ${stand.status}${stand.strength > 1 ? `, ${stand.strength}` : ""}`));
    const reach = size * 1.2;
    group.append(piece.side === 0
      ? element("circle", { r: size })
      : element("polygon", { points: `0,${-reach} ${reach},0 0,${reach} ${-reach},0` }));
    group.append(element("text", { y: size * 0.34, "font-size": size * 0.95 }, stand.strength > 1 ? String(stand.strength) : piece.label));
    if (stand.status === "down")
      group.append(element("path", { class: "cross", d: `M${-size} ${-size}L${size} ${size}M${-size} ${size}L${size} ${-size}` }));
    return group;
  }

  function show(wanted, follow = true) {
    step = Math.max(0, Math.min(last, wanted));
    for (const layer of layers) layer.replaceChildren();
    const crowd = new Map();
    for (const [unit, stand] of standing(step)) {
      if (!stand.where.length || stand.status === "lost" || stand.status === "left") continue;
      const key = stand.where.join();
      const shift = crowd.get(key) ?? 0;
      crowd.set(key, shift + 1);
      layers[stand.where[0]].append(drawPiece(unit, stand, shift));
    }
    const current = game.steps[step];
    now.textContent = [current.turn ? `Turn ${current.turn}` : "Set-up", current.text, ...current.fates].join(" · ");
    place.value = String(step);
    turn.value = String(current.turn);
    for (const old of log.querySelectorAll("[aria-current]")) old.removeAttribute("aria-current");
    const line = log.children[step];
    line.firstElementChild.setAttribute("aria-current", "step");
    if (follow) log.scrollTop = line.offsetTop - log.offsetTop - log.clientHeight / 3;
    if (step === last) stop();
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    play.textContent = "Play";
    play.setAttribute("aria-pressed", "false");
  }

  function start() {
    if (step === last) show(0);
    clearInterval(timer);
    timer = setInterval(() => show(step + 1), Number(at("speed").value));
    play.textContent = "Pause";
    play.setAttribute("aria-pressed", "true");
  }

  game.steps.forEach((entry, number) => {
    const line = document.createElement("li");
    line.className = entry.kind;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = entry.text;
    button.addEventListener("click", () => { stop(); show(number, false); });
    line.append(button);
    for (const rule of entry.rules) {
      const link = document.createElement("a");
      link.href = rule.to;
      link.textContent = rule.title;
      const about = document.createElement("small");
      about.append(link, rule.about ? ` ${rule.about}` : "", entry.more ?? "");
      line.append(about);
    }
    for (const fate of entry.fates) {
      const strong = document.createElement("strong");
      strong.textContent = fate;
      line.append(strong);
    }
    log.append(line);
    if (!number || game.steps[number - 1].turn !== entry.turn)
      turn.append(new Option(entry.turn ? String(entry.turn) : "set-up", String(entry.turn)));
  });
  place.max = String(last);
  place.addEventListener("input", () => { stop(); show(Number(place.value)); });
  turn.addEventListener("change", () => {
    stop();
    show(game.steps.findIndex((entry) => String(entry.turn) === turn.value));
  });
  at("speed").addEventListener("change", () => { if (timer) start(); });
  play.addEventListener("click", () => (timer ? stop() : start()));
  for (const [id, to] of [["first", () => 0], ["back", () => step - 1], ["next", () => step + 1], ["last", () => last]])
    at(id).addEventListener("click", () => { stop(); show(to()); });
  document.addEventListener("keydown", (event) => {
    if (event.target.closest("select, input, a, summary") || event.altKey || event.ctrlKey || event.metaKey) return;
    const keys = { ArrowLeft: () => show(step - 1), ArrowRight: () => show(step + 1), Home: () => show(0), End: () => show(last) };
    if (keys[event.key]) { event.preventDefault(); stop(); keys[event.key](); }
  });
  const asked = Number(new URLSearchParams(location.hash.slice(1)).get("step"));
  show(Number.isInteger(asked) ? asked : 0);
})();
