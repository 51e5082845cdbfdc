// Repairing the definition: members that should not be here, individuals that are missing, and
// the nearest definitions that put both right.
import { call } from "./api.js";
import { button, count, fill, h } from "./dom.js";
import { membersText } from "./numbers.js";
import { know, nameOf } from "./names.js";
import { resolve } from "./paste.js";
import { showConcept } from "./said.js";
import { failed, waiting } from "./say.js";
import { live, withSource } from "./sources.js";
import { current } from "./work.js";

let of = ""; // the source and the definition that the marks are about
let marks = { wrong: new Map(), missing: new Map() }; // IRI -> individual
let isOpen = false;
let changed = () => {}; // draws the rows and the part again

function mark(individual, side) {
  const is = marks[side].has(individual.iri);
  for (const list of Object.values(marks)) list.delete(individual.iri);
  if (!is) marks[side].set(individual.iri, individual);
  changed();
}

/** wrongSign returns the button that marks a member as one that should not be here. There is none while the part is closed, or for a blank node. */
export function wrongSign(m) {
  if (!isOpen || m.iri.startsWith("_:")) return null;
  const on = marks.wrong.has(m.iri);
  return button(`${nameOf(m)} should not be here`, () => mark(m, "wrong"), { icon: "close", iconOnly: true, class: on ? "side-neg on" : "quiet", "aria-pressed": String(on), "data-key": `wrong ${m.iri}` });
}

/** repairPart returns the part with the marks and the repairs. redraw draws the rows again. */
export function repairPart(c, redraw) {
  const about = `${live()?.id ?? ""} ${c.dl}`;
  if (of !== about) [of, marks, isOpen] = [about, { wrong: new Map(), missing: new Map() }, false];
  const marked = h("div", {});
  const found = h("div", { class: "repairs" });
  const name = h("input", { type: "text", "aria-label": "Name or IRI of one that is missing", placeholder: "One that is missing", spellcheck: "false", "data-key": "missing" });
  const add = (event) => {
    event.preventDefault();
    if (name.value.trim()) addMissing(name, found);
  };
  const drawMarks = () => {
    fill(marked, ["wrong", "missing"].map((side) => marks[side].size > 0 && markedList(side)), marks.wrong.size + marks.missing.size > 0 && button("Repair", () => repair(c, found), { class: "primary", "data-key": "repair" }));
  };
  changed = () => {
    fill(found);
    drawMarks();
    redraw();
  };
  const toggle = (event) => {
    if (isOpen === event.target.open) return;
    isOpen = event.target.open;
    redraw();
  };
  drawMarks();
  return h(
    "details",
    { class: "parts repair", open: isOpen, ontoggle: toggle },
    h("summary", { "data-key": "repair part" }, "Is one wrong or missing? Repair the definition"),
    h("p", { class: "hint" }, "Mark members that should not be here with ✗ in the rows below, or name one that is missing. The definition is changed as little as possible."),
    h("form", { class: "row table-tools", onsubmit: add }, name, h("button", { type: "submit", class: "button" }, "It is missing")),
    marked,
    found,
  );
}

const titles = { wrong: "Should not be here", missing: "Missing" };

function markedList(side) {
  const one = (e) => h("li", {}, nameOf(e), button(`${nameOf(e)}: take the mark back`, () => mark(e, side), { icon: "close", iconOnly: true, class: "quiet" }));
  return h("div", { class: "row" }, h("span", { class: "hint" }, `${titles[side]}:`), h("ul", { class: "marked", "aria-label": titles[side] }, [...marks[side].values()].map(one)));
}

/** addMissing marks the individual with the name in the field. If that may mean several, it offers them. */
async function addMissing(field, place) {
  const text = field.value.trim();
  const take = (e) => {
    field.value = "";
    mark(e, "missing");
  };
  fill(place, waiting(`Looking for ${text} …`));
  try {
    const [{ accepted, candidates }] = (await resolve([text])).names;
    if (accepted) return take(accepted);
    if (candidates.length === 0) return fill(place, failed(Object.assign(new Error("Correct the spelling, or write its IRI."), { title: `Nothing is called ${text}` })));
    fill(place, h("p", {}, "Which one?"), h("ul", {}, candidates.map((e) => h("li", {}, h("button", { type: "button", class: "offer", title: e.iri, onclick: () => take(e) }, nameOf(e), h("span", { class: "hint" }, [...e.classes.map(nameOf), e.about].filter(Boolean).join(", ")))))));
  } catch (error) {
    fill(place, failed(error, () => addMissing(field, place)));
  }
}

/** repair looks for the nearest definitions. The examples that were not marked stay what they are. */
async function repair(c, place) {
  const { pos, neg } = current();
  const [wrong, missing] = [marks.wrong, marks.missing].map((list) => [...list.keys()]);
  const unmarked = (list) => list.map((e) => e.iri).filter((iri) => !marks.wrong.has(iri) && !marks.missing.has(iri));
  fill(place, waiting("Looking for the nearest definition …"));
  try {
    const r = await withSource((s) => call("POST", "repair", { source: s.id, concept: c.dl, missing, wrong: [...wrong, ...unmarked(neg)], right: unmarked(pos) }));
    know(Object.entries(r.labels).map(([iri, label]) => ({ iri, label })));
    if (!place.isConnected) return;
    const what = r.distance === 0 ? "Nothing has to be changed." : `${count(r.distance, "change")} will do.`;
    fill(place, h("p", { role: "status", title: r.proof }, what), r.distance > 0 && h("ul", { "aria-label": "Repairs" }, [r, ...r.rivals].map((one) => offer(one, place))));
  } catch (error) {
    fill(place, failed(error, () => repair(c, place)));
  }
}

const number = (members) => membersText(members).replace(/ members?$/, "");

/** offer returns a repair; a click makes it the result. */
function offer({ concept, english, edits, changes: { joined, left, stayed } }, place) {
  const accept = () => showConcept(concept.dl).catch((error) => fill(place, failed(error)));
  return h("li", {}, h("button", { type: "button", class: "offer", onclick: accept }, h("span", {}, h("strong", {}, english), h("span", { class: "edits" }, edits.map((e) => e.text).join("; "))), h("span", { class: "hint" }, `${number(joined)} join, ${number(left)} leave, ${number(stayed)} stay`)));
}
