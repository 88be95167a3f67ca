// Shows how a cited entry begins next to its link, while the pointer is on it or it has the focus.
// Without this script the browser shows the same text as a tooltip.
(function () {
  "use strict";

  const LINKS = "article a[title]";

  document.addEventListener("DOMContentLoaded", () => {
    const links = [...document.querySelectorAll(LINKS)]
      .filter((link) => link.matches(".bb-basis") || link.querySelector(".xref.bb"));
    if (!links.length) { return; }
    const hint = document.createElement("div");
    hint.id = "bb-hint";
    hint.setAttribute("role", "tooltip");
    hint.hidden = true;
    document.body.append(hint);
    let described = null;

    function hide() {
      if (described) { described.removeAttribute("aria-describedby"); }
      described = null;
      hint.hidden = true;
    }

    function show(link) {
      hide();
      described = link;
      hint.textContent = link.dataset.hint;
      hint.hidden = false;
      link.setAttribute("aria-describedby", hint.id);
      const at = link.getBoundingClientRect();
      const room = document.documentElement.clientWidth - hint.offsetWidth - 8;
      const below = at.bottom + hint.offsetHeight + 12 < window.innerHeight;
      hint.style.left = Math.max(8, Math.min(at.left, room)) + "px";
      hint.style.top = (below ? at.bottom + 6 : Math.max(8, at.top - hint.offsetHeight - 6)) + "px";
    }

    for (const link of links) {
      link.dataset.hint = link.title;
      link.removeAttribute("title");
      link.addEventListener("pointerenter", (event) => { if (event.pointerType === "mouse") { show(link); } });
      link.addEventListener("focus", () => { if (link.matches(":focus-visible")) { show(link); } });
      link.addEventListener("blur", hide);
      link.addEventListener("pointerleave", (event) => { if (event.relatedTarget !== hint) { hide(); } });
    }
    hint.addEventListener("pointerleave", hide);
    window.addEventListener("scroll", hide, { passive: true });
    document.addEventListener("keydown", (event) => { if (event.key === "Escape") { hide(); } });
  });
})();
