// @ts-check
/* Every page: has the browser keep the page that is shown where there is no connection. Only over HTTPS, or on this machine. */

const address = /** @type {HTMLLinkElement | null} */ (document.querySelector('link[rel="manifest"]'))?.dataset.worker;

if (address && "serviceWorker" in navigator) {
  addEventListener("load", () => {
    navigator.serviceWorker.register(address).catch(() => {}); // private windows may say no
  });
}

export {};
