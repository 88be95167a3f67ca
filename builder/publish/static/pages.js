// Support for keyboards and phones on every page of the site.
(function () {
  "use strict";

  // Let the keyboard scroll elements that are too wide for their column.
  function mark() {
    for (const box of document.querySelectorAll(".highlight pre, .table-wrapper")) {
      if (box.scrollWidth > box.clientWidth) { box.tabIndex = 0; } else { box.removeAttribute("tabindex"); }
    }
  }

  // On a phone the sidebar with its search field is hidden, so the header gets a link to the search.
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
