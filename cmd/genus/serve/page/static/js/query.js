// The SPARQL query of the definition. It can be edited: what it asks for then becomes the definition.
import { call } from "./api.js";
import { copyText, download } from "./clipboard.js";
import { button, count, fill, h, icon } from "./dom.js";
import { queryEditor } from "./editor.js";
import { nameOf } from "./names.js";
import { showConcept } from "./said.js";
import { failed, waiting } from "./say.js";
import { coloured } from "./sparql.js";
import { isBarred, live, withSource } from "./sources.js";
import { openTab } from "./tabs.js";
import { current } from "./work.js";

let edited = null; // {dl, text}: the definition whose query is being edited, and the query

/** queryPart shows the query with labels. Its buttons copy, edit and download the query without them. */
export function queryPart(c) {
  if (!c.sparql) return h("div", { class: "query" }, waiting("Writing the query …"));
  const body = h("div", {});
  const draw = () =>
    fill(body, edited?.dl === c.dl ? editor(c, draw) : sparqlText(c.labelled?.sparql || c.sparql, "SPARQL"));
  const edit = () => {
    edited = { dl: c.dl, text: c.sparql };
    draw();
    body.querySelector("textarea").focus();
  };
  draw();
  return h(
    "div",
    { class: "query" },
    h(
      "div",
      { class: "row" },
      h("h3", {}, "SPARQL query"),
      button("Copy", () => copyText(c.sparql, "SPARQL copied."), { icon: "copy", "aria-label": "Copy the query", "data-key": "copy query" }),
      !c.stale && !isBarred() && button("Edit", edit, { "aria-label": "Edit the query", "data-key": "edit query" }),
      editorLink(c.sparql),
      button("Download the query", () => download("query.rq", "application/sparql-query", c.sparql), { icon: "down", iconOnly: true, class: "quiet" }),
    ),
    body,
    c.notes?.map((text) => h("p", { class: "hint" }, text)),
  );
}

/** sparqlText returns a query to read. */
export const sparqlText = (text, name) => h("pre", { class: "code sparql", tabindex: 0, role: "group", "aria-label": name }, h("code", {}, coloured(text)));

/** editor returns the editor of the query. Running it shows its members in the table. */
function editor(c, draw) {
  const place = h("div", {});
  const run = async () => {
    fill(place, waiting("Reading the query …"));
    try {
      await showConcept(edited.text, true);
    } catch (error) {
      if (error.status !== 422) return fill(place, failed(error));
      const isSyntax = /is not SPARQL/.test(error.message);
      Object.assign(error, { title: isSyntax ? "This is not SPARQL yet" : "genus cannot read this query as a definition", message: error.message.replace(/^no concept: (the query is not SPARQL: )?/, "") });
      field.mark(error);
      return fill(place, failed(error), !isSyntax && live()?.url && button("Ask the endpoint as it is", () => showRows(place, edited.text), { "data-key": "ask as it is" }));
    }
    edited = null;
    openTab("details", "table");
    draw();
  };
  const cancel = () => {
    edited = null;
    draw();
  };
  const field = queryEditor(edited.text, (text) => (edited.text = text), run);
  return [field.element, h("div", { class: "row" }, button("Run", run, { class: "primary", "data-key": "run query", "aria-keyshortcuts": "Control+Enter" }), button("Cancel", cancel, { class: "quiet" })), place];
}

/** showRows asks the endpoint a query that no definition says, and shows its rows. */
async function showRows(place, query) {
  fill(place, waiting("Asking the endpoint …"));
  try {
    const { variables, rows, more } = await withSource((s) => call("POST", "rows", { source: s.id, query }));
    fill(
      place,
      h("p", { class: "hint", role: "status" }, more ? `The first ${count(rows.length, "row")}:` : `${count(rows.length, "row")}:`),
      h(
        "div",
        { class: "table-scroll", tabindex: 0, role: "region", "aria-label": "Rows of the query" },
        h(
          "table",
          { class: "table" },
          h("thead", {}, h("tr", {}, variables.map((name) => h("th", { scope: "col" }, name)))),
          h("tbody", {}, rows.map((row) => h("tr", {}, row.map((v) => h("td", {}, v.datatype || v.value === "" ? v.value : nameOf({ iri: v.value })))))),
        ),
      ),
    );
  } catch (error) {
    fill(place, failed(error, () => showRows(place, query)));
  }
}

/**
 * editorOf returns {url, host, own} of an editor with the query, or null without an endpoint: that
 * of the endpoint if it is known to have one, or else YASGUI. Only a click of the user opens it.
 */
export function editorOf(query) {
  const { source } = current();
  const text = encodeURIComponent(query);
  const at = live()?.url ?? source?.url;
  if (!at || !URL.canParse(at)) return null;
  const { origin, host, href } = new URL(at);
  const to = (url, own = true) => ({ url, host: new URL(url).host, own });
  const server = live()?.tried?.server ?? "";
  if (host === "query.wikidata.org") return to(`${origin}/#${text}`);
  if (host === "qlever.cs.uni-freiburg.de") return to(`${origin}/${href.split("/").at(-1)}?query=${text}`);
  if (host === "dbpedia.org" || /^virtuoso/i.test(server)) return to(`${href}?qtxt=${text}`);
  if (/^oxigraph/i.test(server)) return to(`${origin}/#query=${text}&endpoint=${encodeURIComponent(href)}`);
  return to(`https://yasgui.triply.cc/#query=${text}&endpoint=${encodeURIComponent(href)}`, false);
}

/** editorLink returns a link to the editor that says where it leads, or null. */
export function editorLink(query) {
  const editor = editorOf(query);
  if (!editor) return null;
  const title = `Leads to ${editor.host}${editor.own ? ", the endpoint's own editor" : ""}, which gets the query`;
  return h("a", { class: "button", href: editor.url, target: "_blank", rel: "noopener noreferrer", title }, icon("open"), "Open in editor", h("span", { class: "hint" }, editor.host));
}
