/** Following the table: new states come by a stream; what is sent is sent once. */

import { morph, show } from "./morph.js";
import { find, hear, notice, pause, root, table, tell } from "./page.js";
import { arrive } from "./story.js";

/** How many milliseconds a stream that was refused is left alone: twice as long each time. */
const REFUSED = { first: 2000, longest: 60_000 };

let stream = null;
let address = null;
let rest = REFUSED.first;

export function follow() {
  const wanted = table()?.dataset.stream;
  if (wanted === address) return;
  stream?.close();
  [stream, address] = [null, wanted];
  lost(false);
  if (wanted) listen();
}
/** A page says when there is nothing more to follow, as the front page does once all games are ready. */
hear("shown", () => { if (!table().dataset.stream) follow(); });

function listen() {
  const source = stream = new EventSource(address);
  let pieces = [];
  source.onopen = () => lost(false);
  source.onmessage = ({ data }) => {
    lost(false);
    rest = REFUSED.first;
    pieces = told(JSON.parse(data), pieces);
    const next = parsed(pieces.join("")).getElementById("table");
    const known = find("moves-told")?.querySelector("li")?.value ?? 0;
    const before = Number(next.querySelector("#moves-told")?.dataset.before ?? 0);
    if (before > known) refresh();
    else arrive(next);
  };
  source.onerror = async () => {
    lost(true);
    // An answer other than a stream ends it for good; a break it mends by itself.
    if (source.readyState !== EventSource.CLOSED) return;
    await pause(rest);
    rest = Math.min(2 * rest, REFUSED.longest);
    if (source !== stream) return;
    await refresh();
    if (source === stream) listen();
  };
}

/** The pieces of the page that an event tells: all, or what has changed in the last ones (changes.py). */
function told({ pieces, changes }, last) {
  return pieces ?? changes.flatMap((each) => typeof each === "string" ? each : last.slice(...each));
}

/** Who has left the page is gone, even if the browser keeps it to come back to. */
addEventListener("pagehide", () => stream?.close());
addEventListener("pageshow", ({ persisted }) => { if (persisted && address) listen(); });

export function lost(so) {
  if (find("lost")) find("lost").hidden = !so;
}

function parsed(html) {
  return new DOMParser().parseFromString(html, "text/html");
}

export async function fetched(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(answer.status);
  return parsed(await answer.text());
}

/** Go to a page whose table takes the place of the one that is there. */
export async function go(url) {
  try {
    const page = await fetched(url);
    show(page.getElementById("table"));
    const languages = document.querySelector(".languages");
    if (languages) morph(languages, page.querySelector(".languages"));
    // A hint is for now; who loads the page anew does not ask for it again.
    const here = new URL(url, location.href);
    here.searchParams.delete("hint");
    history.replaceState(null, "", here);
    follow();
  } catch {
    location.assign(url);
  }
}

async function refresh() {
  try {
    arrive((await fetched(location.href)).getElementById("table"));
  } catch ({ message }) {
    if (message === "404") location.reload(); // Somebody has deleted the table.
    else lost(true);
  }
}

/** The state in which something is being sent: until the next one is shown, nothing else is. */
let sending = null;

export const isSending = () => sending !== null;

function sends(state) {
  sending = state;
  root.classList.toggle("sending", isSending());
}

hear("leaving", (next) => { if (sending !== next.dataset.seq) sends(null); });

export async function send(form, submitter) {
  const now = table().dataset.seq;
  if (isSending()) return;
  const fields = new URLSearchParams(new FormData(form));
  if (submitter?.name) fields.set(submitter.name, submitter.value);
  sends(now);
  tell("sending");
  notice(null);
  const answer = await answered(form.action, fields);
  const told = await answer.json().catch(() => ({ sentence: String(answer.status) }));
  if (answer.ok && !told.go) return arrived(told.seq ?? 0);
  sends(null);
  tell("sending");
  if (told.go) return go(told.go);
  if (answer.status === 409) await refresh();
  notice(told);
}

/** The server's answer. While it is away, ask again; it plays the same request only once. */
async function answered(url, body) {
  for (let wait = 400; ; wait = Math.min(2 * wait, 6000)) {
    try {
      const signal = AbortSignal.timeout(15000);
      const headers = { Accept: "application/json" };
      const answer = await fetch(url, { method: "POST", headers, body, signal });
      lost(false);
      if (![502, 504].includes(answer.status) && !answer.headers.has("retry-after")) return answer;
    } catch { /* it is away */ }
    lost(true);
    await pause(wait);
  }
}

/** The stream shows what was played; if it does not, look. */
async function arrived(seq) {
  if (isSending() && seq <= Number(sending)) {
    sends(null);
    tell("sending");
  }
  await pause(1500);
  if (Number(table()?.dataset.seq) < seq) await refresh();
}

document.addEventListener("submit", (event) => {
  if (event.defaultPrevented || !event.target.matches("[data-smooth]")) return;
  event.preventDefault();
  send(event.target, event.submitter);
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-morph]");
  if (!link || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  if (!link.ariaDisabled) go(link.href);
});
