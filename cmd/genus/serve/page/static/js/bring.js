// A table that the user brings: what its rows are, which properties give its columns, what the rows have in common,
// and where the table and the data differ.
import { call, fetchText, upload } from "./api.js";
import { start } from "./bar.js";
import { copyText, download } from "./clipboard.js";
import { closeDialog, showDialog } from "./dialog.js";
import { button, count, fill, h } from "./dom.js";
import { columnName, know, nameOf } from "./names.js";
import { sparqlText } from "./query.js";
import { failed, say, waiting } from "./say.js";
import { live, withSource } from "./sources.js";
import { change, current } from "./work.js";

const most = 100; // entries of a list; the files have all
const endings = /\.(csv|tsv|xlsx)$/i;

/** isTable reports whether a file is a table. */
export const isTable = (file) => endings.test(file.name);

/** bringButton returns the button that chooses a table. */
export function bringButton() {
  const choose = (event) => {
    const [file] = event.target.files;
    event.target.value = "";
    if (file) bring(file);
  };
  return h("label", { class: "button quiet", title: "CSV, TSV or XLSX: genus finds what its rows and columns are. You can also drop it on the page." }, "Bring a table", h("input", { type: "file", class: "visually-hidden", accept: ".csv,.tsv,.xlsx", onchange: choose, "data-key": "bring" }));
}

/** startDrop takes tables that are dropped on the page while data is open. */
export function startDrop() {
  const hasFile = (event) => event.dataTransfer?.types.includes("Files") && current().source;
  addEventListener("dragover", (event) => hasFile(event) && event.preventDefault());
  addEventListener("drop", (event) => {
    if (!hasFile(event)) return;
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file) bring(file);
  });
}

/** bring reads a table and looks at it. */
export async function bring(file) {
  if (!isTable(file)) return say(`${file.name} is no table. A table ends in .csv, .tsv or .xlsx; other data is opened where the data is chosen.`);
  const stop = new AbortController();
  const draw = showDialog(`Table ${file.name}`, waiting(`Reading ${file.name} …`), { wide: true, onclose: () => stop.abort() });
  try {
    const t = await upload(`table?name=${encodeURIComponent(file.name)}`, file);
    if (t.rows.length === 0) return draw(failed(Object.assign(new Error("It needs names of columns in its first line, and a row for each thing."), { title: `${file.name} has no rows` })));
    look({ name: file.name, ...t, key: t.columns[0] }, draw, stop.signal);
  } catch (error) {
    draw(failed(error));
  }
}

const request = ({ columns, rows, key }, s) => ({ source: s.id, columns, rows, key });

/** look asks what the table is about, and shows it. */
async function look(t, draw, signal) {
  const place = h("div", { class: "brought-answer" }, waiting(`Looking up ${count(t.rows.length, "row")} and comparing ${count(t.columns.length - 1, "column")} …`));
  draw([head(t, (key) => look({ ...t, key }, draw, signal)), place]);
  try {
    const found = await withSource((s) => call("POST", "annotate", request(t, s), { signal }));
    know([...found.rows.flatMap((r) => (r.accepted ? [r.accepted] : r.candidates)), ...found.columns.flatMap((c) => c.path.map((p) => p.property)), ...found.absent, ...found.outside]);
    fill(place, ...answer(t, found, (rows) => look({ ...t, rows }, draw, signal)));
  } catch (error) {
    if (error.name !== "AbortError") fill(place, failed(error, () => look(t, draw, signal)));
  }
}

/** head says how the table was read, and chooses the column that names its rows. */
function head(t, again) {
  const key = h("select", { id: "table-key", onchange: (event) => again(event.target.value) }, t.columns.map((name) => h("option", { value: name }, name)));
  key.value = t.key;
  return h("div", { class: "row" }, h("label", { for: "table-key" }, "Its rows are named by"), key, h("span", { class: "hint" }, `Read as: ${t.described}.`));
}

const quoted = (text) => `“${text}”`;

function answer(t, found, again) {
  const { rows, columns, definition, outside, absent, differ, lacking, notes, note, query } = found;
  const named = rows.filter((r) => r.accepted);
  const several = rows.filter((r) => !r.accepted && r.candidates.length > 0);
  const unknown = rows.filter((r) => !r.accepted && r.candidates.length === 0);
  const meaning = definition?.english && h("p", { class: "sentence" }, definition.english);
  return [
    meaning,
    h("p", { role: "status" }, `${named.length} of ${count(rows.length, "row")} name one thing of the data${several.length > 0 ? `, ${several.length} may name several` : ""}${unknown.length > 0 ? `, ${unknown.length} name nothing` : ""}.`),
    [note, ...notes].filter(Boolean).map((text) => h("p", { class: "notice" }, text)),
    named.length > 0 && h("div", { class: "row" }, button(`Use the ${count(named.length, "row")} as examples`, () => use(found), { class: "primary", "data-key": "use rows" })),
    columnPart(columns),
    chooser(t, several, again),
    list("Rows that name nothing", unknown, (r) => `Row ${r.row}: ${quoted(r.text)}`),
    list("Rows that do not belong with the others", outside, nameOf),
    list("Members that the table lacks", absent, nameOf),
    list("Cells that differ", differ, (c) => `${nameOf(c.individual)}: ${c.column} is ${quoted(c.cell)} in the table, ${valuesText(c.values)} in the data`),
    list("Values that the data lacks", lacking, (c) => `${nameOf(c.individual)}: ${c.column} ${quoted(c.cell)}`),
    files(t, columns),
    query && h("details", { class: "parts" }, h("summary", {}, "SPARQL query with exactly these columns"), h("div", { class: "row" }, button("Copy the query", () => copyText(query, "SPARQL copied."), { icon: "copy" })), sparqlText(query, "SPARQL of the table that was brought")),
  ].flat();
}

const valuesText = (values) => values.map((v) => v.label || v.value).join(", ") || "nothing";
const pathText = ({ path, year }) => `${path.map(columnName).join(", then ")}${year ? ", its year" : ""}`;

/** columnPart shows which properties give the columns. */
function columnPart(columns) {
  if (columns.length === 0) return null;
  const agreement = ({ path, agree, of }) => (of === 0 ? "not compared: no row that was found has a value" : path.length === 0 ? `no path of one or two properties gives its ${count(of, "value")}` : `${agree} of ${of} agree (${Math.round((100 * agree) / of)} %)`);
  return h(
    "table",
    { class: "table brought" },
    h("thead", {}, h("tr", {}, ["Column", "is", "agreement"].map((name) => h("th", { scope: "col" }, name)))),
    h("tbody", {}, columns.map((c) => h("tr", {}, h("th", { scope: "row" }, c.name), h("td", {}, c.path.length > 0 ? pathText(c) : "—"), h("td", {}, agreement(c))))),
  );
}

/** chooser lists the rows that may name several: a choice is written into the table, which is looked at again. */
function chooser(t, several, again) {
  if (several.length === 0) return null;
  const at = t.columns.indexOf(t.key);
  const choose = (r, iri) => again(t.rows.map((row, i) => (i === r.row - 1 ? row.with(at, iri) : row)));
  const one = (r) => h("li", {}, `Row ${r.row}: ${quoted(r.text)} is `, r.candidates.slice(0, 5).map((c) => h("button", { type: "button", class: "condition", title: c.iri, onclick: () => choose(r, c.iri) }, nameOf(c), h("small", { class: "hint" }, ` ${[...c.classes.map(nameOf), c.about].filter(Boolean).slice(0, 2).join(", ")}`))));
  return h("details", { class: "parts", open: true }, h("summary", {}, `Rows that may name several (${several.length})`), h("ul", {}, several.slice(0, most).map(one)));
}

function list(title, entries, text) {
  if (entries.length === 0) return null;
  const rest = entries.length - most;
  return h("details", { class: "parts" }, h("summary", {}, `${title} (${entries.length.toLocaleString("en")})`), h("ul", {}, entries.slice(0, most).map((e) => h("li", {}, text(e)))), rest > 0 && h("p", { class: "hint" }, `And ${rest.toLocaleString("en")} more: the files have all.`));
}

const forms = { CSV: ["csv", "csv"], TSV: ["tsv", "tsv"], Excel: ["xlsx", "xlsx"], Markdown: ["md", "md"] };
const edits = { QuickStatements: ["quickstatements", "txt"], "Mismatch Finder": ["mismatches", "csv"] };

/** files returns the buttons that download what differs; for a Wikibase also for the tools that change one. */
function files(t, columns) {
  const isWikibase = columns.some(({ path }) => path.some(({ property }) => property.iri.includes("/prop/direct/")));
  const save = ([format, end], name) => async (event) => {
    const { currentTarget } = event;
    currentTarget.disabled = true;
    try {
      const content = await withSource((s) => fetchText("annotate", { ...request(t, s), format }, { bytes: true }));
      if (content.size === 0) say(`Nothing to write for ${name}.`);
      else download(`${t.name.replace(endings, "")}-differs${edits[name] ? `-${format}` : ""}.${end}`, content.type, content);
    } catch (error) {
      say(`Not downloaded: ${error.message}`);
    } finally {
      currentTarget.disabled = false;
    }
  };
  const all = { ...forms, ...(isWikibase ? edits : {}) };
  return h("div", { class: "row" }, h("span", { class: "hint" }, "What differs, as a file:"), Object.entries(all).map(([name, form]) => button(name, save(form, name), { icon: "down", class: "quiet", "aria-label": `Download what differs: ${name}` })));
}

/** use makes the rows that were found the examples, with the columns of the table, and learns. */
function use({ rows, columns }) {
  const seen = new Map(rows.filter((r) => r.accepted).map(({ accepted }) => [accepted.iri, { iri: accepted.iri, label: accepted.label }]));
  const simple = columns.filter(({ path }) => path.length === 1).map(({ path: [{ property, inverse }] }) => ({ property: property.iri, inverse }));
  change({ pos: [...seen.values()], neg: [], asked: [], conditions: [], columns: simple, group: null });
  closeDialog();
  if (live()) start();
}
