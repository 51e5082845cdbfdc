// The lists of examples. An example moves to the other side by dragging, by its button,
// or by an arrow key.
import { bringButton } from "./bring.js";
import { button, count, fill, h, icon } from "./dom.js";
import { shown } from "./chosen.js";
import { evidence } from "./evidence.js";
import { onLearning, running, stop } from "./learn.js";
import { fetchLabels, nameOf } from "./names.js";
import { showNeighbourhood } from "./neighbourhood.js";
import { showPaste } from "./paste.js";
import { offersProposals, showProposals } from "./proposals.js";
import { searchBox } from "./search.js";
import { announce, failed } from "./say.js";
import { changedSettings, showSettings } from "./settings.js";
import { live, onSource, open, openError } from "./sources.js";
import { showStart } from "./start.js";
import { change, clear, current, mark, onChange } from "./work.js";
import { learnButton, onLearnButton } from "./bar.js";

const sides = {
  pos: { title: "Belongs", sign: "+", other: "neg", empty: "Find two or three that belong, and add them here. That is enough to start: genus asks about others." },
  neg: { title: "Does not belong", sign: "−", other: "pos", empty: "None is needed. If you know some that are similar, yet do not belong, add them." },
};

export function startExamples() {
  const root = document.getElementById("examples");
  const state = h("div", {});
  const lists = h("div", { class: "sides" });
  const action = h("div", { class: "learn-action" });
  const words = wordsField();
  fill(root, h("h2", { id: "examples-title" }, "Examples"), state, words.field, searchBox(), lists, action);
  const draw = () => {
    fill(state, openError() && failed(openError(), openError().status === 0 ? open : showStart), presetOffer(draw));
    fill(lists, side("pos"), side("neg"), tools());
    words.draw();
    fill(action, learnButton());
  };
  onChange(draw);
  onSource(() => {
    draw();
    if (live()) nameAll(draw);
  });
  onLearnButton(() => fill(action, learnButton()));
  // The rows show evidence for the definition.
  let concept = "";
  onLearning(() => {
    const now = shown()?.dl ?? "";
    if (now !== concept) draw();
    concept = now;
  });
  draw();
}

/** wordsField returns the field for what the user says in words. */
function wordsField() {
  const set = () => {
    const { words: before, ...options } = current().options;
    const words = input.value.trim();
    if (words !== (before ?? "")) change({ options: words ? { ...options, words } : options });
  };
  const input = h("input", { type: "text", id: "words", placeholder: "such as: jazz pianists from the US", maxlength: 1000, autocomplete: "off", onchange: set, "data-key": "words" });
  const field = h("div", { class: "words" }, h("label", { for: "words" }, "What you mean, in your words (optional)"), input);
  const draw = () => {
    field.hidden = !current().source;
    if (document.activeElement !== input) input.value = current().options.words ?? "";
  };
  return { field, draw };
}

let declined = ""; // address of the endpoint whose preset the user does not want

/** presetOffer offers the preset that fits the statements of an endpoint that was opened without one. */
function presetOffer(draw) {
  const { source } = current();
  const preset = live()?.tried?.preset;
  if (!preset || source?.kind !== "endpoint" || source.preset || source.url === declined) return null;
  const no = () => {
    declined = source.url;
    draw();
  };
  return h(
    "div",
    { class: "notice", role: "group", "aria-label": "Settings for this endpoint" },
    h("p", {}, `This looks like ${preset}. The settings for it say which properties are of no interest, how to search for names, and how often to ask.`),
    h("div", { class: "row" }, button("Use them", () => change({ source: { ...source, preset } })), button("No", no, { class: "quiet" })),
  );
}

/** nameAll fetches missing labels, of examples from a list, a link or a file. */
async function nameAll(draw) {
  const { pos, neg } = current();
  const unnamed = [...pos, ...neg].filter((e) => !e.label).map((e) => e.iri);
  if (unnamed.length === 0) return;
  try {
    await fetchLabels(unnamed);
    draw();
  } catch {
    // They keep their short IRIs; the head of the page shows the error.
  }
}

const first = 3; // examples of a side that a phone shows at first, so that the result is near
const whole = { pos: false, neg: false }; // sides of which a phone shows all

function side(name) {
  const { title, sign, empty } = sides[name];
  const members = current()[name];
  const toggle = (event) => {
    whole[name] = true;
    event.target.closest(".side").classList.add("whole");
  };
  return h(
    "section",
    { class: `side ${name} ${whole[name] ? "whole" : ""}`, "aria-label": title, ondragover: over, ondragleave: leave, ondrop: (event) => drop(event, name) },
    h("h3", {}, h("span", { class: `sign ${name}`, "aria-hidden": "true" }, sign), title, h("span", { class: "number" }, members.length)),
    members.length === 0
      ? h("p", { class: "empty" }, empty)
      : h("ul", { "aria-label": `${title}, ${count(members.length, "example")}` }, members.map((e, i) => example(e, name, i))),
    members.length > first && button(`Show all ${members.length}`, toggle, { class: "quiet show-all" }),
  );
}

function example(e, name, i) {
  const { other } = sides[name];
  const label = nameOf(e);
  const move = () => shift([e], other);
  const remove = () => shift([e], null);
  return h(
    "li",
    { draggable: "true", class: "example", ondragstart: (event) => drag(event, e), ondragend: (event) => event.target.classList.remove("dragged") },
    h(
      "button",
      {
        type: "button",
        class: "name",
        title: `${e.iri}\n← → other side, Delete removes`,
        "aria-keyshortcuts": "ArrowLeft ArrowRight Delete",
        "data-key": `example ${e.iri}`,
        tabindex: i === 0 ? 0 : -1,
        onclick: () => showNeighbourhood(e),
        onfocus: rove,
        onkeydown: (event) => keys(event, { move, remove, name }),
      },
      label,
    ),
    evidence(e, shown()?.dl ?? ""),
    button(`Move ${label} to: ${sides[other].title}`, move, { icon: "swap", iconOnly: true, class: "quiet", tabindex: -1 }),
    button(`Remove ${label}`, remove, { icon: "close", iconOnly: true, class: "quiet", tabindex: -1 }),
  );
}

/** rove makes the focused example and its buttons the only ones of the list that Tab reaches. */
function rove(event) {
  const li = event.target.closest("li");
  for (const b of li.parentElement.querySelectorAll("button")) b.tabIndex = li.contains(b) ? 0 : -1;
}

function keys(event, { move, remove, name }) {
  const names = [...event.target.closest("ul").querySelectorAll(".name")];
  const at = names.indexOf(event.target);
  const next = { ArrowDown: names[at + 1], ArrowUp: names[at - 1], Home: names[0], End: names.at(-1) }[event.key];
  if (next) next.focus();
  else if (event.key === (name === "pos" ? "ArrowRight" : "ArrowLeft")) move();
  else if (event.key === "Delete" || event.key === "Backspace") {
    remove();
    const left = document.querySelectorAll(`.side.${name} .name`);
    (left[Math.min(at, left.length - 1)] ?? document.getElementById("search-input")).focus();
  } else return;
  event.preventDefault();
}

function shift(individuals, to) {
  mark(individuals, to);
  announce(individuals.map(nameOf).join(", ") + (to ? `: ${sides[to].title}` : ": removed"));
}

const type = "application/x-genus-individual";

function drag(event, e) {
  event.dataTransfer.setData(type, JSON.stringify(e));
  event.dataTransfer.setData("text/plain", e.iri);
  event.dataTransfer.effectAllowed = "move";
  event.target.classList.add("dragged");
}

function over(event) {
  if (!event.dataTransfer.types.includes(type)) return;
  event.preventDefault();
  event.currentTarget.classList.add("over");
}

function leave(event) {
  if (!event.currentTarget.contains(event.relatedTarget)) event.currentTarget.classList.remove("over");
}

function drop(event, name) {
  const text = event.dataTransfer.getData(type);
  event.currentTarget.classList.remove("over");
  if (!text) return;
  event.preventDefault();
  const e = JSON.parse(text);
  if (!current()[name].some((x) => x.iri === e.iri)) shift([e], name);
}

/** clearAll clears the examples with what was said of them, and stops learning from them. */
function clearAll() {
  clear();
  if (running()) stop();
}

function tools() {
  const { pos, neg } = current();
  const given = live()?.examples;
  return h(
    "div",
    { class: "row tools" },
    button("Paste a list", showPaste, { icon: "list", class: "quiet" }),
    bringButton(),
    pos.length + neg.length === 0 && given && button(`Load ${count(given.pos.length + given.neg.length, "example")}`, () => change({ pos: given.pos, neg: given.neg, asked: [] }), { class: "quiet" }),
    (pos.length + neg.length > 0 || current().conditions.length > 0 || current().options.words) && button("Clear", clearAll, { class: "quiet" }),
    offersProposals() && button("Proposals", showProposals, { class: "quiet", "data-key": "proposals", title: "Review proposed axioms for the classes of the data" }),
    h("button", { type: "button", class: "button quiet", "data-key": "settings", onclick: showSettings }, icon("settings"), "Settings", changedSettings() > 0 && h("span", { class: "number" }, `${changedSettings()} changed`)),
  );
}
