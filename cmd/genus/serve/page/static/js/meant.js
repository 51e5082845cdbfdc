// The ranking: the rivals of the definition with their numbers of members, and the question
// whose answer tells most.
import { correct } from "./chosen.js";
import { judge } from "./conditions.js";
import { button, h } from "./dom.js";
import { evidence } from "./evidence.js";
import { isRunning, learn } from "./learn.js";
import { nameOf, nameWith } from "./names.js";
import { showNeighbourhood } from "./neighbourhood.js";
import { membersText, percent } from "./numbers.js";
import { conditionButtons } from "./said.js";
import { say, waiting } from "./say.js";
import { change, current, undo } from "./work.js";

const most = 3; // largest number of rivals
const mostFacts = 4; // largest number of facts about the individual of the question

/** rivalCards returns the other concepts that may be meant; a click shows one in place of the first. */
export function rivalCards(r, shown) {
  const all = (r.ranking ?? []).filter(({ concept }) => concept.dl !== shown.dl);
  const others = all.slice(0, most);
  const right = shown.looksWrong?.length > 0 && all.find((one) => one.looks_wrong.length === 0);
  if (right && !others.includes(right)) others.push(right);
  if (others.length === 0) return null;
  return h("section", { class: "part rivals", "aria-labelledby": "rivals-title" }, h("h3", { id: "rivals-title" }, "Or do you mean …"), h("ul", {}, others.map((one) => rival(r, one))));
}

function rival(r, { concept, english, members, probability }) {
  const show = () => change({ meant: concept.dl === r.concept.dl ? null : concept.dl, pick: null }); // also in place of what was said
  return h(
    "li",
    {},
    h("button", { type: "button", class: "rival", onclick: show }, h("span", {}, english), h("span", { class: "hint" }, `${membersText(members)}, ${percent(probability)} likely`)),
  );
}

/** askedCondition returns the condition to ask about, if that tells more than the question about an individual. */
export const askedCondition = (r) => (r.conditions ?? []).find((one) => one.ask && !current().conditions.some(({ concept }) => concept === one.concept));

/** questionCard returns the question about a condition or an individual. Each answer learns again. */
export function questionCard(r, { dl: concept, isDefault, said }) {
  if (said) return null;
  if (isRunning(r, "question")) return questionToCome();
  if (current().settled === concept) return null;
  const right = button("The definition is right", () => change({ meant: isDefault ? null : concept, settled: concept }), { "data-key": "settle" });
  const condition = isDefault && askedCondition(r);
  if (condition) return conditionCard(condition, right);
  const q = r.question;
  if (!q) return null;
  return h(
    "section",
    { class: "question", "aria-labelledby": "question-title" },
    h(
      "h3",
      { id: "question-title" },
      "Is ",
      h("button", { type: "button", class: "link", title: q.iri, onclick: () => showNeighbourhood(q), "data-key": "question" }, nameWith(q)),
      " one of them?",
    ),
    evidence({ ...q, classes: (q.classes ?? []).map((label) => ({ iri: label, label })) }, anyOf(r, concept)),
    q.facts.length > 0 && h("ul", { class: "why", "aria-label": "What is known of it" }, q.facts.slice(0, mostFacts).map(fact)),
    h(
      "div",
      { class: "row" },
      choices({ yes: () => answer(q, "pos"), no: () => answer(q, "neg"), unknown: () => answer(q, null) }),
      right,
    ),
  );
}

const choices = ({ yes, no, unknown }) => [
  button("Yes", yes, { class: "side-pos", "data-key": "answer yes", "aria-keyshortcuts": "y" }),
  button("No", no, { class: "side-neg", "data-key": "answer no", "aria-keyshortcuts": "n" }),
  button("I don't know", unknown, { class: "quiet", "data-key": "answer unknown", "aria-keyshortcuts": "?" }),
];

/** conditionCard returns the question whether all that are meant satisfy a condition. */
function conditionCard({ concept, english, members }, right) {
  const put = (answer) => () => judge([{ concept, answer, clause: english }]);
  return h(
    "section",
    { class: "question of-condition", "aria-labelledby": "question-title" },
    h("h3", { id: "question-title", title: concept }, `Must all of them be so: ${english}?`),
    h("p", { class: "hint" }, `It holds for ${membersText(members)}.`),
    h("div", { class: "row" }, choices({ yes: put("must"), no: put("need_not"), unknown: put("unknown") }), right),
  );
}

/** questionToCome keeps the place of the question, and the focus on its answers, until it has come. */
function questionToCome() {
  const wait = (name, key) => button(name, () => {}, { "aria-disabled": "true", "data-key": key });
  return h(
    "section",
    { class: "question", "aria-label": "Question" },
    waiting("Looking for the next question …"),
    h("div", { class: "row" }, wait("Yes", "answer yes"), wait("No", "answer no"), wait("I don't know", "answer unknown")),
  );
}

/** anyOf returns the union of the concepts that may be meant, for the evidence about the individual. */
const anyOf = (r, concept) => [concept, ...(r.ranking ?? []).slice(0, most + 1).map((one) => one.concept.dl).filter((dl) => dl !== concept)].map((dl) => `(${dl})`).join(" ⊔ ");

function fact({ english, concept, holds, reason }) {
  return h("li", {}, h("span", { class: holds ? "holds" : "fails" }, holds ? "yes" : "no"), h("span", { title: concept }, english), reason && h("small", {}, reason), conditionButtons(concept, english));
}

function answer(q, side) {
  if (current().asked.includes(q.iri)) return; // a second click before the next question is drawn
  if (side) correct(q, side);
  else change({ asked: [...current().asked, q.iri] });
  learn();
  say(`${nameOf(q)}: ${{ pos: "yes", neg: "no" }[side] ?? "not known"}.`, { name: "Undo", run: undo });
}
