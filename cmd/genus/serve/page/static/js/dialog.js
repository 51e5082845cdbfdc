// The one dialog of the page: a title, its contents, Escape and a button to close it.
import { enter } from "./back.js";
import { button, fill, h } from "./dom.js";

// What had the focus when the dialog opened.
let opener = null;

/** showDialog opens the dialog and returns a function that draws its body again. */
export function showDialog(title, body, { wide = false, onclose } = {}) {
  const dialog = document.getElementById("dialog");
  if (!dialog.open) opener = document.activeElement?.closest("[data-key]");
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
  dialog.onclose = () => {
    giveBack();
    onclose?.();
  };
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

/**
 * giveBack focuses the element that opened the dialog if it was drawn anew meanwhile. The browser gives the
 * focus back by itself, but only to an element that is still there.
 */
function giveBack() {
  // The focus may still be inside the dialog that is closed.
  const isElsewhere = document.activeElement !== document.body && !document.activeElement.closest("dialog");
  if (!opener || opener.isConnected || isElsewhere) return;
  document.querySelector(`[data-key="${CSS.escape(opener.dataset.key)}"]`)?.focus({ preventScroll: true });
}

export function closeDialog() {
  document.getElementById("dialog").close();
}
