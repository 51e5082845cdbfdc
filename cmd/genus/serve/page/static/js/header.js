// The head of the page: the data, undo, sharing and saved work.
import { button, count, fill, h, icon } from "./dom.js";
import { chooseTheme } from "./theme.js";
import { describeSource, isBarred, live, onSource, openError, silent } from "./sources.js";
import { canRedo, canUndo, current, onChange, redo, undo, workName } from "./work.js";
import { showKept, showShare } from "./keep.js";
import { showStart } from "./start.js";
import { saved, onSaved } from "./workspaces.js";

export function startHeader() {
  const root = document.getElementById("header");
  const draw = () => fill(root, ...parts());
  onChange(draw);
  onSource(draw);
  onSaved(draw);
  draw();
}

function parts() {
  const { source } = current();
  return [
    h("h1", { class: "brand" }, h("img", { src: "static/icon.svg", alt: "", width: 28, height: 28 }), h("span", {}, "genus")),
    source &&
      h(
        "button",
        { type: "button", class: "source-chip", onclick: showStart, "data-key": "source", title: "Choose other data" },
        h("span", { class: `dot ${openError() || silent() ? "bad" : live() ? "good" : isBarred() ? "" : "busy"}`, "aria-hidden": "true" }),
        h("span", { class: "source-name" }, live()?.name ?? describeSource(source)),
        live() && h("span", { class: "source-facts" }, facts(live())),
        h("span", { class: "visually-hidden" }, openError() ? "could not be opened" : silent() ? "does not answer" : live() ? "is open" : isBarred() ? "is not open" : "is being opened", ". Choose other data"),
      ),
    h(
      "div",
      { class: "header-actions" },
      source && [
        button("Undo", undo, { icon: "undo", iconOnly: true, disabled: !canUndo(), "data-key": "undo", "aria-keyshortcuts": "Control+Z" }),
        button("Redo", redo, { icon: "redo", iconOnly: true, disabled: !canRedo(), "data-key": "redo", "aria-keyshortcuts": "Control+Shift+Z" }),
        button("Share a link", showShare, { icon: "share", iconOnly: true, "data-key": "share" }),
      ],
      h(
        "button",
        { type: "button", class: "button keep", onclick: showKept, "data-key": "keep", title: "Saved work and files" },
        icon("folder"),
        h("span", { class: "keep-name" }, source ? [h("span", { class: "visually-hidden" }, "Saved work: "), workName() || "Untitled"] : "Saved work"),
        source && h("span", { class: `saved ${saved().state}` }, saved().text),
      ),
      button("Light or dark", chooseTheme, { icon: "theme", iconOnly: true, "data-key": "theme" }),
    ),
  ];
}

function facts(s) {
  const n = (x, one, many) => count(x, one, many).replace(String(x), x.toLocaleString("en"));
  if (silent()) return "does not answer";
  const preset = s.preset && s.preset !== "none" && `as ${s.preset}`;
  if (s.tried) {
    const { server, labels, classes, more_than: more, statements } = s.tried;
    return [server.split(/[/ ]/)[0], classes !== null && `${more ? "over " : ""}${n(classes, "class", "classes")}`, statements !== null && n(statements, "fact"), !labels && "no labels", preset].filter(Boolean).join(", ");
  }
  return [s.individuals > 0 && n(s.individuals, "individual"), s.facts > 0 && n(s.facts, "fact"), preset].filter(Boolean).join(", ");
}
