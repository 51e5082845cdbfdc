// The definition for other tools: DL, Manchester, OWL, SHACL. They are folded at first,
// with what was left out.
import { call } from "./api.js";
import { copyText, download } from "./clipboard.js";
import { button, fill, h } from "./dom.js";
import { removed } from "./removed.js";
import { failed, waiting } from "./say.js";
import { scopeOf } from "./share.js";
import { live, withSource } from "./sources.js";
import { tabs } from "./tabs.js";

let open = false;
let withLabels = true;
const translated = new Map(); // source and concept -> forms

const kinds = [
  { id: "dl", title: "DL", file: "concept.txt", mime: "text/plain" },
  { id: "manchester", title: "Manchester", file: "concept.omn", mime: "text/plain" },
  { id: "turtle", title: "OWL", file: "concept.ttl", mime: "text/turtle" },
  { id: "shacl", title: "SHACL", file: "shape.ttl", mime: "text/turtle" },
];

export function forms(c, r) {
  const body = h("div", {});
  const leftOut = { id: "removed", title: "Left out", number: r.removed.length, draw: (panel) => removed(panel, r) };
  const list = [...kinds.map((kind) => ({ ...kind, draw: (panel) => form(panel, c, kind) })), ...(r.removed.length > 0 ? [leftOut] : [])];
  const scope = c.proved && scopeOf(r, c);
  const draw = () => fill(body, scope && h("p", { class: "hint" }, `The proof is in ${scope}.`), tabs("forms", "For experts", list));
  const toggle = (event) => {
    open = event.target.open;
    if (open && !body.firstChild) draw();
  };
  if (open) draw();
  return h("details", { class: "forms", open, ontoggle: toggle }, h("summary", { "data-key": "forms" }, "For experts: DL, Manchester, OWL and SHACL"), body);
}

function form(panel, c, kind) {
  const known = { ...translated.get(key(c)), ...Object.fromEntries(Object.entries(c).filter(([, v]) => v)) };
  const plain = known[kind.id];
  if (plain) return fill(panel, shown(kind, plain, known.labelled?.[kind.id]));
  if (known.errors?.[kind.id]) return fill(panel, h("p", { class: "empty" }, `There is none: ${known.errors[kind.id]}`));
  fill(panel, waiting("Translating …"));
  translate(c).then(
    () => panel.isConnected && form(panel, c, kind),
    (error) => panel.isConnected && fill(panel, failed(error, () => form(panel, c, kind))),
  );
}

const key = (c) => `${live()?.id ?? ""} ${c.dl}`;

async function translate(c) {
  const of = key(c);
  const { concept, ...written } = await withSource((s) => call("POST", "query", { concept: c.dl, source: s.id, to: ["turtle", "shacl"], labels: true, check_names: false }));
  translated.set(of, { ...concept, ...written });
}

function shown(kind, plain, labelled) {
  const block = h("pre", { class: `code ${kind.id}`, tabindex: 0, role: "group", "aria-label": kind.title });
  const text = () => (withLabels && labelled ? labelled : plain);
  const draw = () => block.replaceChildren(h("code", {}, text()));
  draw();
  return [
    block,
    h(
      "div",
      { class: "row" },
      button("Copy", () => copyText(text(), `${kind.title} copied.`), { icon: "copy", "aria-label": `Copy ${kind.title}` }),
      button("Download", () => download(kind.file, kind.mime, text()), { icon: "down", class: "quiet", "aria-label": `Download ${kind.title}` }),
      labelled && plain !== labelled &&
        h("label", { class: "check" }, h("input", { type: "checkbox", checked: withLabels, onchange: (e) => ((withLabels = e.target.checked), draw()) }), "Labels for IRIs"),
    ),
  ];
}
