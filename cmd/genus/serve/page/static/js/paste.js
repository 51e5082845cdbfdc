// Pasting a list of examples: a name or an IRI per line. What is certain is added at once;
// the user chooses among the candidates for the rest, and nothing unknown is added.
import { call } from "./api.js";
import { closeDialog, showDialog } from "./dialog.js";
import { button, count, fill, h } from "./dom.js";
import { know, nameOf, short } from "./names.js";
import { failed, say, waiting } from "./say.js";
import { withSource } from "./sources.js";
import { mark } from "./work.js";

const perRequest = 500; // names that the server takes at a time
const mostNamed = 12; // unknown names that are listed

export function showPaste() {
  const field = h("textarea", { id: "paste-text", rows: 10, spellcheck: "false", autofocus: true, placeholder: "Badhu\nLakeview Zoo\nzoo:Dumbo\nhttp://example.org/zoo#Chobu" });
  const place = h("div", { class: "paste-rest" });
  const put = (side) => () => take(field, side, place);
  showDialog("Paste a list", [
    h("label", { for: "paste-text" }, "One name or IRI per line. Lines that begin with # are ignored."),
    field,
    h("div", { class: "row" }, button("These belong", put("pos"), { icon: "plus", class: "side-pos" }), button("These do not", put("neg"), { icon: "minus", class: "side-neg" })),
    place,
  ]);
}

async function take(field, side, place) {
  const lines = field.value.split("\n").map((line) => line.trim().replace(/\s+#.*$/, ""));
  const names = [...new Set(lines.filter((line) => line && !line.startsWith("#")))];
  if (names.length === 0) {
    fill(place, failed(Object.assign(new Error("Write at least one name."), { title: "The list is empty" })));
    return;
  }
  fill(place, waiting(`Looking for ${count(names.length, "name")} …`));
  try {
    const found = await resolve(names);
    if (place.isConnected) sort(field, side, place, found);
  } catch (error) {
    fill(place, failed(error, () => take(field, side, place)));
  }
}

/** resolve returns what the names may mean: {names, note}. */
export async function resolve(names) {
  const found = { names: [], note: "" };
  for (let at = 0; at < names.length; at += perRequest) {
    const answer = await withSource((s) => call("POST", `sources/${s.id}/names`, { names: names.slice(at, at + perRequest) }));
    found.names.push(...answer.names);
    found.note ||= answer.note;
  }
  know(found.names.flatMap((n) => [...(n.accepted ? [n.accepted] : []), ...n.candidates, ...n.candidates.flatMap((c) => c.classes)]));
  return found;
}

/** sort adds what is certain. For the rest it offers candidates, and leaves unknown names in the field. */
function sort(field, side, place, { names, note }) {
  const certain = names.filter((n) => n.accepted).map((n) => n.accepted);
  const open = names.filter((n) => !n.accepted && n.candidates.length > 0);
  const unknown = names.filter((n) => !n.accepted && n.candidates.length === 0).map((n) => n.text);
  if (certain.length > 0) mark(certain, side);
  if (open.length + unknown.length === 0) {
    closeDialog();
    say(`${count(certain.length, "example")} added.`);
    return;
  }
  field.value = unknown.join("\n");
  const chosen = new Map(open.map((n) => [n.text, n.candidates[0]]));
  const accept = () => {
    const more = [...chosen.values()].filter(Boolean);
    if (more.length > 0) mark(more, side);
    say(`${count(certain.length + more.length, "example")} added.`);
    if (unknown.length === 0) closeDialog();
    else fill(place, unknownPart(unknown, note));
  };
  fill(
    place,
    h("p", { role: "status" }, `${certain.length} of ${count(names.length, "name")} ${certain.length === 1 ? "is" : "are"} added.`),
    open.length > 0 && [
      h("h3", {}, `Which one? ${count(open.length, "name")} may mean several, or only a similar one.`),
      h("ul", { class: "candidates" }, open.map((n) => candidates(n, chosen))),
      h("div", { class: "row" }, button("Add these", accept, { icon: "check", class: "primary" })),
    ],
    unknown.length > 0 && unknownPart(unknown, note),
  );
  place.scrollIntoView({ block: "nearest" });
  place.querySelector("select, .error")?.focus?.();
}

/** candidates returns the choice among the candidates for a name; the best is chosen at first. */
function candidates({ text, candidates: list, more }, chosen) {
  const option = (c, i) => h("option", { value: i, selected: i === 0 }, described(c));
  const choose = (event) => chosen.set(text, list[event.target.value] ?? null);
  return h("li", {}, h("label", {}, h("span", {}, text), h("select", { onchange: choose }, list.map(option), h("option", { value: "" }, more ? "none of these" : "none"))));
}

function described(c) {
  const classes = c.classes.slice(0, 2).map(nameOf).join(", ");
  const facts = c.statements === null ? "" : count(c.statements, "fact");
  return [nameOf(c), classes, c.about, short(c.iri), facts].filter(Boolean).join(" · ");
}

function unknownPart(unknown, note) {
  const named = unknown.slice(0, mostNamed).join("; ");
  const text = `${named}${unknown.length > mostNamed ? `; and ${unknown.length - mostNamed} more` : ""}. ${unknown.length === 1 ? "It is" : "They are"} not added. Correct the spelling above, or write IRIs.${note ? ` Note: ${note}.` : ""}`;
  return failed(Object.assign(new Error(text), { title: `Nothing is called ${unknown.length === 1 ? "so" : "like these"}` }));
}
