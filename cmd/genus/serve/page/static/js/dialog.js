// The one dialog of the page: a title, its contents, Escape and a button to close it.
import { enter } from "./back.js";
import { button, fill, h } from "./dom.js";

/** showDialog opens the dialog and returns a function that draws its body again. */
export function showDialog(title, body, { wide = false, onclose } = {}) {
  const dialog = document.getElementById("dialog");
  const content = h("div", { class: "dialog-body" });
  dialog.className = wide ? "dialog wide" : "dialog";
  fill(
    dialog,
    h(
      "div",
      { class: "dialog-head" },
      h("h2", { id: "dialog-title", tabindex: "-1" }, title),
      button("Close", () => dialog.close(), { icon: "close", iconOnly: true, class: "quiet" }),
    ),
    content,
  );
  dialog.onclose = onclose ?? null;
  // A click outside closes it. The handler returns nothing, because false would cancel the submission of forms.
  dialog.onclick = (event) => {
    if (event.target === dialog) dialog.close();
  };
  if (!dialog.open) {
    dialog.showModal();
    enter();
  }
  const draw = (...nodes) => fill(content, ...nodes);
  draw(body);
  (content.querySelector("[autofocus]") ?? dialog.querySelector("h2")).focus();
  return draw;
}

export function closeDialog() {
  document.getElementById("dialog").close();
}
