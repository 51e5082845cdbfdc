// A line about an individual: its classes, and its values and successors for the features
// and roles of a concept. Rows are drawn at once; the lines are filled when the answer comes.
import { call } from "./api.js";
import { button, fill, h } from "./dom.js";
import { hasName, know, nameOf, short, written } from "./names.js";
import { conditionButtons } from "./said.js";
import { live, withSource } from "./sources.js";

const most = 100; // largest number of individuals in one request
const classes = 3; // largest number of classes in a line

const known = new Map(); // key -> text
const waiting = new Map(); // concept -> Map of IRI -> elements
let timer = 0;

const key = (iri, concept) => `${live()?.id ?? ""} ${concept} ${iri}`;

/** evidence returns the line about an individual for a concept ("": none). */
export function evidence(individual, concept = "") {
  const line = h("span", { class: "evidence" });
  const text = known.get(key(individual.iri, concept));
  if (text !== undefined) write(line, individual, text);
  else {
    write(line, individual, (individual.classes ?? []).map(nameOf).slice(0, classes).join(", "));
    if (!waiting.has(concept)) waiting.set(concept, new Map());
    const lines = waiting.get(concept);
    lines.set(individual.iri, [...(lines.get(individual.iri) ?? []), { line, individual }]);
    timer ||= setTimeout(ask, 0);
  }
  return line;
}

/** write shows the text or, without one, the short IRI if that is not the name. */
function write(line, individual, text) {
  line.title = text;
  line.textContent = text || (hasName(individual) ? short(individual.iri) : "");
}

function ask() {
  timer = 0;
  const all = [...waiting];
  waiting.clear();
  if (!live()) return; // rows are drawn again when the source is open
  for (const [concept, lines] of all) {
    const iris = [...lines.keys()];
    for (let at = 0; at < iris.length; at += most) fetchSome(concept, iris.slice(at, at + most), lines);
  }
}

async function fetchSome(concept, iris, lines) {
  let answer;
  try {
    answer = await withSource((s) => call("POST", `sources/${s.id}/evidence`, { iris, ...(concept ? { concept } : {}) }));
  } catch {
    // The lines stay as they are; the head of the page shows the error.
    for (const iri of iris) known.set(key(iri, concept), lines.get(iri)?.[0].line.title ?? "");
    return;
  }
  for (const one of answer.individuals) {
    know([one, ...one.classes, ...one.facts.map((f) => f.property)]);
    const text = summary(one);
    known.set(key(one.iri, concept), text);
    for (const { line, individual } of lines.get(one.iri) ?? []) write(line, individual, text);
  }
}

const summary = ({ classes: all, facts }) => [all.slice(0, classes).map(nameOf).join(", "), ...facts.map(fact)].filter(Boolean).join(" · ");

function fact({ property, inverse, values, total }) {
  const name = nameOf(property);
  const shown = total > 2 ? values.slice(0, 1) : values; // the server lists first what decides
  const more = total > shown.length ? ` and ${total - shown.length} more` : "";
  return `${inverse ? "← " : ""}${name} ${shown.map((v) => readable(v, name)).join(", ")}${more}`;
}

/** rowFacts returns a button that lists what is known of an individual in a place of its own, with the buttons that make a fact a condition. */
export function rowFacts(individual, concept) {
  const list = h("ul", { class: "why", "aria-label": `Facts of ${nameOf(individual)}`, hidden: true });
  const show = async (event) => {
    const { currentTarget } = event;
    list.hidden = !list.hidden;
    currentTarget.setAttribute("aria-expanded", String(!list.hidden));
    if (list.hidden || list.firstChild) return;
    try {
      const { individuals } = await withSource((s) => call("POST", `sources/${s.id}/evidence`, { iris: [individual.iri], concept }));
      fill(list, individuals.flatMap(conditionsOf).map(({ condition, clause }) => h("li", {}, clause, conditionButtons(condition, clause))));
    } catch (error) {
      fill(list, h("li", {}, error.message));
    }
  };
  return [button(`Facts of ${nameOf(individual)}`, show, { icon: "more", iconOnly: true, class: "quiet", "aria-expanded": "false" }), list];
}

/** conditionsOf returns the classes and the individuals of the facts as conditions with clauses. */
const conditionsOf = ({ classes: all, facts }) => [
  ...all.slice(0, classes).map((c) => ({ condition: written(c.iri), clause: `is ${nameOf(c)}` })),
  ...facts.flatMap(({ property, inverse, values, individuals }) =>
    individuals.map((iri, i) => ({ condition: `∃${written(property.iri)}${inverse ? "⁻" : ""}.{${written(iri)}}`, clause: `${inverse ? "← " : ""}${nameOf(property)} ${values[values.length - individuals.length + i]}` })),
  ),
];

/** readable groups the digits of a number, unless it is a year. */
function readable(value, name) {
  if (!/^[-+]?\d{4,}(\.\d+)?$/.test(value) || /year|date/i.test(name)) return value;
  return Number(value).toLocaleString("en", { maximumFractionDigits: 20 });
}

/** forgetEvidence clears what is known, when the source changes. */
export function forgetEvidence() {
  known.clear();
  waiting.clear();
}
