/** The set-up form, and small helps on all pages. */

import { find } from "./page.js";

document.addEventListener("input", ({ target }) => { if (target.closest("#setup")) nameSeats(); });

/** One is me; and whoever may start is called as the players are. */
document.addEventListener("change", ({ target }) => {
  if (!target.name?.startsWith("seat-") || target.value !== "me") return;
  for (const other of document.querySelectorAll("#setup [name^=seat-]")) {
    if (other !== target && other.value === "me") other.value = "screen";
  }
});

function nameSeats() {
  const form = find("setup");
  const players = Number(form.elements["option-players"]?.value ?? Infinity);
  for (const option of form.querySelectorAll("[data-seats] option")) {
    const field = form.elements[`name-${option.value}`];
    if (!field) continue;
    const seen = field.checkVisibility?.() ?? true;
    option.textContent = (seen && field.value.trim()) || field.placeholder;
    option.hidden = option.disabled = Number(option.value) >= players;
    if (option.disabled && option.selected) option.parentElement.selectedIndex = 0;
  }
}

/** A text to be taken elsewhere. */
document.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-copy]");
  if (!button) return;
  const field = button.parentElement.querySelector("input");
  field.value = new URL(field.value, location.href).href;
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    // Without a secure connection only this old way is left.
    field.select();
    document.execCommand("copy");
  }
  button.textContent = button.dataset.done;
});

if (find("setup")) nameSeats();
