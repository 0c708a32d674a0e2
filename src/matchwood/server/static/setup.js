/** The set-up form: chairs that belong together, and who plays in a sentence. */

import { find } from "./page.js";

const BOT = "bot:medium", NOBODY = "nobody";
const form = find("setup"), who = find("who");
const chairs = [...form.querySelectorAll(".chair select")];
const counts = who.dataset.counts.split(" ").map(Number);

form.addEventListener("input", tell);
form.addEventListener("change", ({ target }) => {
  if (target.name === "preset") seat(Number(target.dataset.players));
  else if (chairs.includes(target)) moved(target);
  tell();
});

/** Whether somebody sits there. */
const isTaken = (chair) => chair.value !== NOBODY;

/** Bots fill the chairs that a way to play needs. */
function seat(players) {
  for (const chair of chairs) {
    if (chairs.filter(isTaken).length < players && !isTaken(chair)) chair.value = BOT;
  }
}

/** One is me; and a way to play that is for fewer or more gives way to the usual one. */
function moved(chair) {
  for (const other of chairs) {
    if (chair.value === "me" && other !== chair && other.value === "me") other.value = "screen";
  }
  const preset = form.querySelector("[name=preset]:checked"), wanted = Number(preset?.dataset.players);
  if (wanted && wanted !== chairs.filter(isTaken).length) form.querySelector("[name=preset]").checked = true;
}

/** Who plays, beside the button; and whoever may start is called as the players are. */
function tell() {
  const taken = chairs.filter(isTaken), names = taken.map(called);
  const isWrong = !counts.includes(taken.length);
  // Whoever is invited is to know by whom.
  const isInviting = taken.some((chair) => chair.value === "link");
  for (const chair of chairs) {
    form.elements[chair.name.replace("seat", "name")].required = isInviting && chair.value === "me";
  }
  who.classList.toggle("wrong", isWrong);
  who.textContent = isWrong ? who.dataset.wrong : names.join(" · ");
  for (const option of form.querySelectorAll("[data-seats] option")) {
    const chair = form.elements[`seat-${option.value}`];
    if (!chair) continue;
    option.textContent = called(chair);
    option.hidden = option.disabled = !isTaken(chair);
    if (option.disabled && option.selected) option.parentElement.selectedIndex = 0;
  }
}

function called(chair) {
  const name = form.elements[chair.name.replace("seat", "name")];
  const nameless = chair.value === "screen" ? name.placeholder : chair.selectedOptions[0].textContent;
  return getComputedStyle(name).display !== "none" && name.value.trim() || nameless;
}

tell();
