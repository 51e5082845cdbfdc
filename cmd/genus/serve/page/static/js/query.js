// The SPARQL query of the definition.
import { copyText, download } from "./clipboard.js";
import { button, h, icon } from "./dom.js";
import { waiting } from "./say.js";
import { live } from "./sources.js";
import { current } from "./work.js";

/** queryPart shows the query with labels. Its buttons copy and download the query without them. */
export function queryPart(c) {
  if (!c.sparql) return h("div", { class: "query" }, waiting("Writing the query …"));
  return h(
    "div",
    { class: "query" },
    h(
      "div",
      { class: "row" },
      h("h3", {}, "SPARQL query"),
      button("Copy", () => copyText(c.sparql, "SPARQL copied."), { icon: "copy", "aria-label": "Copy the query", "data-key": "copy query" }),
      editorLink(c.sparql),
      button("Download the query", () => download("query.rq", "application/sparql-query", c.sparql), { icon: "down", iconOnly: true, class: "quiet" }),
    ),
    h("pre", { class: "code sparql", tabindex: 0, role: "group", "aria-label": "SPARQL" }, h("code", {}, c.labelled?.sparql || c.sparql)),
  );
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
