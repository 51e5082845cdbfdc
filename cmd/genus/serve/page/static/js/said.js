// Definitions that the user gives in place of the result: a query, a repair, and what is not ranked with a condition.
import { shown } from "./chosen.js";
import { judge } from "./conditions.js";
import { h } from "./dom.js";
import { result } from "./learn.js";
import { membersText } from "./numbers.js";
import { fetchParts, keepParts, partsOf } from "./parts.js";
import { say } from "./say.js";
import { change, current, undo } from "./work.js";

/** showSaid shows a concept in place of the result. text is the query that it was read of. */
export function showSaid(whole, written = false, text = null) {
  const { concept, english, members } = whole;
  if (!partsOf(concept.dl)) keepParts(whole);
  change({ said: concept.dl, written, text, pick: null });
  say(`Now ${english}: ${membersText(members)}.`, { name: "Undo", run: undo });
}

/** showConcept shows the concept, or what a query asks for, in place of the result. written: it is a query that the user has written. */
export async function showConcept(text, written = false) {
  const whole = partsOf(text) ?? (await fetchParts(text));
  showSaid(whole, written, text === whole.concept.dl ? null : text);
}

/** narrow adds a condition to the definition that is shown; with list "must_not" it must not hold. */
export async function narrow(condition, clause, list = "must") {
  const whole = await fetchParts(shown().dl, { [list]: [condition] });
  if (whole.members.upper === 0) say(`Nothing would be left: no member ${list === "must" ? clause : `is without: ${clause}`}.`);
  else showSaid(whole, current().written);
}

/** conditionButtons returns the buttons that say that a condition must hold, or must not; clause names it. */
export function conditionButtons(condition, clause) {
  if (!shown()) return null;
  const put = (list) => async (event) => {
    if (!current().said && result()?.ranking?.length > 0) return judge([{ concept: condition, answer: list === "must" ? "must" : "not", clause }]);
    const { target } = event;
    target.disabled = true;
    try {
      await narrow(condition, clause, list);
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
