// Pairs of a positive and a negative example that no concept of the language tells apart.
import { button, count, fill, h } from "./dom.js";
import { fetchLabels, nameOf } from "./names.js";
import { showNeighbourhood } from "./neighbourhood.js";
import { learn } from "./learn.js";
import { current, mark } from "./work.js";

export function pairs(panel, r) {
  const { pairs: list = [], reasons = [], correct, scope } = r.ceiling ?? {};
  if (!correct) return fill(panel, h("p", { class: "empty" }, "The search ended before genus knew which examples it can tell apart."));
  if (list.length === 0) return fill(panel, h("p", { class: "empty" }, "Every example that belongs can be told from every one that does not."));
  const known = new Map([...current().pos, ...current().neg].map((e) => [e.iri, e.label]));
  const draw = () =>
    fill(
      panel,
      h("p", {}, `Within ${scope ?? "this language and depth"} ${list.length === 1 ? "these two look" : "the two of each pair look"} exactly alike, so that at most ${correct} of ${count(r.examples.positive + r.examples.negative, "example")} can be right.`),
      h(
        "ul",
        { class: "pairs" },
        list.map(([a, b], i) =>
          h(
            "li",
            {},
            one(a, "pos"),
            h("span", { class: "hint" }, "looks like"),
            one(b, "neg"),
            reasons[i]?.length > 0 && h("span", { class: "hint apart" }, `What would tell them apart: ${reasons[i].join("; or ")}`),
          ),
        ),
      ),
    );
  const one = (iri, side) => {
    const e = { iri, label: known.get(iri) ?? "" };
    const drop = () => {
      mark([e], null);
      learn();
    };
    return h("span", { class: "pair-one" }, h("span", { class: `sign ${side}`, "aria-hidden": "true" }, side === "pos" ? "+" : "−"), h("button", { type: "button", class: "name", onclick: () => showNeighbourhood(e) }, nameOf(e)), button(`Remove ${nameOf(e)} and learn again`, drop, { icon: "close", iconOnly: true, class: "quiet" }));
  };
  draw();
  fetchLabels(list.flat()).then(draw, () => {
    // The short IRIs stay.
  });
}
