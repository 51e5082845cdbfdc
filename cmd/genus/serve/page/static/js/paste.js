// A list of examples, pasted: an IRI or prefix:name a line.
import { closeDialog, showDialog } from "./dialog.js";
import { button, count, h } from "./dom.js";
import { expand, fetchLabels } from "./names.js";
import { failed, say } from "./say.js";
import { mark } from "./work.js";

export function showPaste() {
  const text = h("textarea", { id: "paste-text", class: "mono", rows: 10, spellcheck: "false", autofocus: true, placeholder: "http://example.org/zoo#Dumbo\nzoo:Badhu\n# a comment" });
  const problem = h("div", {});
  const add = (side) => () => take(text.value, side, problem);
  showDialog("Paste a list", [
    h("label", { for: "paste-text" }, "One IRI or prefix:name a line. Lines that begin with # are left out."),
    text,
    problem,
    h("div", { class: "row" }, button("These belong", add("pos"), { icon: "plus", class: "side-pos" }), button("These do not", add("neg"), { icon: "minus", class: "side-neg" })),
  ]);
}

async function take(text, side, place) {
  const lines = text.split("\n").map((line, i) => ({ n: i + 1, term: line.trim().replace(/\s+#.*$/, "") }));
  const terms = lines.filter(({ term }) => term && !term.startsWith("#")).map((l) => ({ ...l, iri: expand(l.term) }));
  const bad = terms.filter(({ iri }) => !iri);
  if (bad.length > 0) {
    const named = bad.slice(0, 5).map(({ n, term }) => `line ${n}: ${term}`).join("; ");
    place.replaceChildren(failed(Object.assign(new Error(`${named}${bad.length > 5 ? `; and ${bad.length - 5} more` : ""}. Write whole IRIs, or a prefix that this data has.`), { title: `${count(bad.length, "line")} not understood` })));
    return;
  }
  if (terms.length === 0) {
    place.replaceChildren(failed(Object.assign(new Error("Write at least one IRI."), { title: "The list is empty" })));
    return;
  }
  const iris = [...new Set(terms.map(({ iri }) => iri))];
  let labels = new Map();
  try {
    labels = await fetchLabels(iris);
  } catch (error) {
    say(`Added without labels: ${error.message}`);
  }
  mark(iris.map((iri) => ({ iri, label: labels.get(iri) ?? "" })), side);
  closeDialog();
  say(`${count(iris.length, "example")} added.`);
}
