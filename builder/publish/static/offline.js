// Starts the service worker of the site (sw.js), which keeps it on the device, and shows how much of it is kept.
(function () {
  "use strict";

  if (!/^https?:$/.test(location.protocol)) {
    // A browser that asks for the manifest of a page from a folder reports an error.
    document.querySelector("link[rel=manifest]")?.remove();
    return;
  }
  const workers = navigator.serviceWorker;
  // Browsers have them only on a secure connection.
  if (!workers) { return; }
  const address = new URL("../sw.js", document.currentScript.src);

  function fill(worker) { if (worker && !navigator.connection?.saveData) { worker.postMessage("fill"); } }

  function show({ kept, files }) {
    const isReady = kept === files;
    document.documentElement.dataset.offline = isReady ? "ready" : "loading";
    const text = isReady ? "This site is on this device and works offline." : `Kept on this device: ${kept} of ${files} files.`;
    for (const place of document.querySelectorAll(".bb-offline")) { place.textContent = text; }
  }

  workers.addEventListener("message", (event) => show(event.data));
  // The first worker, and later the worker of a new version of the site.
  workers.addEventListener("controllerchange", () => fill(workers.controller));
  window.addEventListener("load", async () => {
    try {
      await workers.register(address);
      fill((await workers.ready).active);
      // An installed app may ask that its files stay; in a page, some browsers would show a question.
      if (matchMedia("(display-mode: standalone)").matches) { await navigator.storage?.persist?.(); }
    } catch { /* the site works without it, for example in a private window */ }
  });
})();
