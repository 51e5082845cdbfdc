// The surroundings of an individual, as a table and as a drawing: its classes, neighbours
// and values.
import { call } from "./api.js";
import { copyText } from "./clipboard.js";
import { showDialog } from "./dialog.js";
import { button, h } from "./dom.js";
import { drawGraph } from "./graph.js";
import { know, nameOf, written } from "./names.js";
import { conditionButtons } from "./said.js";
import { failed, waiting } from "./say.js";
import { withSource } from "./sources.js";
import { mark, sideOf } from "./work.js";

let trail = [];

export function showNeighbourhood(individual) {
  trail = [];
  visit(individual);
}

function visit(individual) {
  const draw = showDialog(nameOf(individual), waiting("Looking around …"), { wide: true, onclose: () => (trail = []) });
  const here = individual.iri;
  const current = () => (trail.at(-1)?.iri ?? here) === here;
  const ask = () =>
    withSource((s) => call("GET", `sources/${s.id}/neighbourhood?iri=${encodeURIComponent(here)}&limit=200`)).then(
      (n) => {
        if (!current()) return;
        know([n, ...n.classes, ...n.edges.flatMap((e) => [e.role, e.target]), ...n.values.map((v) => v.feature)]);
        const whole = { ...individual, iri: here, label: n.label || individual.label || "" };
        document.getElementById("dialog-title").textContent = nameOf(whole);
        draw(body(whole, n));
      },
      (error) => current() && draw(failed(error, ask)),
    );
  trail.push(individual);
  ask();
}

function body(individual, n) {
  const drawing = h("div", { class: "graph", role: "img", "aria-label": `Drawing of the surroundings of ${nameOf(individual)}; the table says the same` });
  const go = (target) => visit(target);
  const edges = grouped(n.edges, (e) => `${e.inverse} ${e.role.iri}`);
  if (edges.length > 0) requestAnimationFrame(() => drawGraph(drawing, individual, edges, go));
  return [
    h(
      "div",
      { class: "row" },
      trail.length > 1 && button(`Back to ${nameOf(trail.at(-2))}`, back, { class: "quiet" }),
      ...marks(individual),
    ),
    h("p", { class: "iri-line" }, h("code", {}, individual.iri), button("Copy the IRI", () => copyText(individual.iri, "IRI copied."), { icon: "copy", iconOnly: true, class: "quiet" })),
    n.classes.length > 0 && h("p", { class: "classes" }, n.classes.map((c) => [h("span", { class: "tag", title: c.iri }, nameOf(c)), conditionButtons(written(c.iri), `is ${nameOf(c)}`)])),
    n.classes.length + n.edges.length + n.values.length === 0 && h("p", { class: "empty" }, "The source says nothing about it. Is the IRI right?"),
    n.edges.length > 0 && drawing,
    edges.length + n.values.length > 0 && table(edges, n.values, go),
    n.truncated && h("p", { class: "notice" }, "There is more than is shown here."),
  ];
}

function back() {
  trail.pop();
  visit(trail.pop());
}

function marks(individual) {
  const side = sideOf(individual.iri);
  const put = (to) => () => {
    mark([{ iri: individual.iri, label: individual.label ?? "" }], side === to ? null : to);
    const parent = document.querySelector("#dialog .mark-row");
    parent?.replaceChildren(...marks(individual)[0].childNodes);
  };
  return [
    h(
      "span",
      { class: "row mark-row" },
      button("Belongs", put("pos"), { icon: "plus", class: `side-pos ${side === "pos" ? "on" : ""}`, "aria-pressed": String(side === "pos"), "data-key": "mark pos" }),
      button("Does not belong", put("neg"), { icon: "minus", class: `side-neg ${side === "neg" ? "on" : ""}`, "aria-pressed": String(side === "neg"), "data-key": "mark neg" }),
    ),
  ];
}

/** grouped returns the lists of entries with the same key. */
function grouped(list, key) {
  const groups = new Map();
  for (const e of list) groups.set(key(e), [...(groups.get(key(e)) ?? []), e]);
  return [...groups.values()];
}

/** table returns a row for each role and direction, and for each feature. */
function table(edges, values, go) {
  return h(
    "table",
    { class: "table" },
    h("tbody", {}, [
      ...edges.map((list) => {
        const [{ role, inverse }] = list;
        return h(
          "tr",
          {},
          h("th", { scope: "row", title: role.iri }, inverse ? [h("span", { "aria-hidden": "true" }, "← "), nameOf(role), h("span", { class: "visually-hidden" }, ", read backwards")] : nameOf(role)),
          h("td", {}, facts(list.map(({ target: t }) => ({ shown: h("button", { type: "button", class: "name", title: t.iri, onclick: () => go(t) }, nameOf(t)), concept: `∃${written(role.iri)}${inverse ? "⁻" : ""}.{${written(t.iri)}}`, clause: `${nameOf(role)} ${nameOf(t)}` })))),
        );
      }),
      ...grouped(values, (v) => v.feature.iri).map((list) => h("tr", {}, h("th", { scope: "row", title: list[0].feature.iri }, nameOf(list[0].feature)), h("td", {}, facts(list.flatMap(valueFacts))))),
    ]),
  );
}

const mostConditions = 8; // facts of a property that have buttons

/** facts returns facts {shown, concept, clause}, the first ones with buttons that make them conditions of the definition. */
const facts = (list) => h("ul", { class: "facts-list" }, list.map(({ shown: text, concept, clause }, i) => h("li", {}, text, concept && i < mostConditions && conditionButtons(concept, clause))));

const ordered = new Set(["integer", "decimal", "double", "float", "date", "dateTime", "gYear", "gYearMonth"]);
const known = new Set([...ordered, "boolean", "string"]); // kinds of values that a concept may compare

/** valueFacts returns the conditions that a value gives: for a number or a date, at least and at most that. */
function valueFacts({ feature, value, kind }) {
  const name = nameOf(feature);
  const literal = kind === "boolean" ? value : `${JSON.stringify(value)}^^<http://www.w3.org/2001/XMLSchema#${kind}>`;
  const compare = (op) => `(${written(feature.iri)} ${op} ${literal})`;
  if (!known.has(kind)) return [{ shown: value }];
  if (!ordered.has(kind)) return [{ shown: value, concept: compare("="), clause: `${name} ${value}` }];
  return [
    { shown: `${value}: at least`, concept: compare("≥"), clause: `${name} at least ${value}` },
    { shown: "at most", concept: compare("≤"), clause: `${name} at most ${value}` },
  ];
}
