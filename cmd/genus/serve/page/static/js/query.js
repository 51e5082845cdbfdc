// The SPARQL query of the definition.
import { copyText, download } from "./clipboard.js";
import { button, h, icon } from "./dom.js";
import { waiting } from "./say.js";
import { live } from "./sources.js";
import { current } from "./work.js";

/** queryPart shows the query with labels. Its buttons copy and download the query without them. */
export function queryPart(c) {
  if (!c.sparql) return h("div", { class: "query" }, waiting("Writing the query …"));
  const editor = editorOf(c.sparql);
  return h(
    "div",
    { class: "query" },
    h(
      "div",
      { class: "row" },
      h("h3", {}, "SPARQL query"),
      button("Copy", () => copyText(c.sparql, "SPARQL copied."), { icon: "copy", "aria-label": "Copy the query", "data-key": "copy query" }),
      editor && h("a", { class: "button", href: editor, target: "_blank", rel: "noopener noreferrer" }, icon("open"), "Open in editor"),
      button("Download the query", () => download("query.rq", "application/sparql-query", c.sparql), { icon: "down", iconOnly: true, class: "quiet" }),
    ),
    h("pre", { class: "code sparql", tabindex: 0, role: "group", "aria-label": "SPARQL" }, h("code", {}, c.labelled?.sparql || c.sparql)),
  );
}

/** editorOf returns the address of an editor with the query, or null. Only a click of the user opens it. */
function editorOf(query) {
  const { source } = current();
  const url = live()?.url ?? source?.url;
  if (source?.kind !== "endpoint" || !url) return null;
  const text = encodeURIComponent(query);
  if (/^https:\/\/query\.wikidata\.org\//.test(url)) return `https://query.wikidata.org/#${text}`;
  if (/^https?:\/\/dbpedia\.org\/sparql/.test(url)) return `${url}?qtxt=${text}`;
  return `https://yasgui.triply.cc/#query=${text}&endpoint=${encodeURIComponent(url)}`;
}
