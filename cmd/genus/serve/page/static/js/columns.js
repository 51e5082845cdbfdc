// The fields that choose a property, suggested or any other, as a column of the table, as a number or to group by.
import { fill, h } from "./dom.js";
import { nameOf } from "./names.js";
import { read, written } from "./view.js";
import { aggregates, current } from "./work.js";

const uses = { column: "Column of", count: "Number of", sum: "Sum of", avg: "Average of", min: "Least of", max: "Greatest of", group: "Group by" };
let use = "column"; // what a property that the user chooses is for

/** ofTable returns what names a column of the table in the work. */
export const ofTable = ({ property, inverse, aggregate }) => ({ property: property.iri, inverse, ...(aggregate && { aggregate }) });

/** isOne reports whether a column of the work has one value, also for a group. */
export const isOne = ({ aggregate }) => Boolean(aggregate);

/** choosers returns the fields for the table t. to(fields) changes its columns or its group. */
export function choosers(t, to) {
  const { columns, group } = current();
  const take = (chosen) => {
    if (chosen.property === "") return;
    if (use === "group") return to({ group: chosen });
    const column = use === "column" ? chosen : { ...chosen, aggregate: use };
    to({ columns: [...columns, column], ...(!isOne(column) && { group: null }) });
  };
  const suggested = h("select", { "aria-label": "Property that members have", onchange: (event) => take({ property: event.target.value }), "data-key": "table add" });
  const share = (one) => `${Math.round((100 * one.members) / Math.max(1, one.of))} %`;
  const drawSuggested = () => {
    const there = (use === "group" ? [group].filter(Boolean) : [...columns, ...t.columns.filter((column) => column.decides).map(ofTable)]).map(written);
    const isThere = (one) => there.includes(written({ property: one.property.iri, ...(Object.hasOwn(aggregates, use) && { aggregate: use }) }));
    fill(suggested, h("option", { value: "" }, "a property …"), t.suggested.filter((one) => !isThere(one)).map((one) => h("option", { value: one.property.iri }, `${nameOf(one.property)} (${share(one)} have it)`)));
  };
  const choose = (event) => {
    use = event.target.value;
    drawSuggested();
  };
  drawSuggested();
  const purpose = h("select", { "aria-label": "What the property is for", onchange: choose, "data-key": "table use" }, Object.entries(uses).map(([value, text]) => h("option", { value }, text)));
  purpose.value = use;
  return [purpose, t.suggested.length > 0 && suggested, h("input", { type: "text", "aria-label": "Any other property", placeholder: "other: label or IRI", title: "A label or an IRI; ^ before it reads the property backwards", onchange: (event) => take(read(event.target.value)), "data-key": "table other" })];
}
