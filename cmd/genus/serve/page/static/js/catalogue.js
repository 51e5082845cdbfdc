// The classes of the source and their members, to choose from before a name is typed.
import { call } from "./api.js";
import { know } from "./names.js";
import { live, withSource } from "./sources.js";

const shown = 18; // largest number of individuals of several classes

let of = null; // id of the source
let state = { classes: null, error: null }; // classes: null until they are known
let asking = null;

export const catalogue = () => (of === live()?.id ? state : { classes: null, error: null });

/** fetchCatalogue fetches the classes once, and calls done when they have come or failed. */
export function fetchCatalogue(done) {
  const s = live();
  if (!s || of === s.id || asking === s.id) return;
  asking = s.id;
  withSource((source) => call("GET", `sources/${source.id}/classes`))
    .then(
      ({ classes, more }) => {
        know(classes);
        know(classes.flatMap((c) => c.individuals));
        return { classes, truncated: more, error: null };
      },
      (error) => ({ classes: [], error }),
    )
    .then((next) => {
      if (asking === s.id) asking = null;
      if (live()?.id !== s.id) return;
      of = s.id;
      state = next;
      done();
    });
}

/** some returns a few individuals of each class, at most shown. */
export function some() {
  const found = new Map();
  const lists = (catalogue().classes ?? []).map((c) => c.individuals);
  for (let at = 0; at < 4; at++) {
    for (const list of lists) if (list[at] && found.size < shown) found.set(list[at].iri, { ...list[at], classes: [] });
  }
  return [...found.values()];
}

/** membersOf fetches members of a class. */
export async function membersOf(iri, limit) {
  const answer = await withSource((s) => call("GET", `sources/${s.id}/search?class=${encodeURIComponent(iri)}&limit=${limit}`));
  know(answer.individuals);
  return answer;
}
