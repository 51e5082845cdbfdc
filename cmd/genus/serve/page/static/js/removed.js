// Roles, features and values that were not used, and why.
import { fill, h } from "./dom.js";
import { fetchLabels, nameOf } from "./names.js";

export function removed(panel, r) {
  if (r.removed.length === 0) return fill(panel, h("p", { class: "empty" }, "Nothing was left out: genus used every role and feature of the surroundings."));
  const draw = () =>
    fill(
      panel,
      h("p", { class: "hint" }, "genus does not use what is incomplete here, so that the concept means the same at the source."),
      h(
        "table",
        { class: "table" },
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "What"), h("th", { scope: "col" }, "Why"))),
        h("tbody", {}, r.removed.map((x) => h("tr", {}, h("th", { scope: "row", title: x.role }, what(x)), h("td", {}, x.reason)))),
      ),
    );
  draw();
  fetchLabels(r.removed.map((x) => x.role).filter(Boolean)).then(draw, () => {
    // The short IRIs stay.
  });
}

function what(x) {
  if (!x.role) return x.values === "string" ? "some strings" : "some individuals by name";
  return `${nameOf({ iri: x.role, label: x.label })}${x.inverse ? ", read backwards" : ""}${x.feature ? " (feature)" : ""}`;
}
