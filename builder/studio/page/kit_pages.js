// @ts-check
/** The pages of a kit with a list of them; pages that have not changed keep their elements. */
import { make } from "./elements.js";

/**
 * @typedef {{number: number, part: string, title: string, width: number, height: number, digest: string}} Page
 */

const MAX_MM = 297;

export class KitPages {
  /** @param {HTMLElement} pages @param {HTMLElement} contents @param {HTMLInputElement} zoom */
  constructor(pages, contents, zoom) {
    this.host = pages;
    this.contents = contents;
    this.zoom = zoom;
    /** The figures of the pages by digest. @type {Map<string, HTMLElement>} */
    this.figures = new Map();
    zoom.addEventListener("input", () => this.size());
  }

  /** Show pages, and mark those that have changed. @param {Page[]} pages @param {Set<string>} changed */
  show(pages, changed) {
    /** @type {Map<string, HTMLElement>} */
    const figures = new Map();
    for (const page of pages) {
      const figure = this.figures.get(page.digest) ?? figureOf(page);
      figure.id = `page-${page.number}`;
      figure.classList.toggle("changed", changed.has(page.digest));
      (/** @type {HTMLElement} */ (figure.lastElementChild)).textContent = `${page.number} · ${page.title}`;
      figures.set(page.digest, figure);
    }
    this.host.replaceChildren(...figures.values());
    this.figures = figures;
    this.contents.replaceChildren();
    let part = "";
    for (const page of pages) {
      if (page.part !== part) { this.contents.append(make("h2", {}, page.part)); }
      part = page.part;
      const link = make("a", { href: `#page-${page.number}`, class: changed.has(page.digest) ? "changed" : undefined },
        make("span", {}, String(page.number)), make("span", {}, page.title));
      link.addEventListener("click", (event) => {
        event.preventDefault();
        this.figures.get(page.digest)?.scrollIntoView();
      });
      this.contents.append(link);
    }
    this.size();
    // The cover changes with every edit, so it is the least interesting page.
    const [first] = [...changed].reverse().filter((digest) => figures.has(digest));
    const isAnyInView = [...changed].some((digest) => isInView(figures.get(digest)));
    if (!isAnyInView) { figures.get(first)?.scrollIntoView({ block: "nearest" }); }
  }

  /** Show pages at the chosen size, each as wide as its paper. */
  size() {
    const wide = Number(this.zoom.value);
    for (const figure of this.figures.values()) {
      figure.style.width = `min(100%, ${wide * Math.max(1, Number(figure.dataset.width) / MAX_MM * 1.414)}px)`;
    }
  }
}

/** @param {Page} page */
function figureOf(page) {
  const image = make("img", { src: `/kit/${page.digest}.svg`, alt: page.title, loading: "lazy", decoding: "async" });
  const figure = make("figure", {}, image, make("figcaption"));
  figure.dataset.width = String(page.width);
  image.style.aspectRatio = `${page.width} / ${page.height}`;
  return figure;
}

/** @param {HTMLElement | undefined} figure */
function isInView(figure) {
  const box = figure?.getBoundingClientRect();
  return box !== undefined && box.bottom > 0 && box.top < innerHeight;
}
