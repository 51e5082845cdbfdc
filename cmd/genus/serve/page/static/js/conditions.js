// Conditions: the definition as a row of its parts, what else it may ask for, and what the user has said of either.
// Each act ranks again, and stays until it is taken back.
import { call } from "./api.js";
import { fill, h, icon } from "./dom.js";
import { learn } from "./learn.js";
import { nameOf, written } from "./names.js";
import { membersText } from "./numbers.js";
import { fetchParts } from "./parts.js";
import { failed, say, waiting } from "./say.js";
import { withSource } from "./sources.js";
import { answers, change, current, undo } from "./work.js";

const mostFurther = 6; // that are shown at once
const mostValues = 8;

/** judge takes what the user says of conditions, [{concept, answer, clause}], in one step for undo, and learns. */
export function judge(said) {
  const isNew = ({ concept }) => said.every((one) => one.concept !== concept);
  change({ conditions: [...current().conditions.filter(isNew), ...said] });
  learn();
  const { answer, clause } = said.at(-1);
  say(`${answers[answer]}: ${clause}.`, { name: "Undo", run: undo });
}

function takeBack(concept) {
  change({ conditions: current().conditions.filter((one) => one.concept !== concept) });
  learn();
}

const saidOf = (concept) => current().conditions.find((one) => one.concept === concept)?.answer;

/** partsPart returns the parts of the definition, likely further conditions, and what the user has said. */
export function partsPart(r, c) {
  const list = c.isDefault && r.ranking?.length > 0 ? (r.conditions ?? []) : [];
  const parts = list.filter((one) => one.part);
  const further = list.filter((one) => !one.part);
  const said = current().conditions.filter(({ answer }) => answer !== "unknown");
  if (parts.length + said.length === 0) return null;
  return h(
    "section",
    { class: "part parts", "aria-labelledby": "parts-title" },
    h("h3", { id: "parts-title" }, "Its parts"),
    h("ul", { class: "conds" }, parts.map(part)),
    further.length > 0 && [h("h4", { id: "further-title" }, "Must they also be so?"), furtherParts(further.slice(0, mostFurther))],
    further.length > mostFurther && h("details", {}, h("summary", {}, `${further.length - mostFurther} more`), furtherParts(further.slice(mostFurther))),
    said.length > 0 && [h("h4", { id: "said-title" }, "You said"), h("ul", { class: "said", "aria-labelledby": "said-title" }, said.map(saidLine))],
  );
}

const words = ({ english, members }) => [h("span", {}, english), h("small", { class: "hint", title: membersText(members) }, membersText(members).replace(/ members?$/, ""))];

const furtherParts = (list) => h("ul", { class: "conds", "aria-labelledby": "further-title" }, list.map(furtherPart));

/** furtherPart returns a condition that is not in the definition: a tap puts it there, another one rules it out. */
const furtherPart = (one) => h("li", { class: "cond further" }, sayButton(one, "must", h("span", { "aria-hidden": "true" }, "+"), words(one)), sayButton(one, "not", "not"));

/** sayButton returns the button that says an answer to a condition, or takes it back. */
function sayButton(one, answer, ...content) {
  const isSaid = saidOf(one.concept) === answer;
  const press = () => (isSaid ? takeBack(one.concept) : judge([{ concept: one.concept, answer, clause: one.english }]));
  return h("button", { type: "button", class: "condition", "aria-label": `${answers[answer]}: ${one.english}`, title: `${answers[answer]}: ${one.english}`, "aria-pressed": String(isSaid), onclick: press, "data-key": `${answer} ${one.concept}` }, content);
}

const row = (one, which) => h("span", { class: "conditions" }, which.map((answer) => sayButton(one, answer, answers[answer].toLowerCase())));

/** part returns a part of the definition. A tap opens what may be said of it, and what may take its place. */
function part(one) {
  const body = h("div", { class: "cond-body", hidden: true }, row(one, ["must", "need_not", "not"]));
  const place = h("div", {});
  const draw = async () => {
    fill(place, waiting("Looking for what may take its place …"));
    try {
      fill(place, await offers(one));
    } catch (error) {
      fill(place, failed(error, draw));
    }
  };
  body.append(place);
  const toggle = (event) => {
    body.hidden = !body.hidden;
    event.currentTarget.setAttribute("aria-expanded", String(!body.hidden));
    if (!body.hidden && !place.firstChild) draw();
  };
  const change = h("button", { type: "button", class: "condition", title: one.concept, "aria-label": `Change: ${one.english}`, "aria-expanded": "false", onclick: toggle, "data-key": `change ${one.concept}` }, words(one), h("span", { class: "caret", "aria-hidden": "true" }, "▾"));
  return h("li", { class: `cond ${saidOf(one.concept) === "must" ? "on" : ""}` }, change, sayButton(one, "need_not", icon("close")), body);
}

const verbs = { widen: "Wider", tighten: "Tighter" };

/** offers returns what may take the place of a part: a wider or a tighter one, or one with a value or a further value. */
async function offers(one) {
  const [whole, values] = await Promise.all([fetchParts(one.concept), one.property ? valuesOf(one) : []]);
  const edits = whole.parts.flatMap((p) => p.edits).filter(({ kind }) => verbs[kind]);
  const put = (concept, clause, widens) => () => judge([...(widens ? [{ concept: one.concept, answer: "need_not", clause: one.english }] : []), { concept, answer: "must", clause }]);
  const offer = (verb, text, members, onclick) => h("li", {}, h("button", { type: "button", class: "offer", onclick }, h("span", {}, h("strong", {}, `${verb}: `), text), h("span", { class: "hint" }, members)));
  const list = [
    ...edits.map((e) => offer(verbs[e.kind], e.english, membersText(e.members), put(e.concept.dl, e.english, e.kind === "widen"))),
    ...values.map(({ value, label, members }) => {
      const name = nameOf({ iri: value, label });
      const [verb, act] = asksForAny(one) ? ["Only", put(of(one, value), `${one.english}: ${name}`)] : ["Or", put(`(${one.concept}) ⊔ ${of(one, value)}`, `${one.english} or ${name}`, true)];
      return offer(verb, name, `${members.toLocaleString("en")} have it`, act);
    }),
  ];
  return list.length > 0 ? h("ul", {}, list) : h("p", { class: "hint" }, "Nothing can take its place.");
}

const role = ({ property }) => (property.startsWith("^") ? `${property.slice(1)}⁻` : property);
const of = (one, value) => `∃${role(one)}.{${written(value)}}`;
const asksForAny = ({ concept }) => concept.endsWith(".⊤"); // else it lists values

/** valuesOf returns the frequent values of the property of a part, that the part does not have. */
async function valuesOf(one) {
  const { groups = [] } = await withSource((s) => call("POST", "members", { source: s.id, concept: `∃${role(one)}.⊤`, group: one.property, limit: 100 }));
  const has = ({ value }) => one.concept.includes(`{${written(value)}}`);
  return groups.filter((g) => /^[a-z][a-z0-9+.-]*:/i.test(g.value) && !g.datatype && !has(g)).slice(0, mostValues);
}

const saidLine = ({ concept, answer, clause }) =>
  h("li", {}, h("span", { title: concept }, h("strong", {}, `${answers[answer]}: `), clause), h("span", { class: "conditions" }, h("button", { type: "button", class: "condition", "aria-label": `Take back: ${answers[answer]}: ${clause}`, onclick: () => takeBack(concept), "data-key": `back ${concept}` }, "take back")));
