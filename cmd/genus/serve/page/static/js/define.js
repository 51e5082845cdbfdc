// Learning a definition of a class: its members belong, those of its siblings do not, and
// the class, its superclasses and its subclasses are not used.
import { call } from "./api.js";
import { start } from "./bar.js";
import { know } from "./names.js";
import { withSource } from "./sources.js";
import { change, current } from "./work.js";

/** define replaces the examples, in one step for undo, and learns. */
export async function define(iri) {
  const { members, others, related } = await withSource((s) => call("GET", `sources/${s.id}/class?iri=${encodeURIComponent(iri)}`));
  know([...members, ...others]);
  change({ pos: members, neg: others, asked: [], pick: null, options: { ...current().options, exclude_class: related } });
  start();
}
