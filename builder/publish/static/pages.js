// What every page of the site does for keyboards and phones.
(function () {
  "use strict";

  // What is too wide for its column scrolls; this lets the keyboard scroll it, too.
  function mark() {
    for (const box of document.querySelectorAll(".highlight pre, .table-wrapper")) {
      if (box.scrollWidth > box.clientWidth) { box.tabIndex = 0; } else { box.removeAttribute("tabindex"); }
    }
  }

  // On a phone the sidebar with its search field is shut away; a link in the header leads to the search.
  function addSearchLink() {
    const form = document.querySelector(".sidebar-search-container");
    const header = document.querySelector(".mobile-header .header-right");
    if (!form || !header) { return; }
    const link = document.createElement("a");
    link.href = form.getAttribute("action");
    link.className = "bb-search-link";
    link.textContent = "Search";
    header.prepend(link);
  }

  document.addEventListener("DOMContentLoaded", () => { mark(); addSearchLink(); });
  window.addEventListener("resize", mark);
})();
