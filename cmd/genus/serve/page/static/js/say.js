// What the page tells the user in passing, on the screen and to screen readers.
import { fill, h } from "./dom.js";

let timer;

/** announce is for screen readers only. */
export function announce(text) {
  const live = document.getElementById("live");
  live.textContent = "";
  // An empty region first, so that the same text is read out again.
  setTimeout(() => (live.textContent = text), 30);
}

/** say shows a line for some seconds, with a button if there is something to do about it. */
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
  // As long as the pointer is on it, it stays.
  toast.onpointerenter = () => clearTimeout(timer);
  toast.onpointerleave = () => (timer = setTimeout(() => (toast.hidden = true), 2000));
}

/** failed is an error where it arose, with what can be done. */
export function failed(error, retry) {
  return h(
    "div",
    { class: "error", role: "alert" },
    h("strong", {}, error.title ?? "This did not work"),
    h("p", {}, error.message),
    retry && h("button", { type: "button", class: "button", onclick: retry }, "Try again"),
  );
}

/** waiting is what is shown until something has come. */
export function waiting(text) {
  return h("p", { class: "waiting", role: "status" }, h("span", { class: "spinner", "aria-hidden": "true" }), text);
}
