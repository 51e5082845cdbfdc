// All members of the definition as a table, examples included: their names, the facts that
// decide, and columns that the user adds. It can be sorted, filtered, copied and downloaded.
import { call, fetchText } from "./api.js";
import { charts } from "./charts.js";
import { copyText, download } from "./clipboard.js";
import { button, count, fill, h } from "./dom.js";
import { know, nameOf } from "./names.js";
import { showNeighbourhood } from "./neighbourhood.js";
import { repairPart, wrongSign } from "./repair.js";
import { failed, say, waiting } from "./say.js";
import { live, withSource } from "./sources.js";
import { current } from "./work.js";

const fetched = 500; // members that are fetched at first
const drawnAtFirst = 50; // rows

let added = []; // columns that the user has added: {property, inverse}
let of = null; // id of the source that they are of
let view = { sort: null, down: false, filter: "", rows: drawnAtFirst };
let asked = 0;

const input = (c, s, more) => {
  const { pos, neg } = current();
  return { source: s.id, concept: c.dl, pos: pos.map((e) => e.iri), neg: neg.map((e) => e.iri), columns: added, ...more };
};

export function table(panel, c, limit = fetched) {
  const mine = ++asked;
  if (of !== live()?.id) [of, added] = [live()?.id, []];
  if (!panel.firstChild) fill(panel, waiting("Asking for all members …"));
  panel.setAttribute("aria-busy", "true");
  withSource((s) => call("POST", "table", input(c, s, { limit })))
    .then((t) => {
      if (mine !== asked) return;
      know([...t.members, ...t.columns.map((column) => column.property), ...t.suggested.map((one) => one.property)]);
      draw(panel, c, t);
    })
    .catch((error) => mine === asked && fill(panel, failed(error, () => table(panel, c, limit))))
    .finally(() => mine === asked && panel.removeAttribute("aria-busy"));
}

function draw(panel, c, t) {
  const again = () => table(panel, c);
  const grid = h("div", {});
  const redraw = () => fill(grid, rows(t, redraw, again));
  const filter = (event) => {
    view = { ...view, filter: event.target.value, rows: drawnAtFirst };
    redraw();
  };
  fill(
    panel,
    h(
      "div",
      { class: "row table-tools" },
      h("input", { type: "search", "aria-label": "Show only rows with", placeholder: "Filter", value: view.filter, oninput: filter, "data-key": "table filter" }),
      adder(t, again),
    ),
    h("div", { class: "row table-tools" }, ["CSV", "TSV", "JSON"].map((form) => button(form, () => save(c, form), { icon: "down", class: "quiet", "aria-label": `Download ${form}` })), button("Copy", () => copyTable(c), { icon: "copy", class: "quiet", "aria-label": "Copy the table" }), button("Copy its query", () => copyText(t.query, "Query with these columns copied."), { class: "quiet" })),
    repairPart(c, redraw),
    t.missing && h("p", { class: "notice" }, `${t.missing}.`),
    grid,
    t.more && h("div", { class: "row" }, button(`Show all ${t.total === null ? "" : t.total.toLocaleString("en")} members`, () => table(panel, c, 0), { "data-key": "table all" }), h("span", { class: "hint" }, `The filter and the drawings look at the first ${t.members.length.toLocaleString("en")}.`)),
    charts(t),
  );
  redraw();
}

/** adder returns the list of suggested columns. */
function adder(t, again) {
  const there = new Set(t.columns.map((column) => column.property.iri));
  const choices = t.suggested.filter((one) => !there.has(one.property.iri));
  if (choices.length === 0) return null;
  const add = (event) => {
    added = [...added, { property: event.target.value }];
    again();
  };
  const share = (one) => `${Math.round((100 * one.members) / Math.max(1, one.of))} %`;
  return h("select", { "aria-label": "Add a column", onchange: add, "data-key": "table add" }, h("option", { value: "" }, "Add a column …"), choices.map((one) => h("option", { value: one.property.iri }, `${nameOf(one.property)} (${share(one)} have it)`)));
}

const textOf = (v) => v.label || (v.datatype === "" ? nameOf({ iri: v.value }) : v.value);
const cellText = (values) => values.map(textOf).join(", ");

/** rows returns the table of the rows that the filter leaves. */
function rows(t, redraw, again) {
  const wanted = view.filter.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const line = (m) => [nameOf(m), ...m.values.map(cellText)].join(" ").toLowerCase();
  const found = sorted(t.members.filter((m) => wanted.every((word) => line(m).includes(word))));
  const head = (name, at, extra) => {
    const on = view.sort === at;
    const sort = () => {
      view = { ...view, sort: at, down: on && !view.down };
      redraw();
    };
    return h("th", { scope: "col", "aria-sort": on ? (view.down ? "descending" : "ascending") : "none" }, h("span", { class: "row" }, h("button", { type: "button", class: "link", onclick: sort, "data-key": `sort ${at}` }, name, on && h("span", { "aria-hidden": "true" }, view.down ? " ↓" : " ↑")), extra));
  };
  const drop = (column) => () => {
    added = added.filter((one) => one.property !== column.property.iri);
    view = { ...view, sort: null };
    again();
  };
  const columnHead = (column, i) => {
    const name = `${column.inverse ? "← " : ""}${nameOf(column.property)}`;
    return head(name, i, !column.decides && button(`Remove the column ${name}`, drop(column), { icon: "close", iconOnly: true, class: "quiet" }));
  };
  return [
    h("p", { class: "hint", role: "status" }, `${found.length.toLocaleString("en")} of ${count(t.total ?? t.members.length, "member")}${wanted.length > 0 ? " with these words" : ""}`),
    h(
      "div",
      { class: "table-scroll", tabindex: 0, role: "region", "aria-label": "Members" },
      h(
        "table",
        { class: "table members" },
        h("thead", {}, h("tr", {}, head("Name", -1), t.columns.map(columnHead))),
        h("tbody", {}, found.slice(0, view.rows).map((m) => h("tr", {}, h("th", { scope: "row" }, name(m)), m.values.map((values) => h("td", {}, cellText(values)))))),
      ),
    ),
    found.length > view.rows && button("Show more rows", () => ((view = { ...view, rows: view.rows * 4 }), redraw()), { class: "quiet", "data-key": "table more" }),
  ];
}

const signs = { positive: ["pos", "+", "an example that belongs"], negative: ["neg", "−", "an example that does not belong"] };

function name(m) {
  const [side, sign, text] = signs[m.example] ?? [];
  return [side && h("span", { class: `sign ${side}`, title: text, role: "img", "aria-label": text }, sign), " ", h("button", { type: "button", class: "name", title: m.iri, onclick: () => showNeighbourhood(m) }, nameOf(m)), wrongSign(m)];
}

const collator = new Intl.Collator("en", { numeric: true });

function sorted(members) {
  const { sort, down } = view;
  if (sort === null) return members;
  const text = (m) => (sort < 0 ? nameOf(m) : cellText(m.values[sort] ?? []));
  return [...members].sort((a, b) => {
    const [x, y] = [text(a), text(b)];
    if (!x || !y) return Number(!x) - Number(!y); // without a value: last
    return (down ? -1 : 1) * (isFinite(x) && isFinite(y) ? x - y : collator.compare(x, y));
  });
}

const formats = { CSV: ["csv", "text/csv"], TSV: ["tsv", "text/tab-separated-values"] };

/** textTable returns the whole table, whose rows are those of its query. */
const textTable = (c, format) => withSource((s) => fetchText("table", input(c, s, { limit: 0, format })));

async function save(c, form) {
  try {
    if (form === "JSON") {
      const whole = await withSource((s) => call("POST", "table", input(c, s, { limit: 0 })));
      return download("members.json", "application/json", JSON.stringify(whole, null, 1));
    }
    const [format, type] = formats[form];
    download(`members.${format}`, type, await textTable(c, format));
  } catch (error) {
    say(`Not downloaded: ${error.message}`);
  }
}

async function copyTable(c) {
  try {
    copyText(await textTable(c, "tsv"), "Table copied.");
  } catch (error) {
    say(`Not copied: ${error.message}`);
  }
}
