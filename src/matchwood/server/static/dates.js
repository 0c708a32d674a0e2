/** Times as the reader's own clock has them, written as the reader writes them; the server knows neither. */

import { root } from "./page.js";

/** The page's language, as it is spoken where the reader is. */
const spoken = [...navigator.languages.filter((each) => each.split("-")[0] === root.lang), root.lang];
const written = new Intl.DateTimeFormat(spoken, { dateStyle: "medium" });

for (const time of document.querySelectorAll("time")) time.textContent = written.format(new Date(time.dateTime));
