// All members of the definition as a table, examples included: their names, the facts that
// decide, and columns that the user adds. It can be sorted, filtered, copied and downloaded.
import { call, fetchText } from "./api.js";
import { charts } from "./charts.js";
import { copyText, download } from "./clipboard.js";
import { button, count, fill, h } from "./dom.js";
import { know, nameOf } from "./names.js";
import { showNeighbourhood } from "./neighbourhood.js";
import { repairPart, wrongSign } from "./repair.js";
import { failed, say } from "./say.js";
import { serverInfo } from "./start.js";
import { live, withSource } from "./sources.js";
import { current } from "./work.js";

const fetched = 500; // members that are fetched at first
const page = 2500; // members in each later request
const drawnAtFirst = 50; // rows

let added = []; // columns that the user has added: {property, inverse, number}
let of = null; // id of the source that they are of
let view = { sort: null, down: false, filter: "", rows: drawnAtFirst };
let asked = 0;
let images = []; // hosts from which pictures are shown

const input = (c, s, more) => {
  const { pos, neg } = current();
  return { source: s.id, concept: c.dl, pos: pos.map((e) => e.iri), neg: neg.map((e) => e.iri), columns: added.map(({ property, inverse, number }) => (number ? "#" : "") + (inverse ? "^" : "") + property), ...more };
};

export function table(panel, c) {
  const mine = ++asked;
  if (of !== live()?.id) [of, added] = [live()?.id, []];
  read(panel, c, mine, "Asking for all members", async (signal) => {
    images = (await serverInfo()).allow.images;
    return withSource((s) => call("POST", "members", input(c, s, { limit: fetched }), { signal }));
  })
    .then((t) => t && mine === asked && show(panel, c, t))
    .catch((error) => {
      if (mine !== asked) return;
      fill(panel, failed(error, () => table(panel, c)));
      added = added.filter((one) => one.known); // a column that the user named may be none
    });
}

/** show draws the table. Columns now have the IRIs that the server found for their names. */
function show(panel, c, t) {
  know([...t.members, ...t.columns.map((column) => column.property), ...t.suggested.map((one) => one.property)]);
  added = t.columns.filter((column) => !column.decides).map((column) => ({ property: column.property.iri, inverse: column.inverse, number: column.count, known: true }));
  draw(panel, c, t);
}

/** read shows what is going on, with a button that ends it, and returns the result, or null if it was ended. */
async function read(panel, c, mine, text, ask) {
  const stop = new AbortController();
  const status = h("span", { role: "status" });
  const told = (t) => status.replaceChildren(t);
  told(`${text} …`);
  const line = h("div", { class: "row reading" }, status, button("Stop", () => stop.abort(), { class: "quiet", "data-key": "table stop" }));
  if (panel.firstChild) panel.prepend(line);
  else fill(panel, line);
  panel.setAttribute("aria-busy", "true");
  try {
    return await ask(stop.signal, told);
  } catch (error) {
    if (error.name !== "AbortError") throw error;
    if (panel.children.length === 1) fill(panel, h("p", { class: "hint" }, "Stopped. ", button("Ask again", () => table(panel, c), { class: "quiet" })));
    return null;
  } finally {
    line.remove();
    if (mine === asked) panel.removeAttribute("aria-busy");
  }
}

/** readRest reads the other members, page by page. What has come stays if it is stopped or fails. */
async function readRest(panel, c, t) {
  const mine = ++asked;
  const all = { ...t, members: [...t.members] };
  try {
    await read(panel, c, mine, "Reading members", async (signal, told) => {
      while (all.more && mine === asked) {
        told(`${all.members.length.toLocaleString("en")} of ${t.total === null ? "all" : t.total.toLocaleString("en")} members …`);
        const next = await withSource((s) => call("POST", "members", input(c, s, { limit: page, offset: all.members.length }), { signal }));
        know(next.members);
        all.members.push(...next.members);
        [all.more, all.missing] = [next.more && next.members.length > 0, next.missing];
      }
    });
  } catch (error) {
    say(`Not all members were read: ${error.message}`);
  }
  if (mine === asked) draw(panel, c, all);
}

function draw(panel, c, t) {
  const again = () => table(panel, c);
  const grid = h("div", {});
  const redraw = () => fill(grid, rows(t, redraw, again));
  const filter = (event) => {
    view = { ...view, filter: event.target.value, rows: drawnAtFirst };
    redraw();
  };
  const whole = (name, form) => button(name, () => save(panel, c, form), { icon: "down", class: "quiet", "aria-label": `Download ${name}` });
  fill(
    panel,
    h(
      "div",
      { class: "row table-tools" },
      h("input", { type: "search", "aria-label": "Show only rows with", placeholder: "Filter", value: view.filter, oninput: filter, "data-key": "table filter" }),
      adder(t, again),
      other(again),
    ),
    h("div", { class: "row table-tools" }, Object.keys(formats).map((form) => whole(form, form)), button("Copy", () => copyTable(panel, c), { icon: "copy", class: "quiet", "aria-label": "Copy the table" }), button("Copy its query", () => copyText(t.query, "Query with these columns copied."), { class: "quiet" })),
    repairPart(c, redraw),
    t.missing && h("p", { class: "notice" }, `${t.missing}.`),
    grid,
    t.more && h("div", { class: "row" }, button(`Show all ${t.total === null ? "" : t.total.toLocaleString("en")} members`, () => readRest(panel, c, t), { "data-key": "table all" }), h("span", { class: "hint" }, `The filter and the drawings look at the first ${t.members.length.toLocaleString("en")}.`)),
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

/** other returns a field for a column of any other property. */
function other(again) {
  const add = (event) => {
    const text = event.target.value.trim();
    if (text === "") return;
    const [, number, inverse, property] = text.match(/^(#?)\s*(\^?)(.*)$/s);
    added = [...added, { property, inverse: inverse !== "", number: number !== "" }];
    again();
  };
  return h("input", { type: "text", "aria-label": "Add a column of another property", placeholder: "Other property: label or IRI (# counts)", onchange: add, "data-key": "table other" });
}

const textOf = (v) => v.label || (v.datatype === "" ? nameOf({ iri: v.value }) : v.value);
const cellText = (values) => values.map(textOf).join(", ");

/** cell shows values as text, and pictures from hosts that the server allows. */
function cell(values) {
  const pictures = values.map(picture);
  return pictures.some(Boolean) ? values.map((v, i) => pictures[i] ?? textOf(v)) : cellText(values);
}

/** picture returns the picture that a value is the address of, or null. The servers of Wikimedia make it as small as it is shown. */
function picture({ value }) {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!images.includes(url?.hostname) || !/\.(avif|gif|jpe?g|png|svg|tiff?|webp)$/i.test(url.pathname)) return null;
  url.protocol = "https:";
  if (url.pathname.includes("/Special:FilePath/")) url.searchParams.set("width", "160");
  return h("img", { class: "picture", src: url.href, alt: `Picture ${decodeURIComponent(url.pathname.split("/").at(-1))}`, loading: "lazy", referrerpolicy: "no-referrer" });
}

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
    added = added.filter((one) => one.property !== column.property.iri || Boolean(one.number) !== column.count);
    view = { ...view, sort: null };
    again();
  };
  const columnHead = (column, i) => {
    const name = `${column.count ? "number of " : ""}${column.inverse ? "← " : ""}${nameOf(column.property)}`;
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
        h("tbody", {}, found.slice(0, view.rows).map((m) => h("tr", {}, h("th", { scope: "row" }, name(m)), m.values.map((values) => h("td", {}, cell(values)))))),
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

// What is written after the name of a format: extension, type, and what the server is asked for.
const formats = {
  CSV: ["csv", "text/csv", { format: "csv" }],
  "CSV for Excel": ["csv", "text/csv", { format: "csv", bom: true }],
  "CSV, long": ["csv", "text/csv", { format: "csv", long: true }],
  TSV: ["tsv", "text/tab-separated-values", { format: "tsv" }],
  JSON: ["json", "application/json", {}],
};

/** textTable returns the whole table as a text; null if it was stopped. */
const textTable = (panel, c, more) => read(panel, c, asked, "Reading all members", (signal) => withSource((s) => fetchText("members", input(c, s, { limit: 0, ...more }), { signal })));

async function save(panel, c, form) {
  const [end, type, more] = formats[form];
  try {
    const text = await textTable(panel, c, more);
    if (text !== null) download(`members.${end}`, type, more.format ? text : JSON.stringify(JSON.parse(text), null, 1));
  } catch (error) {
    say(`Not downloaded: ${error.message}`);
  }
}

async function copyTable(panel, c) {
  try {
    const text = await textTable(panel, c, { format: "tsv" });
    if (text !== null) copyText(text, "Table copied.");
  } catch (error) {
    say(`Not copied: ${error.message}`);
  }
}
