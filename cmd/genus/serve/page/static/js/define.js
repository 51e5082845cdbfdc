// A definition of a class of the source: its members belong, those of its siblings do
// not, and neither the class nor what is above and below it is used.
import { call } from "./api.js";
import { start } from "./bar.js";
import { know } from "./names.js";
import { withSource } from "./sources.js";
import { change, current } from "./work.js";

/** define replaces the examples, as a step that can be undone, and learns. */
export async function define(iri) {
  const { members, others, related } = await withSource((s) => call("GET", `sources/${s.id}/class?iri=${encodeURIComponent(iri)}`));
  know([...members, ...others]);
  change({ pos: members, neg: others, asked: [], pick: null, options: { ...current().options, exclude_class: related } });
  start();
}
