// The concept in its forms: DL, Manchester, SPARQL; with labels or with IRIs; to copy, download, open.
import { copyText, download } from "./clipboard.js";
import { button, fill, h, icon } from "./dom.js";
import { waiting } from "./say.js";
import { live } from "./sources.js";
import { current } from "./work.js";
import { tabs } from "./tabs.js";

let named = true;

const kinds = [
  { id: "dl", title: "DL", file: "concept.txt", mime: "text/plain" },
  { id: "manchester", title: "Manchester", file: "concept.omn", mime: "text/plain" },
  { id: "sparql", title: "SPARQL", file: "query.rq", mime: "application/sparql-query" },
];

export function forms(c) {
  const list = kinds.map((kind) => ({ ...kind, draw: (panel) => fill(panel, form(c, kind)) }));
  const english = { id: "english", title: "English", file: "concept.txt", mime: "text/plain" };
  return h("div", { class: "forms" }, tabs("forms", "Forms of the concept", [...list, { ...english, draw: (panel) => fill(panel, form(c, english)) }]));
}

function form(c, kind) {
  const plain = c[kind.id];
  const labelled = c.labelled?.[kind.id];
  if (!plain && !labelled) return [waiting("Translating …")];
  const block = h("pre", { class: `code ${kind.id}`, tabindex: 0, role: "group", "aria-label": kind.title });
  const text = () => (named && labelled ? labelled : (plain ?? labelled));
  const draw = () => block.replaceChildren(h("code", {}, text()));
  draw();
  const canRun = kind.id === "sparql" && editor(plain);
  return [
    block,
    h(
      "div",
      { class: "row" },
      button("Copy", () => copyText(kind.id === "sparql" ? plain : text(), `${kind.title} copied.`), { icon: "copy" }),
      button("Download", () => download(kind.file, kind.mime, kind.id === "sparql" ? plain : text()), { icon: "down" }),
      canRun && h("a", { class: "button", href: canRun, target: "_blank", rel: "noopener noreferrer" }, icon("open"), "Open in a SPARQL editor"),
      plain && labelled && plain !== labelled &&
        h("label", { class: "check" }, h("input", { type: "checkbox", checked: named, onchange: (e) => ((named = e.target.checked), draw()) }), "Labels for IRIs"),
    ),
    kind.id === "sparql" && named && labelled && plain !== labelled && h("p", { class: "hint" }, "Copied and opened with IRIs, as endpoints need it."),
  ];
}

/** editor is the address of an editor with the query in it; only the browser of the user goes there, on a click. */
function editor(query) {
  const { source } = current();
  const url = live()?.url ?? source?.url;
  if (!query || source?.kind !== "endpoint" || !url) return null;
  const text = encodeURIComponent(query);
  if (/^https:\/\/query\.wikidata\.org\//.test(url)) return `https://query.wikidata.org/#${text}`;
  if (/^https?:\/\/dbpedia\.org\/sparql/.test(url)) return `${url}?qtxt=${text}`;
  return `https://yasgui.triply.cc/#query=${text}&endpoint=${encodeURIComponent(url)}`;
}
