// The result: the definition with its parts and its proof, and below it at full width its
// members, its query and the curve.
import { complete, shown } from "./chosen.js";
import { apart, conflictPart } from "./conflict.js";
import { curve } from "./curve.js";
import { button, count, fill, h, keep, unpressed } from "./dom.js";
import { nameOf, nameWith } from "./names.js";
import { forms } from "./forms.js";
import { hold, keepInPlace } from "./held.js";
import { isCurrent, isRunning, latest, learn, learnError, onLearning, result, running } from "./learn.js";
import { missing, start } from "./bar.js";
import { matches } from "./matches.js";
import { askedCondition, questionCard, rivalCards } from "./meant.js";
import { mistakes } from "./mistakes.js";
import { membersText, percent } from "./numbers.js";
import { pairs } from "./pairs.js";
import { progress } from "./progress.js";
import { queryPart } from "./query.js";
import { removed } from "./removed.js";
import { saidParts } from "./saidparts.js";
import { partsPart } from "./conditions.js";
import { announce, failed } from "./say.js";
import { linkedNotice } from "./linked.js";
import { isBarred, live, onSource } from "./sources.js";
import { table } from "./table.js";
import { tabs } from "./tabs.js";
import { scopeOf } from "./share.js";
import { askedFor, current, mark, onChange } from "./work.js";

let drawn = ""; // a description of the screen, so that nothing is drawn twice
let drawnResult = null;
let drawnConcept = null; // in the card
let announced = null;

// The card with the definition, the details below it, the query, and the curve.
const main = h("div", {});
const headline = h("section", { class: "card headline", "aria-label": "Definition" });
const lower = h("div", {});
const written = h("section", { class: "card headline written", "aria-label": "Query and other forms", hidden: true });
const rest = h("div", {});
let drawLower = () => {};
const held = hold(lower, ".matches, .verdicts", () => drawLower());

export function startResult() {
  const root = document.getElementById("result");
  const body = h("div", { class: "result-body" }, main);
  const below = h("div", { class: "result-body" }, lower, written, rest);
  const error = h("div", {});
  const notice = h("p", { class: "notice stale-notice", hidden: true }, "The examples or settings have changed since. ", h("button", { type: "button", class: "link", onclick: start }, "Learn again"));
  fill(root, h("h2", { id: "result-title" }, "Result"), error, progress(), notice, body);
  fill(document.getElementById("below"), below);
  const draw = () => {
    fill(error, learnError() && learningFailed(learnError()));
    const r = result() ?? latest();
    const stale = Boolean(r) && !result();
    for (const part of [body, below]) part.classList.toggle("stale", stale);
    notice.hidden = !stale || isCurrent();
    // A stale result stays as it is.
    if (stale && r === drawnResult) return;
    const c = shown();
    const now = JSON.stringify([r?.concept, r?.score, c?.dl, c?.stale, c?.confidence, c?.members, r?.ranking?.map((one) => one.concept.dl), r?.question?.iri, r?.conditions, current().conditions, r?.conflict?.examples, r?.removed?.length, r?.stages?.length, r?.apart?.text, live()?.id, isBarred(), r?.linked, current().settled, current().said, result() && askedFor(), Boolean(r), !r && Boolean(running())]);
    const before = drawnResult;
    drawnResult = r;
    if (now === drawn) {
      if (r !== before && c) drawCard(r, c); // the same concept, but the endpoint has answered
      return;
    }
    drawn = now;
    drawAll(r, c);
    if (result() && c && announced !== r) {
      announced = r;
      const condition = askedCondition(r);
      const asked = condition ? ` A question: must all of them be so: ${condition.english}?` : r.question ? ` A question: is ${nameWith(r.question)} one of them?` : "";
      announce(`Learned: ${c.english ?? c.dl}.${asked}`);
    }
  };
  const drawUnpressed = () => unpressed(draw);
  onChange(drawUnpressed);
  onLearning(drawUnpressed);
  onSource(drawUnpressed);
  draw();
}

/** drawAll draws the result. The details below the definition are not redrawn while the pointer is on them. */
function drawAll(r, c) {
  drawLower = () => {
    fill(lower, r && !isBarred() && details(r, c));
    showBelow();
  };
  if (r && c) drawCard(r, c);
  else {
    written.hidden = true;
    above(() => (r ? nothingFound(r) : running() ? null : howTo()));
  }
  // The first answer has no curve yet. A shorter page would scroll, and move what is held.
  rest.style.minHeight = held.isHeld() ? `${rest.offsetHeight}px` : "";
  if (!held.putOff()) drawLower();
  fill(rest, (r && c && !c.written && curve(r)) || (held.isHeld() && h("div", {})));
  showBelow();
}

/** showBelow hides the column below the definition while it is empty. */
function showBelow() {
  document.getElementById("below").hidden = written.hidden && !lower.hasChildNodes() && !rest.hasChildNodes();
}

/** above draws the part above the details. If these are held, they stay where they are. */
function above(make) {
  const draw = () => fill(main, make());
  if (held.isHeld()) keepInPlace(lower, draw);
  else draw();
}

/** drawCard draws the definition, and draws it again when its other forms have come. */
function drawCard(r, c) {
  drawnConcept = c;
  above(() => card(r, c));
  complete(c).then(
    (whole) => unpressed(() => whole !== c && drawnResult === r && drawnConcept === c && above(() => card(r, whole))),
    (error) => main.append(failed(error)),
  );
}

/** learningFailed shows the error. It offers to remove examples that the source does not have. */
function learningFailed(error) {
  if (!error.iris?.length) return failed(error, start);
  const unknown = error.iris.map((iri) => ({ iri }));
  const remove = () => {
    mark(unknown, null);
    if (!missing()) learn();
  };
  return h("div", {}, failed(error), h("div", { class: "row" }, button(`Remove ${unknown.length === 1 ? nameOf(unknown[0]) : `these ${unknown.length}`} and learn`, remove)));
}

function howTo() {
  return h(
    "ol",
    { class: "how-to" },
    h("li", {}, h("strong", {}, "Mark"), " two or three things that belong with ", h("span", { class: "sign pos" }, "+"), ": from the list on the left, or found by name. That is enough."),
    h("li", {}, h("strong", {}, "Learn."), " What you most likely mean appears here: in words, with its members and its query."),
    h("li", {}, h("strong", {}, "Answer"), " a few questions: is this one of them? When genus is sure, it says so."),
  );
}

function nothingFound(r) {
  // Pairs that look alike rule out a fitting concept before any search.
  const searched = r.ceiling?.pairs?.length > 0 || (r.stages.length > 0 && r.stages.every((stage) => stage.optimal));
  const [title, text] = r.interrupted
    ? ["Nothing found", "The search was stopped before it found a concept."]
    : r.apart
      ? ["Nothing in common", `${r.apart.text}.`]
      : searched
        ? ["Nothing fits", "No concept with the symbols that genus used tells the examples apart. Allow wrong examples in the settings, or a larger language under “For experts”."]
        : ["Nothing found", "The time was up before a concept was found. Allow more time or wrong examples in the settings."];
  return h("section", { class: "card headline" }, h("h3", {}, title), h("p", {}, text));
}

/** card fills the card with the definition. The parts that have buttons stay as they are while what they show does. */
function card(r, c) {
  const about = [live(), isBarred(), c.dl, c.isDefault, c.stale, c.said, c.written, current().source];
  fill(
    headline,
    !c.stale && linkedNotice(r, start),
    h("p", { class: "sentence" }, c.english ?? c.labelled?.dl ?? c.dl),
    h("div", { class: "facts" }, sure(r, c), c.members && h("span", { class: "fact" }, membersText(c.members)), score(c), proof(r, c), endpoint(r, c)),
    !c.stale && !c.written && conflictPart(r),
    !c.stale && !c.written && r.apart && h("p", { class: "notice" }, `${r.apart.text}.`),
    !c.stale && !c.written && r.ranking_notes?.map((text) => h("p", { class: "notice" }, `${text}.`)),
    !r.conflict && apart(c),
    advice(r, c),
    !c.stale && keep("question", [about, r.question && [r.question, nameOf(r.question)], r.conditions, current().conditions, isRunning(r, "question"), current().settled, r.ranking], () => questionCard(r, c)),
    !c.stale && !isBarred() && keep("parts", [about, r.conditions, current().conditions], () => (c.said ? saidParts(c) : partsPart(r, c))),
    keep("rivals", [about, r.concept?.dl, c.looksWrong, r.ranking], () => !c.written && rivalCards(r, c)),
  );
  written.hidden = false;
  fill(
    written,
    keep("query", [about, c.sparql, c.labelled?.sparql, c.notes], () => queryPart(c)),
    !isBarred() && keep("forms", [about, c.manchester, c.turtle, c.shacl, c.labelled, r.removed], () => forms(c, r)),
  );
  return headline;
}

const sureFrom = 0.8; // questions end at this probability, if something outside is known

function sure(r, { confidence: p, dl, stale, isDefault, said }) {
  if (said) return h("span", { class: "fact good" }, "✓ As you said");
  if (!stale && current().settled === dl) return h("span", { class: "fact good" }, "✓ You said that this is what you mean");
  if (p === undefined || p === null) return null;
  const likely = `${percent(p)} likely what you mean`;
  if (p < sureFrom || !knowsOutside(r)) return h("span", { class: "fact" }, likely);
  return h("span", { class: "fact good" }, `${isOver(r, { stale, isDefault }) ? "✓ No more questions: " : ""}${likely}`);
}

/** knowsOutside reports whether an example or a condition says what does not belong. */
const knowsOutside = (r) => r.examples.negative > 0 || current().conditions.some(({ answer }) => answer === "must" || answer === "not");

/** isOver reports whether the result is the last word: no question is left that would tell more. */
const isOver = (r, { stale, isDefault }) => !stale && isDefault && !r.linked && !r.question && !askedCondition(r) && !r.conflict && !isRunning(r, "question");

/** advice says what would help where no question does. */
function advice(r, c) {
  if (c.said || c.confidence === undefined || c.confidence === null || current().settled === c.dl || !isOver(r, c)) return null;
  if (!knowsOutside(r)) return h("p", { class: "notice" }, "Add one that does not belong: it shows what you leave out.");
  return c.confidence < sureFrom && h("p", { class: "notice" }, "Not sure, and no question is left that would help. Add more that belong, and some that nearly do.");
}

/** whyUnproved says in a few words what ended a search before its proof. */
const whyUnproved = { interrupted: "stopped", timeout: "the time was up", memory: "the memory limit was reached", patience: "larger ones were no better" };

function proof(r, c) {
  if (c.said) return null;
  if (isRunning(r, "proof")) return h("span", { class: "fact" }, "Looking for a proof …");
  if (r.unproved && c.isDefault) return h("span", { class: "fact warn", title: r.unproved }, r.interrupted ? "Not proved: stopped" : "Not proved: the search did not finish");
  if (r.examples.negative === 0) return null;
  if (r.ranking?.length > 0 && !c.proved && (r.smallest || !c.isDefault)) return h("span", { class: "fact", title: c.isDefault ? r.proof : undefined }, c.isDefault ? "A simpler one fits the examples, too" : "Not proved to be the simplest");
  const s = c.score;
  const perfect = s ? s.fp + s.fn === 0 : c.correct !== undefined && c.correct === r.examples.positive + r.examples.negative;
  if (!c.proved) return h("span", { class: "fact warn", title: c.isDefault ? r.proof : undefined }, `Not proved: ${whyUnproved[r.interrupted ? "interrupted" : r.ended] ?? "not all was searched"}`);
  const smallest = perfect && r.stages.every((stage) => stage.k >= c.size || stage.optimal);
  const proved = smallest ? "no simpler one fits" : "no concept as simple is better";
  return h("span", { class: "fact good", title: `Proved: ${proved}${scope(r, c)}` }, `✓ Proved: ${proved}`);
}

function scope(r, c) {
  const text = scopeOf(r, c);
  return text ? `, in ${text}` : r.linked ? ", in a language that the link does not name" : "";
}

function score(c) {
  const s = c.score;
  if (!s) return null;
  const right = s.tp + s.tn;
  const all = right + s.fp + s.fn;
  return h("span", { class: `fact ${right === all ? "good" : "warn"}` }, right < all ? `${right} of ${count(all, "example")} right` : (["", "The example is right", "Both examples are right"][all] ?? `All ${all} examples right`));
}

function endpoint(r, c) {
  if (isRunning(r, "confirmation")) return live()?.url ? h("span", { class: "fact" }, "Asking the endpoint …") : null;
  if (!r.endpoint || !c.isDefault) return null;
  if (r.endpoint.error) return h("span", { class: "fact warn", title: r.endpoint.error }, live()?.url ? "The endpoint did not confirm it" : "The query was not checked");
  const remote = Boolean(live()?.url) || current().source.kind === "endpoint";
  if (r.endpoint.confirmed) return h("span", { class: "fact good", title: remote ? r.endpoint.url : "The query finds the same examples." }, remote ? "✓ The endpoint agrees" : "✓ Query checked");
  return h("span", { class: "fact bad" }, `${remote ? "The endpoint" : "The query"} disagrees on ${count(r.endpoint.mismatches.length, "example")}`);
}

function details(r, c) {
  const list = [
    c && { id: "table", title: "Table", draw: (panel) => table(panel, c, r) },
    c && { id: "matches", title: "Matches", draw: (panel) => matches(panel, c, r) },
    c && !c.written && { id: "mistakes", title: "Examples", number: wrong(c), draw: (panel) => mistakes(panel, c) },
    !c?.written && (r.ceiling?.pairs?.length > 0 || (!c && !r.apart && !r.ceiling?.correct)) && { id: "pairs", title: "Not separable", number: r.ceiling?.pairs?.length || undefined, draw: (panel) => pairs(panel, r) },
    !c && r.removed.length > 0 && { id: "removed", title: "Left out", number: r.removed.length, draw: (panel) => removed(panel, r) },
  ].filter(Boolean);
  if (list.length === 0) return null;
  return h("section", { class: "card details" }, tabs("details", "Details of the result", list));
}

const wrong = (c) => (c.score ? c.score.fp + c.score.fn || undefined : undefined);
