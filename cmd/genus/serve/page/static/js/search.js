// Finding individuals: by label, or by an IRI that is typed in.
import { call } from "./api.js";
import { button, fill, h, icon } from "./dom.js";
import { expand, know, nameOf, short } from "./names.js";
import { showNeighbourhood } from "./neighbourhood.js";
import { announce, failed, waiting } from "./say.js";
import { live, onSource, withSource } from "./sources.js";
import { mark, onChange, sideOf } from "./work.js";

let found = []; // [{iri, label, classes}]
let state = {}; // {busy, error, truncated, note}
let active = -1;
let timer;
let asked = 0;

let input, list;

/** searchBox is made once; what it finds is drawn anew. */
export function searchBox() {
  input = h("input", {
    id: "search-input",
    type: "search",
    role: "combobox",
    "aria-label": "Find an individual by its name or IRI",
    "aria-expanded": "false",
    "aria-controls": "search-results",
    "aria-haspopup": "grid",
    "aria-describedby": "search-hint",
    autocomplete: "off",
    spellcheck: "false",
    oninput: later,
    onkeydown: keys,
  });
  list = h("div", { id: "search-results", class: "found", hidden: true });
  onChange(() => list.hidden || draw());
  onSource(placeholder);
  placeholder();
  const box = h(
    "div",
    { class: "search", onfocusin: () => list.hidden && draw() },
    h("div", { class: "search-field" }, icon("search"), input),
    h("p", { id: "search-hint", class: "hint keys" }, "↑ ↓ choose, Enter belongs, Shift+Enter does not"),
    list,
  );
  // What was found covers the examples: it goes when the user goes elsewhere.
  for (const event of ["focusin", "pointerdown"]) addEventListener(event, (e) => box.contains(e.target) || close());
  return box;
}

function close() {
  list.hidden = true;
  input.setAttribute("aria-expanded", "false");
}

function placeholder() {
  input.placeholder = live()?.searchable === false ? "IRI or prefix:name" : "Find by name, or an IRI";
}

function later() {
  clearTimeout(timer);
  active = -1;
  if (!input.value.trim()) {
    asked++;
    found = [];
    state = {};
    draw();
    return;
  }
  timer = setTimeout(ask, live()?.kind === "endpoint" ? 350 : 120);
}

async function ask() {
  const text = input.value.trim();
  const mine = ++asked;
  const iri = expand(text);
  if (iri) {
    found = [{ iri, label: "", classes: [] }];
    state = { note: "an IRI" };
    draw();
    return;
  }
  if (live()?.searchable === false) {
    found = [];
    state = { empty: "This source cannot be searched by name. Type an IRI, or prefix:name." };
    draw();
    return;
  }
  state = { busy: true };
  draw();
  try {
    const answer = await withSource((s) => call("GET", `sources/${s.id}/search?q=${encodeURIComponent(text)}&limit=20`));
    if (mine !== asked) return;
    found = answer.results;
    know(found);
    state = { truncated: answer.truncated, note: answer.note, empty: `Nothing is called “${text}”. Parts of names will do; an IRI always does.` };
    announce(`${found.length} found`);
  } catch (error) {
    if (mine !== asked) return;
    found = [];
    state = { error };
  }
  draw();
}

function draw() {
  if (!list) return;
  const open = Boolean(input.value.trim()) && (found.length > 0 || state.busy || state.error || state.empty);
  list.hidden = !open;
  input.setAttribute("aria-expanded", String(Boolean(open)));
  if (active >= 0) input.setAttribute("aria-activedescendant", `found-${active}`);
  else input.removeAttribute("aria-activedescendant");
  if (!open) return fill(list);
  fill(
    list,
    state.error && failed(state.error, ask),
    state.busy && found.length === 0 && waiting("Searching …"),
    !state.busy && !state.error && found.length === 0 && h("p", { class: "empty" }, state.empty),
    found.length > 0 && h("div", { role: "grid", "aria-label": "What was found", class: "found-rows" }, found.map(row)),
    found.length > 0 && (state.truncated || state.note) && h("p", { class: "hint" }, [state.truncated && "There are more: type more of the name.", state.note !== "an IRI" && state.note].filter(Boolean).join(" ")),
  );
  list.querySelector(".active")?.scrollIntoView({ block: "nearest" });
}

function row(individual, i) {
  const side = sideOf(individual.iri);
  const classes = (individual.classes ?? []).map(nameOf).slice(0, 3).join(", ");
  const cell = (...children) => h("div", { role: "gridcell" }, ...children);
  return h(
    "div",
    { role: "row", id: `found-${i}`, class: `found-row ${i === active ? "active" : ""}`, "aria-selected": String(i === active) },
    h(
      "div",
      { role: "gridcell", class: "found-name" },
      h("button", { type: "button", class: "name", tabindex: -1, onclick: () => showNeighbourhood(individual), title: individual.iri }, nameOf(individual)),
      h("span", { class: "hint" }, classes || short(individual.iri)),
    ),
    cell(button(`${nameOf(individual)} belongs`, () => put(individual, "pos"), { icon: "plus", iconOnly: true, class: `side-pos ${side === "pos" ? "on" : ""}`, tabindex: -1, "aria-pressed": String(side === "pos") })),
    cell(button(`${nameOf(individual)} does not belong`, () => put(individual, "neg"), { icon: "minus", iconOnly: true, class: `side-neg ${side === "neg" ? "on" : ""}`, tabindex: -1, "aria-pressed": String(side === "neg") })),
  );
}

/** put marks, or takes the mark away that is there. */
function put(individual, side) {
  const same = sideOf(individual.iri) === side;
  mark([{ iri: individual.iri, label: individual.label ?? "" }], same ? null : side);
  // The next name can be typed at once; on a phone that would bring up the keyboard.
  if (!matchMedia("(pointer: coarse)").matches) input.focus();
  announce(same ? `${nameOf(individual)} is no example now` : `${nameOf(individual)} ${side === "pos" ? "belongs" : "does not belong"}`);
}

function keys(event) {
  if (event.ctrlKey || event.metaKey) return; // Ctrl+Enter learns
  const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (move && found.length > 0) {
    active = Math.max(-1, Math.min(found.length - 1, active + move));
    draw();
    event.preventDefault();
  } else if (event.key === "Enter") {
    event.preventDefault();
    const individual = found[active >= 0 ? active : found.length === 1 ? 0 : -1];
    if (individual) put(individual, event.shiftKey ? "neg" : "pos");
  } else if (event.key === "Escape" && input.value) {
    input.value = "";
    later();
    event.preventDefault();
  }
}
