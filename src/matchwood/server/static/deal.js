/** The deal: this browser's part of it, and the check at the end. */

import { send } from "./follow.js";
import { memory } from "./memory.js";
import { find, hear, table } from "./page.js";

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

hear("shown", remember);
remember();

document.addEventListener("submit", (event) => {
  if (event.target.id !== "deal") return;
  event.preventDefault();
  contribute(event.target);
}, true);
