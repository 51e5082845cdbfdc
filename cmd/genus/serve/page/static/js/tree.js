// The classes of the data as a tree. What is below a class is fetched when it is opened.
import { call } from "./api.js";
import { button, h } from "./dom.js";
import { know, nameOf } from "./names.js";
import { failed, waiting } from "./say.js";
import { live, withSource } from "./sources.js";

let of = null; // id of the source
let nodes = new Map(); // by IRI, "" for the roots: {open, classes, more, error}

/** tree returns the tree; choose is called with the IRI of the class that is tapped, redraw when classes have come. */
export function tree(chosen, choose, redraw) {
  if (of !== live()?.id) {
    of = live()?.id;
    nodes = new Map();
  }
  const root = node("");
  const toggle = (event) => {
    root.open = event.target.open;
    load("", redraw);
  };
  return h("details", { class: "tree", open: root.open, ontoggle: toggle }, h("summary", { "data-key": "tree" }, "Tree of classes"), root.open && branch("", { chosen, choose, redraw }, []));
}

function node(iri) {
  if (!nodes.has(iri)) nodes.set(iri, { open: false, classes: null, more: false, error: null });
  return nodes.get(iri);
}

/** load fetches what is below a class that is open, once. */
async function load(iri, redraw) {
  const one = node(iri);
  if (!one.open || one.classes || one.asking) return;
  one.asking = true;
  one.error = null;
  try {
    const query = iri ? `?iri=${encodeURIComponent(iri)}` : "";
    const answer = await withSource((s) => call("GET", `sources/${s.id}/subclasses${query}`));
    know(answer.classes);
    Object.assign(one, answer);
  } catch (error) {
    one.error = error;
  }
  one.asking = false;
  redraw();
}

/** branch lists what is below a class but the classes on the path to it: classes may be below each other. */
function branch(iri, to, path) {
  const { classes: all, more, error } = node(iri);
  const again = () => load(iri, to.redraw);
  if (error) return failed(error, again);
  if (!all) return waiting("Looking for classes …");
  const classes = all.filter((c) => !path.includes(c.iri));
  if (classes.length === 0) return h("p", { class: "empty" }, "No class is below it.");
  return h("ul", {}, classes.map((c) => item(c, to, [...path, c.iri])), more && h("li", { class: "hint" }, "There are more: type a part of the name."));
}

function item(c, to, path) {
  const own = node(c.iri);
  const name = nameOf(c);
  const toggle = () => {
    own.open = !own.open;
    to.redraw();
    load(c.iri, to.redraw);
  };
  const on = to.chosen === c.iri;
  const opener = button(own.open ? "▾" : "▸", toggle, { class: "quiet tree-open", "aria-expanded": String(own.open), "aria-label": `What is below ${name}`, "data-key": `tree open ${c.iri}` });
  return h(
    "li",
    {},
    h(
      "div",
      { class: "tree-class" },
      c.below === false ? h("span", { class: "tree-open" }) : opener,
      h("button", { type: "button", class: `link ${on ? "on" : ""}`, title: c.iri, "aria-pressed": String(on), "data-key": `tree class ${c.iri}`, onclick: () => to.choose(on ? null : c.iri) }, name),
      c.members !== null && h("span", { class: "hint" }, c.members.toLocaleString("en")),
    ),
    own.open && branch(c.iri, to, path),
  );
}
