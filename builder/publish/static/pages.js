// Support for keyboards on every page of the site.
(function () {
  "use strict";

  // Let the keyboard scroll elements that are too wide for their column.
  function mark() {
    for (const box of document.querySelectorAll(".highlight pre, table.docutils")) {
      if (box.scrollWidth > box.clientWidth) { box.tabIndex = 0; } else { box.removeAttribute("tabindex"); }
    }
  }

  document.addEventListener("DOMContentLoaded", mark);
  window.addEventListener("resize", mark);
})();
