// Conditions: the parts of the definition, what else it may ask for, and what the user has said of either. Each
// act ranks again, and stays until it is taken back.
import { call } from "./api.js";
import { fill, h } from "./dom.js";
import { learn } from "./learn.js";
import { nameOf, written } from "./names.js";
import { membersText } from "./numbers.js";
import { fetchParts } from "./parts.js";
import { failed, say, waiting } from "./say.js";
import { withSource } from "./sources.js";
import { answers, change, current, undo } from "./work.js";

const mostFurther = 6;
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
  const further = list.filter((one) => !one.part).slice(0, mostFurther);
  const said = current().conditions.filter(({ answer }) => answer !== "unknown");
  if (parts.length + said.length === 0) return null;
  return h(
    "section",
    { class: "part parts", "aria-labelledby": "parts-title" },
    h("h3", { id: "parts-title" }, "Its parts"),
    h("ul", {}, parts.map(part)),
    further.length > 0 && [h("h4", { id: "further-title" }, "Must they also be so?"), h("ul", { "aria-labelledby": "further-title" }, further.map((one) => h("li", {}, sentence(one), row(one, ["must", "not"]))))],
    said.length > 0 && [h("h4", { id: "said-title" }, "You said"), h("ul", { class: "said", "aria-labelledby": "said-title" }, said.map(saidLine))],
  );
}

const sentence = ({ english, concept, members }) => h("span", { title: concept }, english, " ", h("small", { class: "hint" }, membersText(members)));

function row(one, which, ...more) {
  const press = (answer) => () => (saidOf(one.concept) === answer ? takeBack(one.concept) : judge([{ concept: one.concept, answer, clause: one.english }]));
  const choice = (answer) =>
    h("button", { type: "button", class: "condition", "aria-label": `${answers[answer]}: ${one.english}`, "aria-pressed": String(saidOf(one.concept) === answer), onclick: press(answer), "data-key": `${answer} ${one.concept}` }, answers[answer].toLowerCase());
  return h("span", { class: "conditions" }, which.map(choice), more);
}

function part(one) {
  const body = h("div", { hidden: true });
  const draw = async () => {
    fill(body, waiting("Looking for what may take its place …"));
    try {
      fill(body, await offers(one));
    } catch (error) {
      fill(body, failed(error, draw));
    }
  };
  const toggle = (event) => {
    body.hidden = !body.hidden;
    event.currentTarget.setAttribute("aria-expanded", String(!body.hidden));
    if (!body.hidden && !body.firstChild) draw();
  };
  const more = h("button", { type: "button", class: "condition", "aria-label": `Change: ${one.english}`, "aria-expanded": "false", onclick: toggle, "data-key": `change ${one.concept}` }, "change …");
  return h("li", {}, sentence(one), row(one, ["must", "need_not", "not"], more), body);
}

const verbs = { widen: "Wider", tighten: "Tighter" };

/** offers returns what may take the place of a part: a wider or a tighter one, or one with a further value. */
async function offers(one) {
  const [whole, values] = await Promise.all([fetchParts(one.concept), one.property ? valuesOf(one) : []]);
  const edits = whole.parts.flatMap((p) => p.edits).filter(({ kind }) => verbs[kind]);
  const put = (concept, clause, widens) => () => judge([...(widens ? [{ concept: one.concept, answer: "need_not", clause: one.english }] : []), { concept, answer: "must", clause }]);
  const offer = (verb, text, members, onclick) => h("li", {}, h("button", { type: "button", class: "offer", onclick }, h("span", {}, h("strong", {}, `${verb}: `), text), h("span", { class: "hint" }, members)));
  const list = [
    ...edits.map((e) => offer(verbs[e.kind], e.english, membersText(e.members), put(e.concept.dl, e.english, e.kind === "widen"))),
    ...values.map(({ value, label, members }) => {
      const name = nameOf({ iri: value, label });
      return offer("Or", name, `${members.toLocaleString("en")} have it`, put(withValue(one, value), `${one.english} or ${name}`, true));
    }),
  ];
  return list.length > 0 ? h("ul", {}, list) : h("p", { class: "hint" }, "Nothing can take its place.");
}

const role = ({ property }) => (property.startsWith("^") ? `${property.slice(1)}⁻` : property);
const withValue = (one, value) => `(${one.concept}) ⊔ ∃${role(one)}.{${written(value)}}`;

/** valuesOf returns the frequent values of the property of a part, that the part does not have. */
async function valuesOf(one) {
  const { groups = [] } = await withSource((s) => call("POST", "members", { source: s.id, concept: `∃${role(one)}.⊤`, group: one.property, limit: 100 }));
  const has = ({ value }) => one.concept.includes(`{${written(value)}}`);
  return groups.filter((g) => /^[a-z][a-z0-9+.-]*:/i.test(g.value) && !g.datatype && !has(g)).slice(0, mostValues);
}

const saidLine = ({ concept, answer, clause }) =>
  h("li", {}, h("span", { title: concept }, h("strong", {}, `${answers[answer]}: `), clause), h("span", { class: "conditions" }, h("button", { type: "button", class: "condition", "aria-label": `Take back: ${answers[answer]}: ${clause}`, onclick: () => takeBack(concept), "data-key": `back ${concept}` }, "take back")));
