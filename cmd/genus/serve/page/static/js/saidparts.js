// The parts of a definition that the user has said, in a row: a part can be taken out, or another may take its place.
import { fill, h, icon } from "./dom.js";
import { membersText } from "./numbers.js";
import { fetchParts, partsOf } from "./parts.js";
import { showSaid } from "./said.js";
import { failed, waiting } from "./say.js";
import { current } from "./work.js";

const verbs = { widen: "Wider", tighten: "Tighter" };

/** saidParts returns the row of parts of the shown definition, which is filled when the parts are known. */
export function saidParts(c) {
  const list = h("div", {});
  const draw = async () => {
    try {
      if (!partsOf(c.dl)?.parts) {
        fill(list, waiting("Looking at its parts …"));
        await fetchParts(c.dl);
      }
      fill(list, h("ul", { class: "conds" }, partsOf(c.dl).parts.map(part)));
    } catch (error) {
      fill(list, failed(error, draw));
    }
  };
  draw();
  return h("section", { class: "part parts", "aria-labelledby": "parts-title" }, h("h3", { id: "parts-title" }, "Its parts"), list);
}

/** take makes what an edit gives the definition. It is about a query that the user has written if that was. */
const take = (edit) => () => showSaid(edit, current().written);

function part({ concept, english, edits }) {
  const body = h("div", { class: "cond-body", hidden: true });
  const others = edits.filter(({ kind }) => verbs[kind]);
  const toggle = (event) => {
    body.hidden = !body.hidden;
    event.currentTarget.setAttribute("aria-expanded", String(!body.hidden));
    if (body.firstChild) return;
    fill(body, others.length === 0 ? h("p", { class: "hint" }, "Nothing can take its place.") : h("ul", {}, others.map(offer)));
  };
  const remove = edits.find(({ kind }) => kind === "remove");
  return h(
    "li",
    { class: "cond" },
    h("button", { type: "button", class: "condition", title: concept, "aria-label": `Change: ${english}`, "aria-expanded": "false", onclick: toggle, "data-key": `change ${concept}` }, h("span", {}, english), h("span", { class: "caret", "aria-hidden": "true" }, "▾")),
    remove && h("button", { type: "button", class: "condition", "aria-label": `Take out: ${english}`, title: `Take out: then ${membersText(remove.members)}`, onclick: take(remove), "data-key": `remove ${concept}` }, icon("close")),
    body,
  );
}

const offer = (edit) => h("li", {}, h("button", { type: "button", class: "offer", onclick: take(edit) }, h("span", {}, h("strong", {}, `${verbs[edit.kind]}: `), edit.english), h("span", { class: "hint" }, membersText(edit.members))));
