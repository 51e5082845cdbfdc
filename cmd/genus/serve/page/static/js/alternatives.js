// The concepts of the setting "Alternatives", best first.
import { copyText } from "./clipboard.js";
import { button, fill, h } from "./dom.js";

export function alternatives(panel, r) {
  fill(
    panel,
    h(
      "ol",
      { class: "alternatives" },
      r.solutions.map(({ concept, score, labelled }) => {
        const right = score.tp + score.tn;
        return h(
          "li",
          {},
          h("code", {}, labelled?.dl ?? concept.dl),
          h("span", { class: "hint" }, `size ${concept.size}, ${right} of ${right + score.fp + score.fn} right`),
          button("Copy the concept", () => copyText(concept.dl, "Concept copied."), { icon: "copy", iconOnly: true, class: "quiet" }),
        );
      }),
    ),
  );
}
