// Maps of scenarios: zoom and move with mouse, fingers and keys, and turn layers on and off. Without this
// script a map is a plain picture.
(function () {
  "use strict";

  const MAX_ZOOM = 12;
  const STEP = 1.5;
  // The name of each layer, and its classes in the drawing.
  const LAYERS = [
    ["Set-up zones", ["zones", "zone-names"]],
    ["Objectives", ["objectives", "objective-names"]],
    ["Numbers", ["numbers", "rulers"]],
    ["Names", ["names"]],
  ];

  function element(name, attributes, ...children) {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) { node.setAttribute(key, value); }
    node.append(...children);
    return node;
  }

  // The visible part of the drawing, in its own units, with the aspect ratio of the window.
  class Sight {
    constructor(view, svg) {
      this.view = view;
      this.svg = svg;
      const { x, y, width, height } = svg.viewBox.baseVal;
      this.whole = { x, y, width, height };
      this.zoom = 1;
      this.middle = [x + width / 2, y + height / 2];
    }

    get size() {
      const shape = this.view.clientWidth / this.view.clientHeight || 1;
      const fit = Math.max(this.whole.width, this.whole.height * shape);
      return [fit / this.zoom, fit / this.zoom / shape];
    }

    // The place of a point of the screen on the drawing.
    at(clientX, clientY) {
      const box = this.view.getBoundingClientRect();
      const [width, height] = this.size;
      return [
        this.middle[0] + ((clientX - box.left) / box.width - 0.5) * width,
        this.middle[1] + ((clientY - box.top) / box.height - 0.5) * height,
      ];
    }

    show() {
      const size = this.size;
      const low = [this.whole.x, this.whole.y];
      const span = [this.whole.width, this.whole.height];
      this.middle = this.middle.map((value, at) => {
        const room = Math.max(0, (span[at] - size[at]) / 2);
        const center = low[at] + span[at] / 2;
        return Math.min(center + room, Math.max(center - room, value));
      });
      this.svg.setAttribute("viewBox", [this.middle[0] - size[0] / 2, this.middle[1] - size[1] / 2, ...size].join(" "));
      this.view.classList.toggle("bb-map-near", this.zoom > 1);
    }

    // Zoom so that the point under the fingers or the pointer stays where it is.
    scale(factor, fixed) {
      const before = this.zoom;
      this.zoom = Math.min(MAX_ZOOM, Math.max(1, this.zoom * factor));
      if (fixed) {
        this.middle = this.middle.map((value, at) => fixed[at] + (value - fixed[at]) * before / this.zoom);
      }
      this.show();
    }

    move(right, down) {
      const [width, height] = this.size;
      this.middle = [this.middle[0] + right * width, this.middle[1] + down * height];
      this.show();
    }

    reset() {
      this.zoom = 1;
      this.show();
    }
  }

  const KEYS = {
    ArrowLeft: (sight) => sight.move(-0.15, 0),
    ArrowRight: (sight) => sight.move(0.15, 0),
    ArrowUp: (sight) => sight.move(0, -0.15),
    ArrowDown: (sight) => sight.move(0, 0.15),
    "+": (sight) => sight.scale(STEP),
    "=": (sight) => sight.scale(STEP),
    "-": (sight) => sight.scale(1 / STEP),
    0: (sight) => sight.reset(),
  };

  function listen(view, sight) {
    const down = new Map();
    view.addEventListener("keydown", (event) => {
      const act = KEYS[event.key];
      // If the whole map is visible, arrows scroll the page.
      const idle = event.key.startsWith("Arrow") && sight.zoom === 1;
      if (!act || idle || event.ctrlKey || event.altKey || event.metaKey) { return; }
      act(sight);
      event.preventDefault();
      event.stopPropagation();
    });
    view.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey) { return; }
      sight.scale(event.deltaY < 0 ? STEP : 1 / STEP, sight.at(event.clientX, event.clientY));
      event.preventDefault();
    }, { passive: false });
    view.addEventListener("dblclick", (event) => sight.scale(STEP, sight.at(event.clientX, event.clientY)));
    view.addEventListener("pointerdown", (event) => {
      down.set(event.pointerId, [event.clientX, event.clientY]);
      if (sight.zoom > 1 || down.size > 1) { view.setPointerCapture(event.pointerId); }
    });
    view.addEventListener("pointermove", (event) => {
      const before = down.get(event.pointerId);
      if (!before) { return; }
      const other = [...down].find(([id]) => id !== event.pointerId);
      const now = [event.clientX, event.clientY];
      if (other) {
        const apart = (point) => Math.hypot(point[0] - other[1][0], point[1] - other[1][1]) || 1;
        sight.scale(apart(now) / apart(before), sight.at((now[0] + other[1][0]) / 2, (now[1] + other[1][1]) / 2));
      } else if (sight.zoom > 1) {
        sight.move((before[0] - now[0]) / view.clientWidth, (before[1] - now[1]) / view.clientHeight);
      }
      down.set(event.pointerId, now);
    });
    for (const end of ["pointerup", "pointercancel"]) {
      view.addEventListener(end, (event) => down.delete(event.pointerId));
    }
    new ResizeObserver(() => sight.show()).observe(view);
  }

  function layers(svg) {
    const box = element("fieldset", {}, element("legend", {}, "Layers"));
    for (const [title, classes] of LAYERS) {
      const groups = svg.querySelectorAll(classes.map((name) => "g." + name).join(","));
      if (!groups.length) { continue; }
      const check = element("input", { type: "checkbox" });
      check.checked = true;
      check.addEventListener("change", () => {
        for (const group of groups) { group.style.display = check.checked ? "" : "none"; }
      });
      box.append(element("label", {}, check, " " + title));
    }
    return box.querySelector("input") ? [box] : [];
  }

  function open(figure, number) {
    const view = figure.querySelector(".bb-map-view");
    const svg = view.querySelector("svg");
    const title = figure.querySelector("figcaption").textContent;
    const hint = element("p", { class: "bb-map-hint", id: "bb-map-hint-" + number },
      "Drag, pinch or use the arrow keys to move; plus and minus zoom, as does Ctrl with the wheel; 0 shows all.");
    const { width, height } = svg.viewBox.baseVal;
    svg.removeAttribute("width");
    svg.removeAttribute("height");
    view.style.setProperty("--bb-map-shape", width + " / " + height);
    view.classList.add("bb-map-live");
    for (const [name, value] of [["tabindex", "0"], ["role", "group"], ["aria-label", "Map: " + title], ["aria-describedby", hint.id]]) {
      view.setAttribute(name, value);
    }
    const sight = new Sight(view, svg);
    const tools = element("div", { class: "bb-map-tools" });
    for (const [text, name, act] of [["+", "Zoom in", "+"], ["−", "Zoom out", "-"], ["Whole map", "Whole map", "0"]]) {
      const button = element("button", { type: "button", "aria-label": name + ": " + title }, text);
      button.addEventListener("click", () => KEYS[act](sight));
      tools.append(button);
    }
    tools.append(...layers(svg));
    figure.insertBefore(tools, view);
    figure.append(hint);
    listen(view, sight);
    sight.show();
  }

  document.addEventListener("DOMContentLoaded", () => {
    document.querySelectorAll(".bb-map").forEach(open);
  });
})();
