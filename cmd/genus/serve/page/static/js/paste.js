// Pasting a list of examples: one IRI or prefix:name per line.
import { closeDialog, showDialog } from "./dialog.js";
import { button, count, h } from "./dom.js";
import { expand, fetchLabels } from "./names.js";
import { failed, say } from "./say.js";
import { mark } from "./work.js";

export function showPaste() {
  const text = h("textarea", { id: "paste-text", class: "mono", rows: 10, spellcheck: "false", autofocus: true, placeholder: "http://example.org/zoo#Dumbo\nzoo:Badhu\n# a comment" });
  const problem = h("div", {});
  const put = (side) => () => take(text, side, problem);
  showDialog("Paste a list", [
    h("label", { for: "paste-text" }, "One IRI or prefix:name per line. Lines that begin with # are ignored."),
    text,
    problem,
    h("div", { class: "row" }, button("These belong", put("pos"), { icon: "plus", class: "side-pos" }), button("These do not", put("neg"), { icon: "minus", class: "side-neg" })),
  ]);
}

async function take(field, side, place) {
  const lines = field.value.split("\n").map((line, i) => ({ n: i + 1, term: line.trim().replace(/\s+#.*$/, "") }));
  const terms = lines.filter(({ term }) => term && !term.startsWith("#")).map((l) => ({ ...l, iri: expand(l.term) }));
  const bad = terms.filter(({ iri }) => !iri);
  if (terms.length === 0) {
    place.replaceChildren(failed(Object.assign(new Error("Write at least one IRI."), { title: "The list is empty" })));
    return;
  }
  const iris = [...new Set(terms.map(({ iri }) => iri).filter(Boolean))];
  if (iris.length > 0) await add(iris, side);
  if (bad.length === 0) return closeDialog();
  // The lines with errors stay, to be corrected.
  field.value = bad.map(({ term }) => term).join("\n");
  const named = bad.slice(0, 5).map(({ n, term }) => `line ${n}: ${term}`).join("; ");
  const text = `${named}${bad.length > 5 ? `; and ${bad.length - 5} more` : ""}. Write whole IRIs, or a prefix that this data has.${iris.length > 0 ? ` The other ${count(iris.length, "example")} ${iris.length === 1 ? "is" : "are"} added.` : ""}`;
  place.replaceChildren(failed(Object.assign(new Error(text), { title: `${count(bad.length, "line")} not understood` })));
}

async function add(iris, side) {
  let labels = new Map();
  try {
    labels = await fetchLabels(iris);
  } catch (error) {
    say(`Added without labels: ${error.message}`);
  }
  mark(iris.map((iri) => ({ iri, label: labels.get(iri) ?? "" })), side);
  say(`${count(iris.length, "example")} added.`);
}
