// The facets of a column: its values with the number of members that have each. A tap on one adds it to
// the definition as a condition; of numbers and dates, the least or the greatest may be one.
import { call } from "./api.js";
import { cellText, textOf } from "./cells.js";
import { ofTable } from "./columns.js";
import { button, fill, h } from "./dom.js";
import { columnName, know, nameOf, written } from "./names.js";
import { narrow } from "./said.js";
import { failed, say, waiting } from "./say.js";
import { withSource } from "./sources.js";
import { written as columnText } from "./view.js";

const fewNumbers = 12; // different numbers or dates that are listed, too
const mostDrawn = 24; // values; the filter finds the others
const mostValues = 2000;
const XSD = "http://www.w3.org/2001/XMLSchema#";
const ordered = new Set(["integer", "decimal", "double", "float", "int", "long", "nonNegativeInteger", "positiveInteger", "date", "dateTime", "gYear", "gYearMonth"].map((name) => XSD + name));

let open = ""; // the column whose facets are open, with the definition that they are about

/** hasFacets reports whether the values of a column can be conditions. */
export const hasFacets = ({ property, aggregate }) => !aggregate && !property.iri.includes(" ");

const keyOf = (c, column) => `${c.dl} ${columnText(ofTable(column))}`;
export const isOpen = (c, column) => open === keyOf(c, column);

/** toggle opens or closes the facets of a column; draw draws the table again. */
export function toggle(c, column, draw) {
  open = isOpen(c, column) ? "" : keyOf(c, column);
  draw();
}

/** facetPart returns the open facets of the table t, or null. ask asks for the values of a column. */
export function facetPart(c, t, ask, draw) {
  const column = t.columns.find((one) => hasFacets(one) && isOpen(c, one));
  if (!column) return null;
  const name = columnName(column);
  const place = h("div", {});
  const close = () => {
    open = "";
    draw();
  };
  const fetch = async () => {
    fill(place, waiting(`Counting the values of ${name} …`));
    try {
      const { groups, more } = await ask(columnText(ofTable(column)), mostValues);
      know(groups.map((g) => ({ iri: g.value, label: g.label })));
      fill(place, ...values(column, groups, more));
    } catch (error) {
      fill(place, failed(error, fetch));
    }
  };
  fetch();
  return h("section", { class: "facets-of", "aria-label": `Values of ${name}` }, h("div", { class: "row" }, h("h4", {}, `Members by ${name}`), button("Close", close, { class: "quiet", "data-key": "facets close" })), place);
}

function values(column, groups, more) {
  if (groups.length === 0) return [h("p", { class: "hint" }, "No member has a value here.")];
  const name = columnName(column);
  const list = h("ul", { class: "conds" });
  const note = h("p", { class: "hint" });
  const draw = (wanted = "") => {
    const found = groups.filter((g) => textOf(g).toLowerCase().includes(wanted.trim().toLowerCase()));
    fill(list, found.slice(0, mostDrawn).map((g) => facet(column, name, g)));
    const hidden = found.length - mostDrawn;
    fill(note, hidden > 0 && `${hidden.toLocaleString("en")}${more ? " or more" : ""} further values: filter them.`);
  };
  draw();
  const isOrdered = groups.some((g) => ordered.has(g.datatype));
  if (isOrdered && groups.length > fewNumbers) return [range(column, name, groups)];
  return [
    isOrdered && range(column, name, groups),
    groups.length > mostDrawn && h("input", { type: "search", "aria-label": `Show only values of ${name} with`, placeholder: "Filter these values", oninput: (event) => draw(event.target.value), "data-key": "facets filter" }),
    list,
    note,
  ].filter(Boolean);
}

const role = ({ property, inverse }) => `${written(property.iri)}${inverse ? "⁻" : ""}`;
const literal = ({ value, datatype }) => (datatype === `${XSD}boolean` ? value : `${JSON.stringify(value)}^^<${datatype || `${XSD}string`}>`);

/** conditionOf returns the concept of the individuals that have the value. */
const conditionOf = (column, g) => (g.datatype === "" ? `∃${role(column)}.{${written(g.value)}}` : `(${role(column)} = ${literal(g)})`);

function facet(column, name, g) {
  const clause = `${name}: ${textOf(g)}`;
  const isBlank = g.value.startsWith("_:");
  const one = (answer, label, ...content) => h("button", { type: "button", class: "condition", "aria-label": `${label}: ${clause}`, title: `${label}: ${clause}`, disabled: isBlank, onclick: (event) => put(event.currentTarget, conditionOf(column, g), clause, answer), "data-key": `facet ${answer} ${g.value}` }, content);
  return h("li", { class: "cond" }, one("must", "Only those with", h("span", {}, textOf(g)), h("small", { class: "hint" }, g.members.toLocaleString("en"))), one("must_not", "None with", "not"));
}

/** range returns the fields for the least and the greatest value of a column of numbers or dates. */
function range(column, name, groups) {
  const some = groups.find((g) => ordered.has(g.datatype));
  const sides = { "≥": "at least", "≤": "at most" };
  const field = (op) => h("input", { type: "text", "aria-label": `${name} ${sides[op]}`, placeholder: sides[op], "data-key": `facet ${op}` });
  const fields = Object.fromEntries(Object.keys(sides).map((op) => [op, field(op)]));
  const take = (event) => {
    event.preventDefault();
    const given = Object.entries(fields).filter(([, { value }]) => value.trim());
    if (given.length === 0) return say("Write the least or the greatest value.");
    const one = ([op, { value }]) => `(${role(column)} ${op} ${literal({ value: value.trim(), datatype: some.datatype })})`;
    put(event.submitter, given.map(one).join(" ⊓ "), `${name} ${given.map(([op, { value }]) => `${sides[op]} ${value.trim()}`).join(" and ")}`, "must");
  };
  return h("form", { class: "row table-tools range", onsubmit: take }, Object.values(fields), h("button", { type: "submit", class: "button" }, "Only these"));
}

/** put makes a condition one of the definition. The button waits meanwhile. */
async function put(element, condition, clause, answer) {
  element.disabled = true;
  try {
    await narrow(condition, clause, answer);
  } catch (error) {
    say(error.message);
  } finally {
    element.disabled = false;
  }
}
