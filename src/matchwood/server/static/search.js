/** Looking for one of the moves in words. */

import { find, hear } from "./page.js";

function search() {
  const wanted = find("filter")?.value.trim().toLowerCase() ?? "";
  for (const button of document.querySelectorAll("#offers [data-clicks]")) {
    button.parentElement.hidden = !button.textContent.toLowerCase().includes(wanted);
  }
}

hear("shown", search);
document.addEventListener("input", ({ target }) => { if (target.id === "filter") search(); });
