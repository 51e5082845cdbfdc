// All members of the definition as a table, examples included: their names, the facts that
// decide, and columns that the user adds. Or the values of a property, each with the number of
// members that have it. Both can be sorted, filtered, copied and downloaded.
import { call, fetchText } from "./api.js";
import { charts } from "./charts.js";
import { copyText, download } from "./clipboard.js";
import { button, count, fill, h } from "./dom.js";
import { columnName, know, nameOf } from "./names.js";
import { showNeighbourhood } from "./neighbourhood.js";
import { asked as textAsked } from "./parts.js";
import { editorLink, sparqlText } from "./query.js";
import { repairPart, wrongSign } from "./repair.js";
import { failed, say } from "./say.js";
import { serverInfo } from "./start.js";
import { live, withSource } from "./sources.js";
import { current } from "./work.js";

const fetched = 500; // members that are fetched at first
const page = 2500; // members in each later request
const mostGroups = 5000; // values
const drawnAtFirst = 50; // rows

const nothing = { columns: [], group: null };
let wish = nothing; // columns that the user has added, and the property to group by: {property, inverse, count}
let use = "column"; // what a property that the user chooses is for
let of = null; // id of the source that these are of
let view = { sort: null, down: false, filter: "", rows: drawnAtFirst, query: false };
let asked = 0;
let images = []; // hosts from which pictures are shown

/** wished returns what would be wished for a column of the table. */
const wished = ({ property, inverse, count }) => ({ property: property.iri, inverse, count });

const written = ({ property, inverse, count }) => (count ? "#" : "") + (inverse ? "^" : "") + property;

const input = (c, s, more) => {
  const { pos, neg } = current();
  return { source: s.id, concept: textAsked(c.dl), pos: pos.map((e) => e.iri), neg: neg.map((e) => e.iri), columns: wish.columns.map(written), group: wish.group ? written(wish.group) : "", ...more };
};

/** table asks for the table and draws it. If that fails or is stopped after a change of the wish, what was shown before stays. */
export function table(panel, c, before = null) {
  const mine = ++asked;
  if (of !== live()?.id) [of, wish] = [live()?.id, nothing];
  const limit = wish.group ? mostGroups : fetched;
  read(panel, c, mine, wish.group ? "Counting members" : "Asking for all members", async (signal) => {
    images = (await serverInfo()).allow.images;
    return withSource((s) => call("POST", "members", input(c, s, { limit }), { signal }));
  })
    .then((t) => {
      if (mine !== asked) return;
      if (!t) return void (wish = before ?? wish);
      if (before) view = viewAfter(before);
      show(panel, c, t);
    })
    .catch((error) => {
      if (mine !== asked) return;
      const wanted = wish;
      const again = () => {
        wish = wanted;
        table(panel, c, before);
      };
      panel.querySelector(":scope > .error")?.remove();
      if (!before) return fill(panel, failed(error, again));
      wish = before;
      panel.prepend(failed(error, error.status !== 422 && again)); // that of a wrong name stays wrong
    });
}

/** change asks for other columns or groups. */
function change(panel, c, next) {
  const before = wish;
  wish = { ...wish, ...next };
  table(panel, c, before);
}

/** viewAfter returns how the table is seen after a change of the wish. Groups begin with those of most members. */
function viewAfter({ columns, group }) {
  if (group !== wish.group) return { ...view, sort: wish.group ? 0 : null, down: Boolean(wish.group), filter: "", rows: drawnAtFirst };
  return wish.columns.length < columns.length ? { ...view, sort: null } : view;
}

/** show draws the table. What was wished now has the IRIs that the server found for the names. */
function show(panel, c, t) {
  know([...t.members, ...t.columns.map((column) => column.property), ...t.suggested.map((one) => one.property)]);
  const known = t.columns.filter((column) => !column.decides).map(wished);
  wish = wish.group ? { ...wish, group: known[0] } : { ...wish, columns: known };
  draw(panel, c, { ...t, group: wish.group });
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
  const isGroups = Boolean(t.group);
  const to = (next) => change(panel, c, next);
  const grid = h("div", {});
  const redraw = () => fill(grid, rows(isGroups ? grouped(t) : t, redraw, to));
  const filter = (event) => {
    view = { ...view, filter: event.target.value, rows: drawnAtFirst };
    redraw();
  };
  const whole = (form) => button(form, () => save(panel, c, form), { icon: "down", class: "quiet", "aria-label": `Download ${form}` });
  const forms = Object.keys(formats).filter((form) => !(isGroups && formats[form][2].long));
  fill(
    panel,
    h(
      "div",
      { class: "row table-tools" },
      h("input", { type: "search", "aria-label": "Show only rows with", placeholder: "Filter", value: view.filter, oninput: filter, "data-key": "table filter" }),
      choosers(t, to),
    ),
    h("div", { class: "row table-tools" }, isGroups && button("Back to the members", () => to({ group: null }), { "data-key": "table use" }), forms.map(whole), button("Copy", () => copyTable(panel, c), { icon: "copy", class: "quiet", "aria-label": "Copy the table" })),
    queryPart(t),
    !isGroups && repairPart(c, redraw),
    t.missing && h("p", { class: "notice" }, `${t.missing}.`),
    grid,
    t.more && (isGroups ? h("p", { class: "hint" }, "These have most members. The files have all values.") : h("div", { class: "row" }, button(`Show all ${t.total === null ? "" : t.total.toLocaleString("en")} members`, () => readRest(panel, c, t), { "data-key": "table all" }), h("span", { class: "hint" }, `The filter and the drawings look at the first ${t.members.length.toLocaleString("en")}.`))),
    !isGroups && charts(t),
  );
  redraw();
}

/** grouped returns the groups of a table as rows: a value with the number of members that have it. */
const grouped = (t) => ({ ...t, columns: [], members: (t.groups ?? []).map((value) => ({ value, values: [[{ value: String(value.members) }]] })) });

/** queryPart returns the folded query of the table. */
function queryPart({ query }) {
  const toggle = (event) => (view = { ...view, query: event.target.open });
  return h(
    "details",
    { class: "parts table-query", open: view.query, ontoggle: toggle },
    h("summary", { "data-key": "table query" }, "SPARQL query of this table"),
    h("div", { class: "row table-tools" }, button("Copy its query", () => copyText(query, "Query of the table copied."), { icon: "copy" }), editorLink(query)),
    sparqlText(query, "SPARQL of the table"),
  );
}

const uses = { column: "Column of", number: "Number of", group: "Group by" };

/** choosers returns the fields that choose a property, suggested or any other, and what it is for. */
function choosers(t, to) {
  const take = (chosen) => {
    if (chosen.property === "") return;
    if (use === "group") return to({ group: chosen });
    to({ columns: [...wish.columns, { ...chosen, count: chosen.count || use === "number" }], ...(wish.group && { group: null }) });
  };
  const suggested = h("select", { "aria-label": "Property that members have", onchange: (event) => take({ property: event.target.value }), "data-key": "table add" });
  const share = (one) => `${Math.round((100 * one.members) / Math.max(1, one.of))} %`;
  const drawSuggested = () => {
    const there = (use === "group" ? [wish.group].filter(Boolean) : [...wish.columns, ...t.columns.filter((column) => column.decides).map(wished)]).map(written);
    const isThere = (one) => there.includes(written({ property: one.property.iri, count: use === "number" }));
    fill(suggested, h("option", { value: "" }, "a property …"), t.suggested.filter((one) => !isThere(one)).map((one) => h("option", { value: one.property.iri }, `${nameOf(one.property)} (${share(one)} have it)`)));
  };
  const choose = (event) => {
    use = event.target.value;
    drawSuggested();
  };
  drawSuggested();
  const other = (event) => {
    const [, number, inverse, property] = event.target.value.trim().match(/^(#?)\s*(\^?)(.*)$/s);
    take({ property, inverse: inverse !== "", count: number !== "" });
  };
  const purpose = h("select", { "aria-label": "What the property is for", onchange: choose, "data-key": "table use" }, Object.entries(uses).map(([value, text]) => h("option", { value }, text)));
  purpose.value = use;
  return [purpose, t.suggested.length > 0 && suggested, h("input", { type: "text", "aria-label": "Any other property", placeholder: "other: label or IRI", title: "A label or an IRI; ^ before it reads the property backwards", onchange: other, "data-key": "table other" })];
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
function rows(t, redraw, to) {
  const { group } = t;
  const wanted = view.filter.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const line = (m) => [rowName(m), ...m.values.map(cellText)].join(" ").toLowerCase();
  const found = sorted(t.members.filter((m) => wanted.every((word) => line(m).includes(word))));
  const head = (name, at, extra) => {
    const on = view.sort === at;
    const sort = () => {
      view = { ...view, sort: at, down: on && !view.down };
      redraw();
    };
    return h("th", { scope: "col", "aria-sort": on ? (view.down ? "descending" : "ascending") : "none" }, h("span", { class: "row" }, h("button", { type: "button", class: "link", onclick: sort, "data-key": `sort ${at}` }, name, on && h("span", { "aria-hidden": "true" }, view.down ? " ↓" : " ↑")), extra));
  };
  const drop = (column) => () => to({ columns: wish.columns.filter((one) => written(one) !== written(wished(column))) });
  const columnHead = (column, i) => {
    const name = columnName(column);
    return head(name, i, !column.decides && button(`Remove the column ${name}`, drop(column), { icon: "close", iconOnly: true, class: "quiet" }));
  };
  const heads = group ? [head(columnName({ ...group, property: { iri: group.property } }), -1), head("members", 0)] : [head("Name", -1), t.columns.map(columnHead)];
  const all = group ? `${t.more ? "the first " : ""}${count(t.members.length, "value")}` : count(t.total ?? t.members.length, "member");
  return [
    h("p", { class: "hint", role: "status" }, `${found.length.toLocaleString("en")} of ${all}${wanted.length > 0 ? " with these words" : ""}${group && t.total !== null ? `, among ${count(t.total, "member")}` : ""}`),
    h(
      "div",
      { class: "table-scroll", tabindex: 0, role: "region", "aria-label": group ? "Values" : "Members" },
      h(
        "table",
        { class: group ? "table members groups" : "table members" },
        h("thead", {}, h("tr", {}, heads)),
        h("tbody", {}, found.slice(0, view.rows).map((m) => h("tr", {}, h("th", { scope: "row" }, m.value ? valueName(m.value) : name(m)), m.values.map((values) => h("td", {}, cell(values)))))),
      ),
    ),
    found.length > view.rows && button("Show more rows", () => ((view = { ...view, rows: view.rows * 4 }), redraw()), { class: "quiet", "data-key": "table more" }),
  ];
}

const rowName = (m) => (m.value ? textOf(m.value) : nameOf(m));

const nameButton = (one) => h("button", { type: "button", class: "name", title: one.iri, onclick: () => showNeighbourhood(one) }, nameOf(one));

/** valueName returns the name of a value: of an individual with its neighbourhood behind it. */
const valueName = (v) => (v.datatype === "" && !v.value.startsWith("_:") ? nameButton({ iri: v.value, label: v.label }) : h("span", { class: "text" }, textOf(v)));

const signs = { positive: ["pos", "+", "an example that belongs"], negative: ["neg", "−", "an example that does not belong"] };

function name(m) {
  const [side, sign, text] = signs[m.example] ?? [];
  return [side && h("span", { class: `sign ${side}`, title: text, role: "img", "aria-label": text }, sign), " ", nameButton(m), wrongSign(m)];
}

const collator = new Intl.Collator("en", { numeric: true });

function sorted(members) {
  const { sort, down } = view;
  if (sort === null) return members;
  const text = (m) => (sort < 0 ? rowName(m) : cellText(m.values[sort] ?? []));
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
  Excel: ["xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", { format: "xlsx" }],
  Markdown: ["md", "text/markdown", { format: "md" }],
  JSON: ["json", "application/json", {}],
};

/** textTable returns the whole table as a text, or a workbook as a blob; null if it was stopped. */
const textTable = (panel, c, more) => read(panel, c, asked, "Reading all members", (signal) => withSource((s) => fetchText("members", input(c, s, { limit: 0, ...more }), { signal, bytes: more.format === "xlsx" })));

async function save(panel, c, form) {
  const [end, type, more] = formats[form];
  try {
    const text = await textTable(panel, c, more);
    if (text !== null) download(`${wish.group ? "groups" : "members"}.${end}`, type, more.format ? text : JSON.stringify(JSON.parse(text), null, 1));
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
