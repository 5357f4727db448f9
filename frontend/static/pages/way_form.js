// @ts-check

/** Offers in a form the rule sets its game has: Thoughtful is played by the Normal rules alone. @param {HTMLFormElement} form */
export function offerWhatThereIs(form) {
  const rules = /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll('input[name="ruleset"]'));
  function update() {
    const only = new FormData(form).get("family") === "TF";
    for (const rule of rules) {
      if (only && rule.value === "N") rule.checked = true;
      rule.disabled = only && rule.value !== "N";
    }
  }
  form.addEventListener("change", update);
  update();
}
