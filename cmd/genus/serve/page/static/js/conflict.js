// Examples that stand apart from the others: keep each, or take it back.
import { correct } from "./chosen.js";
import { button, h } from "./dom.js";
import { learn } from "./learn.js";
import { nameOf } from "./names.js";
import { current, sideOf } from "./work.js";

/** conflictPart names the examples that contradict the others, each with its remedies. */
export function conflictPart(r) {
  const c = r.conflict;
  // The ranking names the same examples where it leaves them out.
  if (!c?.examples.length) return null;
  return h(
    "div",
    { class: "notice conflict" },
    h("ul", {}, c.examples.map((e) => h("li", {}, h("span", {}, `${nameOf(e)} ${e.text}`), h("span", { class: "row" }, remedies(e))))),
    h("p", { class: "hint" }, `Without ${c.examples.length === 1 ? "it" : "them"}: ${c.english}.`),
  );
}

/** apart names the examples that do not fit the definition, each with its remedies. */
export function apart({ looksWrong, score }) {
  if (!looksWrong?.length) return null;
  const { pos, neg } = current();
  const wrong = [...pos.map((e) => ({ ...e, positive: true })), ...neg].filter((e) => looksWrong.includes(e.iri));
  const fit = score && `${score.tp + score.tn} of ${score.tp + score.tn + score.fp + score.fn} examples fit. `;
  return h(
    "div",
    { class: "notice conflict" },
    h("p", {}, `${fit || ""}${wrong.length === 1 ? "This one stands" : "These stand"} apart; “Examples” below says why:`),
    h("ul", {}, wrong.map((e) => h("li", {}, h("span", {}, nameOf(e)), h("span", { class: "row" }, remedies(e))))),
    h("p", { class: "hint" }, "To keep an example, leave it."),
  );
}

function remedies(e) {
  const side = e.positive ? "pos" : "neg";
  if (sideOf(e.iri) !== side) return null;
  const put = (to) => () => {
    correct(e, to);
    learn();
  };
  return [button(e.positive ? "It does not belong" : "It does belong", put(e.positive ? "neg" : "pos")), button("Remove it", put(null), { class: "quiet" })];
}
