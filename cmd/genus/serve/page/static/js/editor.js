// The editor of a query: a text field over the same text in colours, with the numbers of its lines. An error is
// marked at its place.
import { fill, h } from "./dom.js";
import { coloured, offsetOf, placeIn } from "./sparql.js";

const mostRows = 30;

/** queryEditor returns {element, field, mark(error)}: the editor of the text. changed(text) is called after each change, run() on Ctrl+Enter. */
export function queryEditor(text, changed, run) {
  const colours = h("pre", { class: "editor-colours", "aria-hidden": "true" });
  const numbers = h("pre", { class: "editor-numbers", "aria-hidden": "true" });
  const keys = (event) => {
    if (!(event.key === "Enter" && (event.ctrlKey || event.metaKey))) return;
    event.preventDefault();
    event.stopPropagation(); // elsewhere it learns
    run();
  };
  let wrong = null; // the place of the error
  const draw = () => {
    const lines = field.value.split("\n");
    const column = wrong?.column > 0 ? wrong.column - 1 : 0;
    fill(colours, lines.map((line, i) => h("span", { class: i + 1 === wrong?.line ? "wrong-line" : "" }, i + 1 === wrong?.line ? [coloured(line.slice(0, column)), h("mark", {}, line.slice(column) || " ")] : coloured(line), "\n")));
    fill(numbers, lines.map((_, i) => h("span", { class: i + 1 === wrong?.line ? "wrong-line" : "" }, `${i + 1}\n`)));
    field.rows = Math.min(mostRows, lines.length + 1);
    follow();
  };
  const follow = () => {
    colours.scrollTop = numbers.scrollTop = field.scrollTop;
    colours.scrollLeft = field.scrollLeft;
  };
  const input = () => {
    wrong = null;
    field.removeAttribute("aria-invalid");
    changed(field.value);
    draw();
  };
  const field = h("textarea", { class: "mono", "aria-label": "SPARQL query", spellcheck: "false", wrap: "off", value: text, oninput: input, onscroll: follow, onkeydown: keys });
  draw();
  return {
    element: h("div", { class: "editor" }, numbers, h("div", { class: "editor-text" }, colours, field)),
    field,
    /** mark marks the place that an error names, and puts the cursor there. */
    mark(error) {
      wrong = placeIn(error.message);
      if (!wrong || wrong.line > field.value.split("\n").length) wrong = null;
      if (wrong) {
        const at = offsetOf(field.value, wrong);
        field.setAttribute("aria-invalid", "true");
        field.focus();
        field.setSelectionRange(at, at);
      }
      draw();
    },
  };
}
