// What was learned: the sentence, the proof, the forms, and the parts below.
import { alternatives } from "./alternatives.js";
import { complete, examples, shown } from "./chosen.js";
import { curve } from "./curve.js";
import { count, fill, h } from "./dom.js";
import { nameOf } from "./names.js";
import { forms } from "./forms.js";
import { latest, learnError, onLearning, result, running } from "./learn.js";
import { start } from "./bar.js";
import { matches } from "./matches.js";
import { membersText, percent, questionCard, rivalCards } from "./meant.js";
import { mistakes } from "./mistakes.js";
import { pairs } from "./pairs.js";
import { progress } from "./progress.js";
import { removed } from "./removed.js";
import { announce, failed } from "./say.js";
import { live, onSource } from "./sources.js";
import { tabs } from "./tabs.js";
import { askedFor, onChange } from "./work.js";

let drawn = ""; // what is on the screen, so that nothing is drawn twice
let drawnResult = null;
let announced = null;

export function startResult() {
  const root = document.getElementById("result");
  const body = h("div", { class: "result-body" });
  const error = h("div", {});
  const notice = h("p", { class: "notice stale-notice", hidden: true }, "The examples or settings have changed since. ", h("button", { type: "button", class: "link", onclick: start }, "Learn again"));
  fill(root, h("h2", { id: "result-title" }, "Result"), error, progress(), notice, body);
  const draw = () => {
    fill(error, learnError() && failed(learnError(), start));
    const r = result() ?? latest();
    const stale = Boolean(r) && !result();
    body.classList.toggle("stale", stale);
    notice.hidden = !stale;
    // What the examples were when it was learned stays as it is.
    if (stale && r === drawnResult) return;
    const c = shown();
    const now = JSON.stringify([r?.concept, r?.score, c?.dl, c?.stale, c?.confidence, c?.members, r?.ranking?.map((one) => one.concept.dl), r?.question?.iri, live()?.id, result() && askedFor(), Boolean(r), !r && Boolean(running())]);
    const before = drawnResult;
    drawnResult = r;
    if (now === drawn) {
      if (r !== before && c) redrawHead(r, c); // the same concept, confirmed or disputed
      return;
    }
    drawn = now;
    fill(body, ...(r ? (c ? parts(r, c) : nothingFound(r)) : running() ? [] : howTo()));
    if (result() && c && announced !== r) {
      announced = r;
      announce(`Learned: ${c.english ?? c.dl}.${r.question ? ` A question: is ${nameOf(r.question)} one of them?` : ""}`);
    }
  };
  onChange(draw);
  onLearning(draw);
  onSource(draw);
  draw();
}

function howTo() {
  return [
    h(
      "ol",
      { class: "how-to" },
      h("li", {}, h("strong", {}, "Find"), " things by their names, on the left."),
      h("li", {}, h("strong", {}, "Mark"), " two or three that belong with ", h("span", { class: "sign pos" }, "+"), ". That is enough; if you know similar ones that do not belong, mark them with ", h("span", { class: "sign neg" }, "−"), "."),
      h("li", {}, h("strong", {}, "Learn."), " The definition appears here, with its members. Then answer a few questions: is this one of them?"),
    ),
  ];
}

function nothingFound(r) {
  // Pairs that look alike rule it out before any search.
  const searched = r.ceiling?.pairs?.length > 0 || (r.stages.length > 0 && r.stages.every((stage) => stage.optimal));
  const [title, text] = r.interrupted
    ? ["Nothing found", "The search was stopped before it found a concept."]
    : searched
      ? ["Nothing fits", "No concept of this language and size tells the examples apart. Allow a larger size or another language in the settings, or let the best score do (Fit: approx)."]
      : ["Nothing found", "The time was up before a concept was found. Allow more time or a smaller language in the settings, or let the best score do (Fit: approx)."];
  return [h("section", { class: "card headline" }, h("h3", {}, title), h("p", {}, text)), details(r, null)];
}

let redrawHead = () => {};

function parts(r, c) {
  const head = h("section", { class: "card headline", "aria-label": "Definition" });
  const written = h("section", { class: "card written", "aria-label": "The definition in other forms" });
  const both = (latest, concept) => {
    fill(head, ...headline(latest, concept));
    fill(written, forms(concept));
  };
  redrawHead = (latest, concept) => {
    both(latest, concept);
    complete(concept).then(
      (whole) => whole !== concept && both(latest, whole),
      (error) => written.append(failed(error)),
    );
  };
  redrawHead(r, c);
  return [
    head,
    !c.stale && questionCard(r),
    rivalCards(r, c),
    written,
    details(r, c),
    curve(r),
  ];
}

function headline(r, c) {
  return [
    h("p", { class: "sentence" }, c.english ?? c.labelled?.dl ?? c.dl),
    h("div", { class: "facts" }, sure(c), c.members && h("span", { class: "fact" }, membersText(c.members)), score(c), proof(r, c), endpoint(r, c)),
    c.looksWrong?.length > 0 && h("p", { class: "notice" }, `Look again: ${c.looksWrong.map(exampleName).join(", ")} ${c.looksWrong.length === 1 ? "does" : "do"} not fit. The tab “Examples” says why.`),
  ];
}

/** exampleName is the name of an example by its IRI. */
function exampleName(iri) {
  const { pos, neg } = examples();
  return nameOf([...pos, ...neg].find((e) => e.iri === iri) ?? { iri });
}

const sureFrom = 0.95; // as where questions end

function sure({ confidence: p }) {
  if (p === undefined || p === null) return null;
  return h("span", { class: `fact ${p >= sureFrom ? "good" : ""}` }, `${percent(p)} likely what you mean`);
}

function proof(r, c) {
  if (r.examples.negative === 0) return null;
  if (r.ranking?.length > 0 && !c.proved && (r.smallest || !c.isDefault)) return h("span", { class: "fact", title: c.isDefault ? r.proof : undefined }, c.isDefault ? "A simpler one fits the examples, too" : "Not proved to be the simplest");
  const s = c.score;
  const perfect = s ? s.fp + s.fn === 0 : c.correct !== undefined && c.correct === r.examples.positive + r.examples.negative;
  if (!c.proved) return h("span", { class: "fact warn" }, r.interrupted ? "Not proved: stopped" : "Not proved: the time was up");
  const smallest = perfect && r.stages.every((stage) => stage.k >= c.size || stage.optimal);
  const title = c.isDefault ? r.proof : undefined;
  if (smallest) return h("span", { class: "fact good", title }, "✓ Proved: no simpler one fits");
  return h("span", { class: "fact good", title }, `✓ Proved: none up to size ${c.isDefault ? r.bounds.size : c.size} is better`);
}

function score(c) {
  const s = c.score;
  if (!s) return null;
  const right = s.tp + s.tn;
  const all = right + s.fp + s.fn;
  return h("span", { class: `fact ${right === all ? "good" : "warn"}` }, right === all ? `All ${all} examples right` : `${right} of ${all} examples right`);
}

function endpoint(r, c) {
  if (r.pending && running()) return h("span", { class: "fact" }, "Asking the endpoint …");
  if (!r.endpoint || !c.isDefault) return null;
  if (r.endpoint.error) return h("span", { class: "fact warn", title: r.endpoint.error }, "The endpoint did not confirm it");
  if (r.endpoint.confirmed) return h("span", { class: "fact good", title: r.endpoint.url }, "✓ The endpoint agrees");
  return h("span", { class: "fact bad" }, `The endpoint disagrees on ${count(r.endpoint.mismatches.length, "example")}`);
}

function details(r, c) {
  const list = [
    c && { id: "matches", title: "Matches", draw: (panel) => matches(panel, c) },
    c && { id: "mistakes", title: "Examples", number: wrong(c), draw: (panel) => mistakes(panel, c) },
    r.solutions?.length > 1 && { id: "alternatives", title: "Alternatives", number: r.solutions.length, draw: (panel) => alternatives(panel, r) },
    { id: "pairs", title: "Not separable", number: r.ceiling?.pairs?.length || undefined, draw: (panel) => pairs(panel, r) },
    { id: "removed", title: "Left out", number: r.removed.length || undefined, draw: (panel) => removed(panel, r) },
  ].filter(Boolean);
  return h("section", { class: "card details" }, tabs("details", "Details of the result", list));
}

const wrong = (c) => (c.score ? c.score.fp + c.score.fn || undefined : undefined);
