// IRIs, prefixes and labels.
import { call } from "./api.js";
import { live, withSource } from "./sources.js";
import { aggregates } from "./work.js";

const labels = new Map();
let asking = new Map();

/** short returns the IRI with a prefix of the source, or its last part if none fits. */
export function short(iri) {
  const known = Object.entries(live()?.prefixes ?? {})
    .filter(([, namespace]) => namespace && iri.startsWith(namespace))
    .sort(([, a], [, b]) => b.length - a.length)[0];
  if (known) return `${known[0]}:${iri.slice(known[1].length)}`;
  return iri.split(/[/#]/).filter(Boolean).at(-1) ?? iri;
}

/** written returns the IRI as the server writes it in a concept. */
export function written(iri) {
  const text = short(iri);
  return /^[\w-]*:[A-Za-z_][\w-]*$/.test(text) && expand(text) === iri ? text : `<${iri}>`;
}

/** expand returns the IRI for an IRI, <IRI> or prefix:name, or null for anything else. */
export function expand(text) {
  const bare = text.trim().replace(/^<(.*)>$/, "$1");
  if (/^(https?|urn|file|tag|mailto|info|ark|doi):[^\s<>"{}|\\^`]+$/i.test(bare) && !/^(https?):\/*$/i.test(bare)) return bare;
  const [, prefix, name] = bare.match(/^([^\s:/<>"]*):([^\s<>"]+)$/) ?? [];
  const namespace = prefix === undefined ? undefined : live()?.prefixes?.[prefix];
  return namespace === undefined ? null : namespace + name;
}

/** shortName returns the short form of the IRI as it is said: without the colon of an empty prefix. */
const shortName = (iri) => short(iri).replace(/^:(?=.)/, "");

/** hasName reports whether the individual has another name than the short form of its IRI. */
export const hasName = (individual) => nameOf(individual) !== shortName(individual.iri);

/** nameOf returns the label, or the short form of the IRI. */
export function nameOf(individual) {
  return individual.label || labels.get(individual.iri) || shortName(individual.iri);
}

/** nameWith returns the name, or a class and the short form of the IRI if there is no label: "this human (wd:Q7)". */
export function nameWith(individual) {
  const name = nameOf(individual);
  const kind = (individual.classes ?? []).map((c) => (typeof c === "string" ? c : nameOf(c))).find((text) => !text.includes(":"));
  return kind && !hasName(individual) ? `this ${kind} (${name})` : name;
}

/** columnName returns the name of a column of a table. */
export const columnName = ({ aggregate, inverse, property }) => `${aggregates[aggregate] ?? ""}${inverse ? "← " : ""}${nameOf(property)}`;

/** know remembers labels from the server. */
export function know(individuals) {
  for (const { iri, label } of individuals) if (label) labels.set(iri, label);
}

/** fetchLabels fetches the labels that are not known, and returns all. */
export async function fetchLabels(iris) {
  const missing = [...new Set(iris)].filter((iri) => !labels.has(iri));
  if (missing.length > 0) {
    const key = missing.join(" ");
    if (!asking.has(key)) asking.set(key, withSource((s) => call("POST", `sources/${s.id}/labels`, { iris: missing })));
    const { labels: found } = await asking.get(key).finally(() => asking.delete(key));
    for (const iri of missing) labels.set(iri, found[iri] ?? "");
  }
  return new Map(iris.map((iri) => [iri, labels.get(iri)]));
}

/** forget clears the labels, when the source changes. */
export function forget() {
  labels.clear();
  asking = new Map();
}
