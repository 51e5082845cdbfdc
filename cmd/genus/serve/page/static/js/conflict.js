// An example that contradicts nearly all the others: keep it, or take it back.
import { correct } from "./chosen.js";
import { button, h } from "./dom.js";
import { learn } from "./learn.js";
import { nameOf } from "./names.js";
import { sideOf } from "./work.js";

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

function remedies(e) {
  const side = e.positive ? "pos" : "neg";
  if (sideOf(e.iri) !== side) return null;
  const put = (to) => () => {
    correct(e, to);
    learn();
  };
  return [button(e.positive ? "It does not belong" : "It does belong", put(e.positive ? "neg" : "pos")), button("Remove it", put(null), { class: "quiet" })];
}
