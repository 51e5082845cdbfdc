// All members of the definition as a table, examples included: their names, the facts that
// decide, and columns that the user adds. Or the values of a property, each with the number of
// members that have it. A column has facets, and all can be sorted, filtered, copied and downloaded.
import { call } from "./api.js";
import { allowImages, cell, cellText, memberName, rowName, sorted, valueName } from "./cells.js";
import { charts } from "./charts.js";
import { copyText } from "./clipboard.js";
import { choosers, isOne, ofTable } from "./columns.js";
import { button, count, fill, h, keep } from "./dom.js";
import { facetPart, hasFacets, isOpen, toggle } from "./facets.js";
import { isRunning, onLearning, result } from "./learn.js";
import { columnName, know, nameOf } from "./names.js";
import { asked as textAsked } from "./parts.js";
import { editorLink, sparqlText } from "./query.js";
import { repairPart, wrongSign } from "./repair.js";
import { failed, say, waiting } from "./say.js";
import { serverInfo } from "./start.js";
import { live, withSource } from "./sources.js";
import { downloads } from "./tablefile.js";
import { drawnAtFirst, orderText, see, seen, written } from "./view.js";
import { whyPart } from "./why.js";
import { changeView, correctView, current, onChange } from "./work.js";

const fetched = 200; // members that are fetched at first
const page = 2500; // members in each later request
const mostGroups = 5000; // values

let asked = 0;
let kept = {}; // {key, t}: the last table, which is drawn again when more is known about the definition
let shown = null; // {panel, c, wish}: the table on the page, and its columns as text
let awaited = null; // asks for the table when the query is confirmed
let fetching = null; // {key, stop, t}: the table that is on its way

const wish = () => ({ columns: current().columns, group: current().group });

const input = (c, s, more) => {
  const { pos, neg, columns, group } = current();
  return { source: s.id, concept: textAsked(c.dl), pos: pos.map((e) => e.iri), neg: neg.map((e) => e.iri), columns: (group ? columns.filter(isOne) : columns).map(written), group: group ? written(group) : "", order: orderText(), ...more };
};

const keyOf = (c) => JSON.stringify(input(c, { id: live()?.id }));

onChange(() => {
  // Columns were chosen, or that was undone.
  if (!shown?.panel.isConnected || shown.wish === JSON.stringify(wish())) return;
  const before = { ...JSON.parse(shown.wish), view: seen() };
  seeOther(before);
  table(shown.panel, shown.c, null, before);
});

onLearning(() => {
  const draw = result() && !isRunning(result(), "confirmation") && awaited;
  if (!draw) return;
  awaited = null;
  draw();
});

/** table asks for the table of a concept of the result r and draws it. If other columns cannot be read, those before stay. */
export function table(panel, c, r, before = null) {
  const mine = ++asked;
  awaited = null;
  shown = { panel, c, wish: JSON.stringify(wish()) };
  if (kept.key === keyOf(c)) return draw(panel, c, kept.t);
  if (r && live()?.url && isRunning(r, "confirmation")) {
    awaited = () => panel.isConnected && table(panel, c, r);
    return fill(panel, waiting("The members come when the endpoint has confirmed the query …"));
  }
  const { group } = current();
  reading(panel, c, group ? "Counting members" : "Asking for all members", async (signal) => {
    allowImages((await serverInfo()).allow.images);
    return fetchTable(c, group ? mostGroups : fetched, signal);
  })
    .then((t) => {
      if (mine !== asked) return;
      if (!t) return before && back(panel, c, before);
      show(panel, c, t);
    })
    .catch((error) => {
      if (mine !== asked) return;
      if (!before) return fill(panel, failed(error, () => table(panel, c, r)));
      const wanted = wish();
      back(panel, c, before);
      panel.querySelector(":scope > .error")?.remove();
      panel.prepend(failed(error, error.status !== 422 && (() => changeView(wanted)))); // that of a wrong name stays wrong
    });
}

/** fetchTable asks for a table, unless it is on its way: the page may be drawn again. It stops another one. */
function fetchTable(c, limit, wanted) {
  const key = keyOf(c);
  if (fetching?.key !== key) {
    fetching?.stop.abort();
    const stop = new AbortController();
    const { signal } = stop;
    const mine = { key, stop, t: withSource((s) => call("POST", "members", input(c, s, { limit }), { signal })) };
    fetching = mine;
    const over = () => {
      if (fetching === mine) fetching = null;
    };
    mine.t.then(over, over);
  }
  const { stop, t } = fetching;
  wanted.addEventListener("abort", () => stop.abort());
  return t;
}

/** back returns to columns, and an order, that could be read. */
function back(panel, c, { view, ...before }) {
  const isSorted = seen().sort !== view.sort || seen().down !== view.down;
  shown.wish = JSON.stringify(before);
  see(view);
  correctView(before);
  if (isSorted) draw(panel, c, kept.t);
}

/** seeOther changes how the table is seen after a change of its columns or its group. Groups begin with those of most members. */
function seeOther({ columns, group }) {
  const now = wish();
  if (JSON.stringify(group) !== JSON.stringify(now.group)) see({ sort: now.group ? "members" : null, down: Boolean(now.group), filter: "", rows: drawnAtFirst });
  else if (now.columns.length < columns.length) see({ sort: null });
}

/** show draws the table. The work now has the IRIs that the server found for the names. */
function show(panel, c, t) {
  know([...t.members, ...t.columns.map((column) => column.property), ...t.suggested.map((one) => one.property)]);
  const { group } = current();
  const known = t.columns.filter((column) => !column.decides).map(ofTable);
  const understood = group ? { ...wish(), group: known[0] } : { ...wish(), columns: known }; // a group has other columns of the work, too
  shown.wish = JSON.stringify(understood);
  if (shown.wish !== JSON.stringify(wish())) correctView(understood);
  kept = { key: keyOf(c), t: { ...t, group: understood.group, order: orderText() } };
  draw(panel, c, kept.t);
}

/** reading shows what is going on, with a button that ends it, and returns the result, or null if it was ended. */
async function reading(panel, c, text, ask) {
  const mine = asked;
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
    if (panel.children.length === 1) fill(panel, h("p", { class: "hint" }, "Stopped. ", button("Ask again", () => table(panel, c, null), { class: "quiet" })));
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
    await reading(panel, c, "Reading members", async (signal, told) => {
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
  if (mine !== asked) return;
  kept = { key: keyOf(c), t: all };
  draw(panel, c, all);
}

function draw(panel, c, t) {
  const isGroups = Boolean(t.group);
  const grid = h("div", {});
  const facets = h("div", {});
  const drawFacets = () => {
    fill(facets, !isGroups && facetPart(c, t, (group, limit) => withSource((s) => call("POST", "members", input(c, s, { group, limit, columns: [], order: "" }))), drawFacets));
    redraw();
  };
  // The rows that are here are sorted at once; the server orders all of them, and writes the query that does.
  const sort = (view) => {
    redraw();
    table(panel, c, null, { ...JSON.parse(shown.wish), view });
  };
  const redraw = () => fill(grid, rows(isGroups ? grouped(t) : t, redraw, sort, { toggle: (column) => toggle(c, column, drawFacets), isOpen: (column) => isOpen(c, column) }));
  const filter = (event) => {
    see({ filter: event.target.value, rows: drawnAtFirst });
    redraw();
  };
  fill(
    panel,
    h(
      "div",
      { class: "row table-tools" },
      h("input", { type: "search", "aria-label": "Show only rows with", placeholder: "Filter", value: seen().filter, oninput: filter, "data-key": "table filter" }),
      choosers(t, changeView),
      isGroups && button("Back to the members", () => changeView({ group: null }), { "data-key": "table use" }),
      downloads(isGroups, (s, more) => input(c, s, more), (text, ask) => reading(panel, c, text, ask)),
    ),
    t.missing && h("p", { class: "notice" }, `${t.missing}.`),
    t.notes?.filter((text) => text.includes("the query, line")).map((text) => h("p", { class: "notice" }, `${text.replace(/^note: t/, "T")}.`)),
    facets,
    grid,
    t.more && (isGroups ? h("p", { class: "hint" }, "These come first. The files have all values.") : h("div", { class: "row" }, button(`Show all ${t.total === null ? "" : t.total.toLocaleString("en")} members`, () => readRest(panel, c, t), { "data-key": "table all" }), h("span", { class: "hint" }, `The filter and the drawings look at the first ${t.members.length.toLocaleString("en")}.`))),
    !isGroups && keep("why", [live()?.id, c.dl], () => whyPart(c)),
    !isGroups && repairPart(c, redraw),
    queryPart(t),
    !isGroups && charts(t),
  );
  drawFacets();
}

/** grouped returns the groups of a table as rows: a value with the number of members that have it, and what these have. */
function grouped(t) {
  const values = (group) => [[{ value: String(group.members) }], ...(group.values ?? []).map((v) => (v.value === "" ? [] : [v]))];
  return { ...t, columns: t.columns.slice(1), members: (t.groups ?? []).map((value) => ({ value, values: values(value) })) };
}

/** queryPart returns the folded query of the table. */
function queryPart({ query }) {
  return h(
    "details",
    { class: "parts table-query", open: seen().query, ontoggle: (event) => seen().query !== event.target.open && see({ query: event.target.open }) },
    h("summary", { "data-key": "table query" }, "SPARQL query of this table"),
    h("div", { class: "row table-tools" }, button("Copy its query", () => copyText(query, "Query of the table copied."), { icon: "copy" }), editorLink(query)),
    sparqlText(query, "SPARQL of the table"),
  );
}

/** rows returns the table of the rows that the filter leaves. */
function rows(t, redraw, sort, facets) {
  const { group } = t;
  const { filter, rows: most } = seen();
  const wanted = filter.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const line = (m) => [rowName(m), ...m.values.map(cellText)].join(" ").toLowerCase();
  const found = ordered(t, t.members.filter((m) => wanted.every((word) => line(m).includes(word))));
  const all = group ? `${t.more ? "the first " : ""}${count(t.members.length, "value")}` : count(t.total ?? t.members.length, "member");
  return [
    h("p", { class: "hint", role: "status" }, `${found.length.toLocaleString("en")} of ${all}${wanted.length > 0 ? " with these words" : ""}${group && t.total !== null ? `, among ${count(t.total, "member")}` : ""}`),
    h(
      "div",
      { class: "table-scroll", tabindex: 0, role: "region", "aria-label": group ? "Values" : "Members" },
      h(
        "table",
        { class: group ? "table members groups" : "table members" },
        h("thead", {}, h("tr", {}, heads(t, sort, facets))),
        h("tbody", {}, found.slice(0, most).map((m) => h("tr", {}, h("th", { scope: "row" }, m.value ? valueName(m.value) : [memberName(m), wrongSign(m)]), m.values.map(cell)))),
      ),
    ),
    found.length > most && button("Show more rows", () => (see({ rows: most * 4 }), redraw()), { class: "quiet", "data-key": "table more" }),
  ];
}

const nameKey = "name";
const numberKey = "members";
const columnKey = (column) => written(ofTable(column));

/** ordered returns the members in the order that the user has chosen: that of the server if it has more of them. */
function ordered(t, members) {
  const { sort, down } = seen();
  if (sort === null || (t.more && t.order === orderText())) return members;
  if (sort === nameKey) return sorted(members, rowName, down);
  const column = t.columns.findIndex((one) => columnKey(one) === sort);
  const at = t.group && sort === numberKey ? 0 : column < 0 ? column : column + (t.group ? 1 : 0);
  return at < 0 ? members : sorted(members, (m) => cellText(m.values[at] ?? []), down);
}

/** heads returns the heads of the columns: a tap sorts, and a column has its facets and may be removed. */
function heads(t, sortAgain, facets) {
  const head = (text, key, ...more) => {
    const { sort, down } = seen();
    const on = sort === key;
    const choose = () => {
      const view = seen();
      see({ sort: key, down: on && !down });
      sortAgain(view);
    };
    return h("th", { scope: "col", "aria-sort": on ? (down ? "descending" : "ascending") : "none" }, h("span", { class: "row" }, h("button", { type: "button", class: "link", onclick: choose, "data-key": `sort ${key}` }, text, on && h("span", { "aria-hidden": "true" }, down ? " ↓" : " ↑")), more));
  };
  const columnHead = (column) => {
    const name = columnName(column);
    const key = columnKey(column);
    const remove = () => changeView({ columns: current().columns.filter((one) => written(one) !== key) });
    return head(
      name,
      key,
      !t.group && hasFacets(column) && button(`Values of ${name}`, () => facets.toggle(column), { icon: "list", iconOnly: true, class: "quiet", "aria-expanded": String(facets.isOpen(column)), "data-key": `facets ${key}` }),
      !column.decides && button(`Remove the column ${name}`, remove, { icon: "close", iconOnly: true, class: "quiet" }),
    );
  };
  const first = t.group ? [head(columnName({ ...t.group, property: { iri: t.group.property } }), nameKey), head("members", numberKey)] : [head("Name", nameKey)];
  return [...first, t.columns.map(columnHead)];
}
