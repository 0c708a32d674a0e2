/** The rules beside the table: loaded when they are first wanted, opened at the rule that is asked for. */

import { fetched } from "./follow.js";
import { find, hear, notice } from "./page.js";

let reading = null;

function loadRules() {
  const book = find("rulebook");
  reading ??= fetched(book.dataset.source)
    .then((page) => book.replaceChildren(...page.body.childNodes))
    .catch(() => { reading = null; });
  return reading;
}

async function openRule(number) {
  find("side")?.hidePopover?.();
  find("rules").open = true;
  await loadRules();
  find("rulebook").querySelector(".asked")?.classList.remove("asked");
  find(number)?.classList.add("asked");
  find(number)?.scrollIntoView({ block: "nearest" });
}

document.addEventListener("toggle", ({ target }) => {
  if (target.id === "rules" && target.open) loadRules();
}, true);

if (find("rules")?.open) loadRules();

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-rule]");
  if (link && find("rulebook")) {
    event.preventDefault();
    openRule(link.dataset.rule);
  }
  if (event.target.closest("#notice button")) notice(null);
});

/** How many milliseconds a refusal is read: at least, and for each letter. */
const AT_LEAST = 5000, A_LETTER = 60;
let read = 0;

/** What is pointed at is still being read. */
function leave() {
  const box = find("notice");
  const go = () => (box.matches(":hover, :focus-within") ? leave() : notice(null));
  read = setTimeout(go, AT_LEAST + A_LETTER * box.textContent.length);
}

hear("noticed", () => {
  clearTimeout(read);
  if (!find("notice").hidden) leave();
});
