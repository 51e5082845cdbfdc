// Messages to the user, on the screen and to screen readers.
import { fill, h } from "./dom.js";

let timer;

/** announce tells screen readers a text. */
export function announce(text) {
  const live = document.getElementById("live");
  live.textContent = "";
  // The region is emptied first, so that the same text is read out again.
  setTimeout(() => (live.textContent = text), 30);
}

/** say shows a line for some seconds, with a button for action {name, run} if there is one. */
export function say(text, action) {
  const toast = document.getElementById("toast");
  fill(
    toast,
    h("span", {}, text),
    action && h("button", { type: "button", class: "link", onclick: () => ((toast.hidden = true), action.run()) }, action.name),
  );
  toast.hidden = false;
  announce(text);
  clearTimeout(timer);
  timer = setTimeout(() => (toast.hidden = true), 6000);
  // It stays as long as the pointer is on it.
  toast.onpointerenter = () => clearTimeout(timer);
  toast.onpointerleave = () => (timer = setTimeout(() => (toast.hidden = true), 2000));
}

/** failed returns an error message, with a button to try again if retry is given. */
export function failed(error, retry) {
  return h(
    "div",
    { class: "error", role: "alert" },
    h("strong", {}, error.title ?? "This did not work"),
    h("p", {}, error.message),
    retry && h("button", { type: "button", class: "button", onclick: retry }, "Try again"),
  );
}

/** waiting returns a line to show until an answer has come. */
export function waiting(text) {
  return h("p", { class: "waiting", role: "status" }, h("span", { class: "spinner", "aria-hidden": "true" }), text);
}
