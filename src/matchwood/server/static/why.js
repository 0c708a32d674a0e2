/** Why a click is refused: the server knows, and says it in a sentence. */

import { notice, table } from "./page.js";

const kindOf = (id) => id.split("-")[0];

/** Ask about the thing that is of a kind with those that moves are made of, if one is. */
export async function ask(ids, path) {
  const paths = [...document.querySelectorAll("#offers [data-clicks]")].map(({ dataset }) => dataset.clicks.split(" "));
  const kinds = new Set(paths.flat().map(kindOf));
  const asked = ids.find((id) => kinds.has(kindOf(id))) ?? ids[0];
  const query = new URLSearchParams(location.search);
  query.set("clicks", [...path, asked].join(","));
  const answer = await fetch(`${table().dataset.address}/why?${query}`);
  if (answer.ok) notice(await answer.json());
}
