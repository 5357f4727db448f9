// @ts-check
/** The settings page: what is chosen is shown at once, before it is saved. */

const form = /** @type {HTMLFormElement} */ (document.querySelector("form.form"));
const page = document.documentElement;
const sample = [...document.querySelectorAll("#sample use")];

/** Has page and sample look as the form says. */
function show() {
  const chosen = new FormData(form);
  for (const name of ["theme", "felt", "suits", "motion"]) page.dataset[name] = String(chosen.get(name));
  const large = chosen.get("index") === "large" ? "-L" : "";
  for (const use of sample) {
    const [sheet, symbol] = (use.getAttribute("href") ?? "").split("#");
    const shown = symbol.startsWith("back-") ? `back-${chosen.get("back")}` : symbol.replace("-L", "") + large;
    use.setAttribute("href", `${sheet}#${shown}`);
  }
}

form.addEventListener("change", show);

export {};
