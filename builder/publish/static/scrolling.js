// What is too wide for its column scrolls; this lets the keyboard scroll it, too.
(function () {
  "use strict";

  function mark() {
    for (const box of document.querySelectorAll(".highlight pre, .table-wrapper")) {
      if (box.scrollWidth > box.clientWidth) { box.tabIndex = 0; } else { box.removeAttribute("tabindex"); }
    }
  }

  document.addEventListener("DOMContentLoaded", mark);
  window.addEventListener("resize", mark);
})();
