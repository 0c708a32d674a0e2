/**
 * The one script of the pages. Everything works without it; it makes play smooth.
 *
 * It follows the table's stream and lays each new state over the one that is there, so that
 * pieces move; it walks the paths of clicks through the picture; it adds this browser's part to
 * the deal and checks the deal afterwards. It knows no game and speaks no language: what it says
 * stands in the page.
 */

const root = document.documentElement;
const find = (id) => document.getElementById(id);
const table = () => find("table");
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** What this browser remembers; a browser that forbids it remembers nothing. */
const memory = {
  read(key) {
    try { return JSON.parse(localStorage.getItem(`matchwood-${key}`)); } catch { return null; }
  },
  write(key, value) {
    try { localStorage.setItem(`matchwood-${key}`, JSON.stringify(value)); } catch { /* no matter */ }
  },
};

// Laying a new state over the old one

/** What is folded open is the reader's choice; what can be focused, `mark` sees to. */
const OURS = new Set(["open", "tabindex"]);

/** Make `from` look like `to`. Elements with an id stay the same wherever they go. */
function morph(from, to) {
  const present = new Map([...from.querySelectorAll("[id]")].map((each) => [each.id, each]));
  const wanted = new Set([...to.querySelectorAll("[id]")].map((each) => each.id));
  morphElement(from, to, present, wanted);
}

function morphElement(from, to, present, wanted) {
  if (to.hasAttribute("data-keep")) return;
  for (const { name } of [...from.attributes]) {
    if (!to.hasAttribute(name) && !OURS.has(name)) from.removeAttribute(name);
  }
  for (const { name, value } of [...to.attributes]) {
    if (!OURS.has(name) && from.getAttribute(name) !== value) from.setAttribute(name, value);
  }
  const kept = earlierMoves(from, to);
  morphChildren(from, to, present, wanted);
  from.append(...kept);
}

function morphChildren(from, to, present, wanted) {
  let cursor = from.firstChild;
  for (const next of [...to.childNodes]) {
    while (cursor?.id && !wanted.has(cursor.id)) cursor = removed(cursor);
    const match = next.id ? present.get(next.id) : cursor;
    if (match && match.nodeName === next.nodeName && (match.id ?? "") === (next.id ?? "")) {
      if (match === cursor) cursor = cursor.nextSibling;
      else from.insertBefore(match, cursor);
      if (next.nodeType === Node.ELEMENT_NODE) morphElement(match, next, present, wanted);
      else if (match.nodeValue !== next.nodeValue) match.nodeValue = next.nodeValue;
    } else {
      // Made empty and then filled: what it holds may be there already.
      const made = from.insertBefore(document.importNode(next, false), cursor);
      morphChildren(made, next, present, wanted);
    }
  }
  while (cursor) cursor = removed(cursor);
}

function removed(node) {
  const after = node.nextSibling;
  node.remove();
  return after;
}

/** The stream tells the last moves only; those before them are here already. */
function earlierMoves(from, to) {
  const before = Number(to.dataset?.before ?? 0);
  return before ? [...from.children].filter((move) => move.value <= before) : [];
}

/** Show a new `main`: what is typed, focused, unfolded and chosen stays. */
function show(next) {
  const main = table();
  const last = { ...main.dataset };
  const focused = main.contains(document.activeElement) ? document.activeElement : null;
  const places = measured(main);
  morph(main, next);
  if (focused && focused !== document.activeElement) {
    (focused.isConnected ? focused : main).focus({ preventScroll: true });
  }
  dress();
  move(main, places);
  sound(last, main.dataset);
}

// Motion: from where things were to where they are

const MOTION = { duration: 320, easing: "cubic-bezier(.3,.1,.2,1)" };
/** A shift by less than this is none. */
const STILL = 1.5;

/** Where the elements of the picture are, in its own measure, and what their faces show. */
function measured(main) {
  const places = new Map();
  const svg = main.querySelector("#board svg:has([id])");
  if (!svg || matchMedia("(prefers-reduced-motion: reduce)").matches) return places;
  const frame = svg.getScreenCTM();
  for (const element of svg.querySelectorAll("[id]")) {
    const box = element.getBoundingClientRect();
    const turns = element.matches(".turns") ? element : element.querySelector(".turns");
    places.set(element.id, {
      x: (box.x - frame.e) / frame.a,
      y: (box.y - frame.f) / frame.a,
      width: box.width / frame.a,
      face: turns?.innerHTML,
    });
  }
  return places;
}

function move(main, before) {
  const svg = main.querySelector("#board svg:has([id])");
  if (!svg || !before.size) return;
  for (const running of svg.getAnimations({ subtree: true })) running.cancel();
  const frame = svg.getScreenCTM();
  const now = measured(main);
  const ways = new Map();
  for (const element of svg.querySelectorAll("[id]")) {
    const around = ways.get(element.parentElement.closest("[id]")?.id);
    const [was, is] = [before.get(element.id), now.get(element.id)];
    if (!was) {
      if (!around?.enters) enter(element);
      ways.set(element.id, { ...around, enters: true });
    } else if (was.width && is.width) {
      ways.set(element.id, { was, is, scale: was.width / is.width });
      shift(element, frame, is, within(around, was));
      if (was.face !== undefined && was.face !== is.face) turn(element, frame, is);
    }
  }
}

/** Where an element has to start, if what it lies in makes a way of its own. */
function within(around, was) {
  if (!around?.was) return was;
  const { was: from, is: to, scale } = around;
  return {
    x: to.x + (was.x - from.x) / scale,
    y: to.y + (was.y - from.y) / scale,
    width: was.width / scale,
  };
}

/** Start where it was and go to where it is, in the element's own measure. */
function shift(element, frame, is, was) {
  const scale = Math.abs(was.width - is.width) < STILL ? 1 : was.width / is.width;
  if (Math.hypot(was.x - is.x, was.y - is.y) < STILL && scale === 1) return;
  const [start, end] = [inside(element, frame, was.x, was.y), inside(element, frame, is.x, is.y)];
  const way = (x, y, size) => `translate(${x}px,${y}px) translate(${end.x}px,${end.y}px) `
    + `scale(${size}) translate(${-end.x}px,${-end.y}px)`;
  added(element, way(start.x - end.x, start.y - end.y, scale), way(0, 0, 1));
}

function enter(element) {
  element.animate([{ opacity: 0, offset: 0 }], MOTION);
  added(element, "translate(0px,-18px)", "translate(0px,0px)");
}

function turn(element, frame, is) {
  const x = inside(element, frame, is.x + is.width / 2, is.y).x;
  const way = (width) => `translate(${x}px,0px) scale(${width},1) translate(${-x}px,0px)`;
  added(element, way(0), way(1));
}

/** Animate on top of the element's own transform. */
function added(element, from, to) {
  element.animate([{ transform: from }, { transform: to }], { ...MOTION, composite: "add" });
}

function inside(element, frame, x, y) {
  const onScreen = new DOMPoint(x, y).matrixTransform(frame);
  return onScreen.matrixTransform(element.getScreenCTM().inverse());
}

// Following the table

let stream = null;
let address = null;

function follow() {
  const wanted = table()?.dataset.stream;
  if (wanted === address) return;
  stream?.close();
  address = wanted;
  if (wanted) listen();
}

function listen() {
  const source = stream = new EventSource(address);
  source.onopen = () => lost(false);
  source.onmessage = ({ data }) => {
    lost(false);
    const next = parsed(JSON.parse(data).html).getElementById("table");
    const known = find("told")?.querySelector("li")?.value ?? 0;
    const before = Number(next.querySelector("#moves-told")?.dataset.before ?? 0);
    if (before > known) refresh();
    else show(next);
  };
  source.onerror = async () => {
    lost(true);
    // An answer other than a stream ends it for good; a break it mends by itself.
    if (source.readyState !== EventSource.CLOSED) return;
    await pause(2000);
    if (source === stream) listen();
  };
}

function lost(so) {
  if (find("lost")) find("lost").hidden = !so;
}

function parsed(html) {
  return new DOMParser().parseFromString(html, "text/html");
}

async function fetched(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(answer.status);
  // What was asked for may lead elsewhere, and is then not asked for again.
  return Object.assign(parsed(await answer.text()), { address: answer.url });
}

/** Go to a page whose table takes the place of the one that is there. */
async function go(url) {
  try {
    const page = await fetched(url);
    show(page.getElementById("table"));
    morph(document.querySelector(".languages"), page.querySelector(".languages"));
    history.replaceState(null, "", page.address);
    follow();
  } catch {
    location.assign(url);
  }
}

async function refresh() {
  try {
    show((await fetched(location.href)).getElementById("table"));
  } catch {
    lost(true);
  }
}

// Sending: once, however often it has to be tried

/** The state in which something is being sent; in the next one, the next thing may be. */
let sending = null;

async function send(form, submitter) {
  const now = table().dataset.seq;
  if (sending === now) return;
  const fields = new URLSearchParams(new FormData(form));
  if (submitter?.name) fields.set(submitter.name, submitter.value);
  sending = now;
  notice(null);
  root.classList.add("sending");
  const answer = await answered(form.action, fields);
  root.classList.remove("sending");
  const said = await answer.json().catch(() => ({ sentence: String(answer.status) }));
  // Until the next view is here the old board is dead.
  if (answer.ok) await arrived(said.seq);
  if (answer.status === 409) await refresh();
  if (!answer.ok) notice(said);
  if (sending === now) sending = null;
}

/** The server's answer. While it is away, ask again; it plays the same request only once. */
async function answered(url, body) {
  for (let wait = 400; ; wait = Math.min(2 * wait, 6000)) {
    try {
      const signal = AbortSignal.timeout(15000);
      const headers = { Accept: "application/json" };
      const answer = await fetch(url, { method: "POST", headers, body, signal });
      if (![502, 504].includes(answer.status)) return answer;
    } catch { /* it is away */ }
    lost(true);
    await pause(wait);
  }
}

/** The stream shows what was played; if it does not, look. */
async function arrived(seq) {
  if (Number(table()?.dataset.seq) >= seq) return;
  await pause(1500);
  if (Number(table()?.dataset.seq) < seq) await refresh();
}

document.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-smooth]")) return;
  event.preventDefault();
  if (event.target.id === "deal") contribute(event.target);
  else send(event.target, event.submitter);
});

// Notices and rules

/** Say why something is refused, with the rule as a link; nothing clears it. */
function notice(refusal) {
  const box = find("notice");
  if (!box) return;
  box.hidden = !refusal;
  if (!refusal) return;
  const text = box.querySelector("p");
  text.replaceChildren(refusal.sentence ?? "");
  if (!refusal.rule) return;
  const link = document.createElement("a");
  link.href = `#${refusal.rule}`;
  link.dataset.rule = refusal.rule;
  link.textContent = refusal.rule;
  text.append(" (", link, ")");
}

async function openRule(number) {
  find("rules").open = true;
  await loadRules();
  find("rulebook").querySelector(".asked")?.classList.remove("asked");
  find(number)?.classList.add("asked");
  find(number)?.scrollIntoView({ block: "nearest" });
}

let reading = null;

function loadRules() {
  const book = find("rulebook");
  reading ??= fetched(book.dataset.source)
    .then((page) => book.replaceChildren(...page.body.childNodes))
    .catch(() => { reading = null; });
  return reading;
}

document.addEventListener("toggle", ({ target }) => {
  folds.set(target.id, target.open);
  if (target.id === "rules" && target.open) loadRules();
}, true);

// Paths of clicks through the picture

let offers = [];
let path = [];

const starts = (clicks, beginning) => beginning.every((id, step) => clicks[step] === id);
const nextClicks = (beginning) => new Set(
  offers.filter((offer) => starts(offer.clicks, beginning))
    .map((offer) => offer.clicks[beginning.length]).filter(Boolean));

/** Everything that has to be done anew when the page has changed. */
function dress() {
  offers = [...document.querySelectorAll("#offers [data-clicks]")].map((button) => (
    { button, clicks: button.dataset.clicks.split(" ").filter(Boolean) }));
  if (!offers.some((offer) => starts(offer.clicks, path))) path = [];
  const clicks = document.querySelectorAll("#board svg .click[id]");
  drawn = new Set([...clicks].map((element) => element.id));
  fold();
  mark();
  filter();
  remember();
  const step = document.querySelector("#moves-told [aria-current]");
  if (step) find("moves-told").scrollTop = step.offsetTop - find("moves-told").offsetTop;
}

/** On a small screen parts are folded to begin with; then as the reader left them. */
const folds = new Map();

function fold() {
  const small = matchMedia("(max-width: 45.99rem)").matches;
  for (const part of document.querySelectorAll("[data-narrow]")) {
    part.open = folds.get(part.id) ?? !small;
  }
}

/** Show what can be clicked next and what is chosen; both can be reached by the keyboard. */
let drawn = new Set();

function mark() {
  const next = nextClicks(path);
  for (const element of document.querySelectorAll("#board svg [id]")) {
    const [can, chosen] = [next.has(element.id), path.includes(element.id)];
    element.classList.toggle("can", can);
    element.classList.toggle("chosen", chosen);
    element.classList.toggle("drags", can && leadsOn(element.id));
    // Once a path has begun, only its next steps look as if they could be clicked.
    if (path.length) element.classList.toggle("click", can);
    else element.classList.toggle("click", drawn.has(element.id));
    if (can || chosen) {
      element.setAttribute("tabindex", "0");
      element.setAttribute("role", "button");
      element.setAttribute("aria-pressed", String(chosen));
      element.setAttribute("aria-label", name(element));
    } else {
      for (const given of ["role", "aria-pressed", "aria-label"]) element.removeAttribute(given);
      // Whoever plays by keyboard does not lose their place.
      if (element === document.activeElement) element.setAttribute("tabindex", "-1");
      else element.removeAttribute("tabindex");
    }
  }
}

const name = (element) => element.querySelector(":scope > title")?.textContent ?? element.id;
const leadsOn = (id) => offers.some(({ clicks }) => (
  clicks.length > path.length + 1 && starts(clicks, [...path, id])));

function choose(id) {
  path = [...path, id];
  const made = offers.find(({ clicks }) => clicks.length === path.length && starts(clicks, path));
  if (made) {
    path = [];
    send(made.button.form, made.button);
  }
  mark();
}

function takeBack() {
  path = [];
  notice(null);
  mark();
}

/** The ids of the elements that were hit, the innermost first. */
function hit(target) {
  const ids = [];
  for (let at = target?.closest?.("#board svg [id]"); at; at = at.parentElement.closest("svg [id]")) {
    ids.push(at.id);
  }
  return ids;
}

function clicked(target) {
  const ids = hit(target);
  const first = nextClicks([]);
  const on = ids.find((id) => nextClicks(path).has(id));
  if (on) return choose(on);
  if (!ids.length || ids.includes(path.at(-1))) return takeBack();
  const other = ids.find((id) => first.has(id));
  if (other) {
    takeBack();
    return choose(other);
  }
  if (table().dataset.seated !== undefined) askWhy(ids);
}

/** Ask about the element that is of a kind with those that moves are made of, if one is. */
async function askWhy(ids) {
  const kind = (id) => id.split("-")[0];
  const kinds = new Set(offers.flatMap(({ clicks }) => clicks).map(kind));
  const asked = ids.find((id) => kinds.has(kind(id))) ?? ids[0];
  const query = new URLSearchParams(location.search);
  query.set("clicks", [...path, asked].join(","));
  try {
    const answer = await fetch(`/t/${table().dataset.table}/why?${query}`);
    if (answer.ok) notice(await answer.json());
  } catch {
    lost(true);
  }
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") takeBack();
  const element = event.target.closest?.("#board svg [id]");
  if (element && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    clicked(element);
  }
});

/** A drag from one element to another is two clicks. */
const FAR = 8;
let drag = null;

document.addEventListener("pointerdown", (event) => {
  drag = null;
  if (!event.isPrimary || event.button) return;
  const ids = hit(event.target);
  const again = path.length === 1 && ids.includes(path[0]);
  const id = again ? path[0] : ids.find((each) => nextClicks(path).has(each) && leadsOn(each));
  if (id) drag = { element: find(id), id, again, x: event.clientX, y: event.clientY, far: false };
});

document.addEventListener("pointermove", (event) => {
  if (!drag || drag.over) return;
  const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.far && Math.hypot(x, y) < FAR) return;
  if (!drag.far && !drag.again) choose(drag.id);
  drag.far = true;
  const size = drag.element.parentElement.getScreenCTM().a;
  drag.element.style.translate = `${x / Math.abs(size)}px ${y / Math.abs(size)}px`;
  drag.element.style.pointerEvents = "none";
});

function drop(event) {
  if (!drag?.far || drag.over) return;
  drag.over = true;
  const under = document.elementFromPoint(event.clientX, event.clientY);
  drag.element.removeAttribute("style");
  const on = event.type === "pointerup" && hit(under).find((id) => nextClicks(path).has(id));
  if (on) choose(on);
  else if (event.type === "pointerup" && hit(under).length) clicked(under);
  else takeBack();
}
document.addEventListener("pointerup", drop);
document.addEventListener("pointercancel", drop);

document.addEventListener("click", (event) => {
  const dragged = drag?.far;
  drag = null;
  const link = event.target.closest("a[data-rule], a[data-morph]");
  if (link?.matches("[data-rule]") && find("rulebook")) {
    event.preventDefault();
    openRule(link.dataset.rule);
  } else if (link?.matches("[data-morph]") && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    if (!link.ariaDisabled) go(link.href);
  } else if (!dragged && event.target.closest("#board")) {
    clicked(event.target);
  }
  if (event.target.closest("#notice button")) notice(null);
});

// The deal: this browser's part of it, and the check

const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const bytesOf = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const PART = 32;
/** What was sent last for the deal; each step is sent once. */
let step = null;

/** Remember what was shown before the deal; deal when all are there; check it at the end. */
function remember() {
  const main = table();
  if (!main?.dataset.commitment) return;
  const key = `deal-${main.dataset.table}`;
  const known = memory.read(key);
  if (!known && main.dataset.phase !== "over") {
    memory.write(key, { commitment: main.dataset.commitment });
  }
  const form = find("deal");
  if (form?.dataset.step && form.dataset.step !== "wait" && form.dataset.step !== step) {
    contribute(form);
  }
  if (find("check")) check(known ?? {});
}

/** The digits are drawn once, so that trying again adds the same ones. First their fingerprint is
 * sent, and they themselves when everyone's is there. */
function contribute(form) {
  step = form.dataset.step;
  const { table: name, commitment } = table().dataset;
  const known = memory.read(`deal-${name}`) ?? { commitment };
  known.contribution ??= hex(crypto.getRandomValues(new Uint8Array(PART)));
  memory.write(`deal-${name}`, known);
  const { contribution, digest } = form.elements;
  contribution.value = step === "open" ? known.contribution : "";
  digest.value = step === "open" ? "" : hash(`matchwood part\n${name}\n`, bytesOf(known.contribution));
  send(form);
}

function check({ commitment, contribution }) {
  const { commitment: shown, table: name } = table().dataset;
  const { secret, seed, terms } = find("check").dataset;
  const parts = [...document.querySelectorAll("#proof [data-seat]")];
  if (commitment) finding("remembered", commitment === shown);
  if (contribution) {
    finding("contributed", parts.some((part) => part.textContent === contribution));
  }
  for (const [what, digits] of Object.entries({ commitment, contribution })) {
    if (digits) find("remembered").hidden = false;
    document.querySelector(`[data-remembered=${what}]`).textContent = digits ?? "—";
  }
  const chunks = parts.flatMap((part) => (
    [Uint8Array.of(Number(part.dataset.seat)), bytesOf(part.textContent)]));
  const begun = terms ? ["matchwood deal\n", terms] : [];
  const right = hash(...begun, bytesOf(secret)) === shown
    && hash("matchwood deal\n", terms, bytesOf(secret), ...chunks) === seed
    && (!terms || terms.startsWith(`table: ${name}\n`));
  finding("computed", right);
}

/** SHA-256 in hexadecimal digits. Browsers have it only for pages that came by a secure way, and
 * not on a home network. */
function hash(...chunks) {
  const text = new TextEncoder();
  const message = chunks.flatMap((chunk) => [...typeof chunk === "string" ? text.encode(chunk) : chunk]);
  const length = message.length;
  message.push(128, ...Array((119 - length % 64) % 64).fill(0));
  const data = new DataView(new ArrayBuffer(message.length + 8));
  message.forEach((byte, at) => data.setUint8(at, byte));
  data.setBigUint64(message.length, BigInt(8 * length));
  const sums = ROOTS.map(([root]) => root).slice(0, 8);
  for (let block = 0; block < data.byteLength; block += 64) digest(data, block, sums);
  return sums.map((sum) => (sum >>> 0).toString(16).padStart(8, "0")).join("");
}

/** The first 32 bits behind the point of the square and of the cube root of each small prime. */
const ROOTS = [...Array(312).keys()].slice(2)
  .filter((each) => [...Array(each).keys()].slice(2).every((other) => each % other))
  .map((prime) => [Math.sqrt(prime), Math.cbrt(prime)].map((root) => (root % 1) * 2 ** 32 | 0));

function digest(data, block, sums) {
  const turn = (word, by) => word >>> by | word << 32 - by;
  const words = [...Array(16).keys()].map((at) => data.getInt32(block + 4 * at));
  let [a, b, c, d, e, f, g, h] = sums;
  for (let at = 0; at < 64; at += 1) {
    if (at > 15) {
      const [early, late] = [words[at - 15], words[at - 2]];
      words[at] = words[at - 16] + words[at - 7]
        + (turn(early, 7) ^ turn(early, 18) ^ early >>> 3)
        + (turn(late, 17) ^ turn(late, 19) ^ late >>> 10) | 0;
    }
    const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + (e & f ^ ~e & g)
      + ROOTS[at][1] + words[at] | 0;
    const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + (a & b ^ a & c ^ b & c) | 0;
    [a, b, c, d, e, f, g, h] = [one + two | 0, a, b, c, d + one | 0, e, f, g];
  }
  [a, b, c, d, e, f, g, h].forEach((word, at) => { sums[at] = sums[at] + word | 0; });
}

function finding(what, so) {
  const check = find("check");
  check.querySelector(`[data-finding="${what}"]`).hidden = !so;
  check.querySelector(`[data-finding="not-${what}"]`).hidden = so;
}

// Sounds: made here, off until asked for

let audio = null;

function knock(pitch, loudness, delay = 0) {
  const at = audio.currentTime + delay;
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  tone.type = "triangle";
  tone.frequency.setValueAtTime(pitch, at);
  tone.frequency.exponentialRampToValueAtTime(pitch * 0.7, at + 0.12);
  volume.gain.setValueAtTime(loudness, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + 0.25);
  tone.connect(volume).connect(audio.destination);
  tone.start(at);
  tone.stop(at + 0.3);
}

/** A knock for a move, a softer one for your turn, a small chord at the end. */
function sound(last, now) {
  if (!memory.read("sound") || last.seq === now.seq) return;
  audio ??= new AudioContext();
  if (now.phase === "over" && last.phase === "playing") {
    [392, 494, 587].forEach((pitch, step) => knock(pitch, 0.12, step * 0.09));
  } else if (now.turn !== undefined && last.turn === undefined) {
    knock(520, 0.07);
  } else {
    knock(230, 0.2);
  }
}

// The switches and small helps

function showSwitches() {
  const theme = find("theme");
  theme.ariaLabel = theme.title = theme.dataset[root.dataset.theme ?? "auto"];
  find("sound").ariaPressed = String(Boolean(memory.read("sound")));
}

find("theme").addEventListener("click", () => {
  const themes = ["auto", "light", "dark"];
  const next = themes[(themes.indexOf(root.dataset.theme ?? "auto") + 1) % themes.length];
  if (next === "auto") delete root.dataset.theme;
  else root.dataset.theme = next;
  document.cookie = `theme=${next}; path=/; max-age=31536000; SameSite=Lax`;
  showSwitches();
});

find("sound").addEventListener("click", () => {
  memory.write("sound", !memory.read("sound"));
  showSwitches();
  sound({}, { seq: "" });
});

document.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-copy]");
  if (!button) return;
  const field = button.parentElement.querySelector("input");
  const text = new URL(field.value, location.href).href;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without a secure connection only this old way is left.
    field.select();
    document.execCommand("copy");
  }
  button.textContent = button.dataset.done;
});

function filter() {
  const wanted = find("filter")?.value.trim().toLowerCase() ?? "";
  for (const { button } of offers) {
    button.parentElement.hidden = !button.textContent.toLowerCase().includes(wanted);
  }
}

document.addEventListener("input", ({ target }) => {
  if (target.id === "filter") filter();
  if (target.closest("#setup")) nameSeats();
});

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

// The replay: keys, and going on by itself

const STEP = 1300;
const KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };

document.addEventListener("keydown", (event) => {
  const link = find("steps") && !event.target.closest("input") && find(KEYS[event.key]);
  if (!link || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  link.click();
});

find("play")?.addEventListener("click", async ({ currentTarget: button }) => {
  button.dataset.play ??= button.textContent;
  const playing = button.ariaPressed !== "true";
  button.dataset.playing = playing || "";
  for (showPlay(button); button.dataset.playing && !find("forward").ariaDisabled;) {
    await go(find("forward").href);
    showPlay(button);
    await pause(STEP);
  }
  button.dataset.playing = "";
  showPlay(button);
});

function showPlay(button) {
  button.ariaPressed = String(Boolean(button.dataset.playing));
  button.textContent = button.dataset.playing ? button.dataset.pause : button.dataset.play;
}

root.classList.add("scripts");
showSwitches();
if (find("setup")) nameSeats();
if (table()) {
  dress();
  follow();
}
