// What the user says about the definition: conditions that must hold or must not, and changes
// of its parts. A definition that was changed so takes the place of the result.
import { shown } from "./chosen.js";
import { button, fill, h } from "./dom.js";
import { membersText } from "./numbers.js";
import { fetchParts, keepAsked, keepParts, partsOf } from "./parts.js";
import { say, failed, waiting } from "./say.js";
import { change, undo } from "./work.js";

/** showSaid shows a concept in place of the result. */
function showSaid(whole, written = false) {
  const { concept, english, members } = whole;
  if (!partsOf(concept.dl)) keepParts(whole);
  change({ said: concept.dl, written, pick: null });
  say(`Now ${english}: ${membersText(members)}.`, { name: "Undo", run: undo });
}

/** showConcept shows the concept, or what a query asks for, in place of the result. written: it is a query that the user has written. */
export async function showConcept(text, written = false) {
  const whole = partsOf(text) ?? (await fetchParts(text));
  keepAsked(whole.concept.dl, text);
  showSaid(whole, written);
}

/** conditionButtons returns the buttons that make a condition part of the definition, or its negation; clause names it. */
export function conditionButtons(condition, clause) {
  if (!shown()) return null;
  const put = (list) => async (event) => {
    const { target } = event;
    target.disabled = true;
    try {
      const whole = await fetchParts(shown().dl, { [list]: [condition] });
      if (whole.members.upper === 0) say(`Nothing would be left: no member ${list === "must" ? clause : `is without: ${clause}`}.`);
      else showSaid(whole);
    } catch (error) {
      say(error.message);
    } finally {
      target.disabled = false;
    }
  };
  const one = (list, text) => h("button", { type: "button", class: "condition", "aria-label": `${text}: ${clause}`, title: `${text}: ${clause}`, onclick: put(list), "data-key": `${list} ${condition}` }, text);
  const holds = ` ⊓ ${shown().dl} ⊓ `.includes(` ⊓ ${condition} ⊓ `);
  return h("span", { class: "conditions" }, !holds && one("must", "must"), one("must_not", "must not"));
}

let isOpen = false;

/** partsPart lists the parts of the definition with what it becomes when one is changed, and how many members it has then. */
export function partsPart(c) {
  const body = h("div", {});
  const draw = async () => {
    fill(body, waiting("Counting what each change would leave …"));
    try {
      const known = partsOf(c.dl);
      fill(body, (known?.parts ? known : await fetchParts(c.dl)).parts.map(part));
    } catch (error) {
      fill(body, failed(error, draw));
    }
  };
  const toggle = (event) => {
    isOpen = event.target.open;
    if (isOpen && !body.firstChild) draw();
  };
  if (isOpen) draw();
  return h("details", { class: "parts", open: isOpen, ontoggle: toggle }, h("summary", { "data-key": "parts" }, "Change a part of it"), body);
}

const verbs = { remove: "Remove", widen: "Wider", tighten: "Tighter" };

function part({ english, concept, edits }) {
  const edit = (e) =>
    h("li", {}, h("button", { type: "button", class: "offer", onclick: () => showSaid(e) }, h("span", {}, h("strong", {}, `${verbs[e.kind]}: `), e.english), h("span", { class: "hint" }, membersText(e.members))));
  return h("section", { class: "part", "aria-label": english }, h("h3", { title: concept }, english), edits.length > 0 ? h("ul", {}, edits.map(edit)) : h("p", { class: "hint" }, "Nothing can take its place."));
}
