// Finding individuals: by label, by a typed IRI or, before anything is typed, in the
// classes of the source. The list opens below the field, pushes the rest down, and covers
// nothing.
import { call } from "./api.js";
import { catalogue, fetchCatalogue, membersOf, some } from "./catalogue.js";
import { shown } from "./chosen.js";
import { define } from "./define.js";
import { button, count, fill, h, icon } from "./dom.js";
import { evidence } from "./evidence.js";
import { onLearning, running } from "./learn.js";
import { expand, know, nameOf } from "./names.js";
import { showNeighbourhood } from "./neighbourhood.js";
import { announce, failed, waiting } from "./say.js";
import { live, onSource, withSource } from "./sources.js";
import { tree } from "./tree.js";
import { current, mark, onChange, onNewSource, sideOf } from "./work.js";

const page = 20; // results, or members of a class, that are listed at first
const many = 200; // members of a class that "Show more" lists

let found = []; // [{iri, label, classes}]
let classes = []; // that match the typed name
let together = []; // found and classes in one list, the best first
let state = {}; // {busy, error, truncated, note, empty}
let chosen = null; // IRI of the class whose members are listed
let opened = false;
let active = -1;
let timer;
let entered = null; // the side that Enter has named before the results have come
let asked = 0;
let superseded = new AbortController(); // ends the request for an earlier text

let input, list;

/** searchBox makes the search; it must be called once. */
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
    placeholder: "Find by name, or an IRI",
    autocomplete: "off",
    spellcheck: "false",
    oninput: later,
    onkeydown: keys,
    onfocus: open,
    onclick: open,
  });
  list = h("div", { id: "search-results", class: "found", hidden: true });
  onNewSource(reset);
  onChange(draw);
  onSource(() => {
    opened ||= live() !== null && current().pos.length + current().neg.length === 0;
    draw();
  });
  onLearning(() => running()?.id === null && close());
  return h(
    "div",
    { class: "search" },
    h("div", { class: "search-field" }, icon("search"), input),
    h("p", { id: "search-hint", class: "hint keys" }, "↑ ↓ choose, Enter belongs, Shift+Enter does not"),
    list,
  );
}

function open() {
  if (opened) return;
  opened = true;
  draw();
}

function close() {
  opened = false;
  draw();
}

function reset() {
  asked++;
  found = classes = together = [];
  state = {};
  chosen = null;
  opened = false;
  active = -1;
  input.value = "";
}

function later() {
  clearTimeout(timer);
  superseded.abort();
  active = -1;
  asked++;
  entered = null;
  found = classes = together = [];
  chosen = null;
  opened = true;
  const typed = Boolean(input.value.trim());
  state = { busy: typed };
  draw();
  if (typed) timer = setTimeout(ask, live()?.kind === "endpoint" ? 350 : 120);
}

async function ask() {
  const text = input.value.trim();
  const mine = ++asked;
  superseded.abort();
  superseded = new AbortController();
  const { signal } = superseded;
  const iri = expand(text);
  if (iri) {
    found = together = [{ iri, label: "", classes: [] }];
    state = {};
    if (!takeEntered()) draw();
    return;
  }
  state = { busy: true };
  draw();
  try {
    const answer = await withSource((s) => call("GET", `sources/${s.id}/search?q=${encodeURIComponent(text)}&limit=${page}`, undefined, { signal }));
    if (mine !== asked) return;
    ({ individuals: found, classes } = answer);
    know([...found, ...classes]);
    together = inOneList(answer);
    state = { truncated: answer.more, note: answer.note, empty: `Nothing is called ${text}. Parts of names will do; an IRI always does.` };
    announce(`${together.length} found`);
    if (!takeEntered()) draw();
    if (classes.length === 1 && found.length === 0) await choose(classes[0].iri);
  } catch (error) {
    if (mine !== asked) return;
    found = classes = together = [];
    state = { error, again: ask };
    draw();
  }
}

/** inOneList returns individuals and classes in one list, the best first. What is both is there once. */
function inOneList({ individuals, classes, before }) {
  const list = new Map();
  const add = (one) => list.set(one.iri, { ...list.get(one.iri), ...one });
  for (let i = 0; i <= individuals.length; i++) {
    classes.forEach((c, k) => before[k] === i && add({ ...c, kind: true }));
    if (i < individuals.length) add({ ...individuals[i], thing: true });
  }
  return [...list.values()];
}

/** takeEntered does what Enter has asked for before the results came, and returns whether it marked one. */
function takeEntered() {
  const side = entered;
  entered = null;
  return side !== null && enterOne(side);
}

/**
 * enterOne marks the chosen result, the only one, or the only one with exactly the typed name,
 * and empties the field for the next name. Otherwise it asks which one is meant.
 */
function enterOne(side) {
  const rows = listed();
  const typed = input.value.trim().toLowerCase();
  const named = rows.filter((one) => nameOf(one).toLowerCase() === typed);
  const things = named.filter((one) => !isKind(one));
  const exact = things.length > 0 ? things : named;
  const one = active >= 0 ? rows[active] : rows.length === 1 ? rows[0] : exact.length === 1 ? exact[0] : null;
  if (one && isKind(one)) {
    choose(one.iri);
    return true;
  }
  // A second Enter after an addition must not take it back.
  if (one && (active >= 0 || sideOf(one.iri) !== side)) {
    put(one, side);
    input.value = "";
    later();
    close();
  } else if (rows.length > 1) {
    active = 0;
    state.which = `${exact.length > 1 ? "Several are" : "None is exactly"} called ${input.value.trim()}: which one?`;
    announce(state.which);
    draw();
  }
  return one !== null;
}

/** choose lists the members of a class, or of none if iri is null. */
async function choose(iri, limit = page) {
  const mine = ++asked;
  chosen = iri;
  active = -1;
  if (!iri) {
    found = [];
    state = {};
    if (input.value.trim()) ask();
    return draw();
  }
  state = { busy: true };
  draw();
  try {
    const answer = await membersOf(iri, limit);
    if (mine !== asked) return;
    found = answer.individuals;
    state = { truncated: answer.more, more: answer.more && limit === page ? () => choose(iri, many) : null, empty: "The source states no members of it." };
    announce(count(found.length, "member"));
  } catch (error) {
    if (mine !== asked) return;
    found = [];
    state = { error, again: () => choose(iri, limit) };
  }
  draw();
}

async function defineChosen() {
  const iri = chosen;
  try {
    await define(iri);
  } catch (error) {
    state = { error, again: defineChosen };
    draw();
  }
}

/** isKind reports whether a row is a class that is no individual: it can be opened, and is no example. */
const isKind = (one) => Boolean(one.kind && !one.thing);

/** listed returns the rows of the list: what was found, members of a class or, without a search, some of the source. */
function listed() {
  if (chosen) return found;
  if (input.value.trim()) return together;
  return some();
}

function draw() {
  if (!list) return;
  const typed = Boolean(input.value.trim());
  if (opened && !typed) fetchCatalogue(drawCatalogue);
  const there = catalogue();
  const chips = !typed ? (there.classes ?? []) : chosen ? classes : [];
  const rows = listed();
  const isOpen = opened && Boolean(live() || typed);
  list.hidden = !isOpen;
  input.setAttribute("aria-expanded", String(isOpen));
  if (isOpen && active >= 0) input.setAttribute("aria-activedescendant", `found-${active}`);
  else input.removeAttribute("aria-activedescendant");
  if (!isOpen) return fill(list);
  const concept = shown()?.dl ?? "";
  list.classList.toggle("loading", !typed && rows.length === 0 && !there.error);
  fill(
    list,
    chips.length > 0 && h("div", { role: "group", class: "chips", "aria-label": "Classes" }, chips.map(chip)),
    !typed && there.classes?.length > 0 && tree(chosen, choose, draw),
    state.error && failed(state.error, state.again),
    !typed && !there.classes && waiting("Looking at what there is …"),
    !typed && there.error && h("p", { class: "empty" }, "This endpoint is too large to list its classes. Type a name."),
    state.busy && rows.length === 0 && waiting(chosen ? "Looking for members …" : "Searching …"),
    !state.busy && !state.error && rows.length === 0 && state.empty && h("p", { class: "empty" }, state.empty),
    state.which && h("p", { class: "notice" }, state.which, h("span", { class: "hint" }, " ↑ ↓ and Enter, or a click on + or −.")),
    rows.length > 0 && h("div", { role: "grid", tabindex: 0, "aria-label": typed || chosen ? "What was found" : "Some of what there is", class: "found-rows" }, rows.map((one, i) => row(one, i, concept))),
    h(
      "div",
      { class: "found-foot" },
      h("p", { class: "hint" }, [state.truncated && !state.more && "There are more: type a part of the name.", state.note].filter(Boolean).join(" ")),
      chosen && found.length > 0 && button(`Define ${nameOf(chips.find((c) => c.iri === chosen) ?? { iri: chosen })}`, defineChosen, { class: "quiet", "data-key": "found define" }),
      state.more && button("Show more", state.more, { class: "quiet", "data-key": "found more" }),
      button("Done", close, { class: "quiet", "data-key": "found done" }),
    ),
  );
  list.querySelector(".active")?.scrollIntoView({ block: "nearest" });
}

/** drawCatalogue shows the classes when they have come. For an endpoint it lists the members of the first. */
function drawCatalogue() {
  const [first] = catalogue().classes;
  if (first && some().length === 0 && !chosen && !input.value.trim()) choose(first.iri);
  else draw();
}

function chip(c) {
  const on = chosen === c.iri;
  return h(
    "button",
    { type: "button", class: `chip ${on ? "on" : ""}`, title: c.iri, "aria-pressed": String(on), "data-key": `class ${c.iri}`, onclick: () => choose(on ? null : c.iri) },
    nameOf(c),
    c.members !== null && h("span", { class: "hint" }, c.members.toLocaleString("en")),
  );
}

function row(individual, i, concept) {
  const side = sideOf(individual.iri);
  const name = nameOf(individual);
  const kind = isKind(individual);
  const cell = (...children) => h("div", { role: "gridcell" }, ...children);
  const sign = (to, text, drawing) =>
    button(`${name} ${text}`, () => put(individual, to), { icon: drawing, iconOnly: true, class: `side-${to} ${side === to ? "on" : ""}`, tabindex: -1, "aria-pressed": String(side === to) });
  return h(
    "div",
    { role: "row", id: `found-${i}`, class: `found-row ${i === active ? "active" : ""}`, "aria-selected": String(i === active) },
    h(
      "div",
      { role: "gridcell", class: "found-name" },
      h("button", { type: "button", class: "name", tabindex: -1, onclick: () => (kind ? choose(individual.iri) : showNeighbourhood(individual)), title: individual.iri }, name),
      kind ? h("span", { class: "evidence" }, individual.members === null ? "class" : `class, ${count(individual.members, "member")}`) : evidence(individual, concept),
    ),
    individual.kind && cell(button("Members", () => choose(individual.iri), { class: "quiet", tabindex: -1, "aria-label": `Members of ${name}` })),
    !kind && cell(sign("pos", "belongs", "plus")),
    !kind && cell(sign("neg", "does not belong", "minus")),
  );
}

/** put marks an individual, or removes the mark if it is the same. */
function put(individual, side) {
  const same = sideOf(individual.iri) === side;
  mark([{ iri: individual.iri, label: individual.label ?? "" }], same ? null : side);
  // The user can type the next name at once. On a phone the focus would open the keyboard.
  if (!matchMedia("(pointer: coarse)").matches) {
    input.focus();
    input.select();
  }
  announce(same ? `${nameOf(individual)} is no example now` : `${nameOf(individual)} ${side === "pos" ? "belongs" : "does not belong"}`);
}

function keys(event) {
  if (event.ctrlKey || event.metaKey) return; // Ctrl+Enter learns
  const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const rows = listed();
  if (move) {
    opened = true;
    active = Math.max(-1, Math.min(rows.length - 1, active + move));
    draw();
    event.preventDefault();
  } else if (event.key === "Enter") {
    event.preventDefault();
    const side = event.shiftKey ? "neg" : "pos";
    if (state.busy && active < 0) entered = side;
    else if (active >= 0 || input.value.trim()) enterOne(side);
  } else if (event.key === "Escape" && (input.value || opened)) {
    input.value = "";
    later();
    close();
    event.preventDefault();
  }
}
