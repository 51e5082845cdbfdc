// The button that learns and stops: below the examples and, on a phone, at the foot of
// the screen.
import { button, fill, h } from "./dom.js";
import { isCurrent, learn, onLearning, result, running, stop } from "./learn.js";
import { isBarred, open } from "./sources.js";
import { askedFor, current, onChange } from "./work.js";

const listeners = new Set();
export const onLearnButton = (f) => listeners.add(f);

/** missing returns what the user must do before learning; "" if nothing. */
export function missing({ pos, neg, options } = current()) {
  if (pos.length === 0) return "Mark at least one that belongs.";
  if (neg.length === 0 && options.prefer === "smallest") return "Mark at least one that does not belong.";
  return "";
}

export function learnButton() {
  const job = running();
  if (job && isCurrent()) return [button(job.state === "stopping" ? "Stopping …" : "Stop", stop, { icon: "stop", class: "large stop", "data-key": "learn", disabled: job.state === "stopping" })];
  const lack = missing();
  const { pos, neg } = current();
  const again = result() ? "Learn again" : "Learn";
  return [
    button(again, start, { class: "primary large", "data-key": "learn", disabled: Boolean(lack), "aria-keyshortcuts": "Control+Enter" }),
    lack && (pos.length > 0 || neg.length > 0) && h("p", { class: "hint" }, lack),
  ];
}

const narrow = matchMedia("(max-width: 60rem)");
let follows = false; // the page scrolls to the result when it comes, unless the user has scrolled since

const showResult = () => document.getElementById("result").scrollIntoView({ behavior: "smooth" });

for (const type of ["wheel", "touchmove"]) addEventListener(type, () => (follows = false), { passive: true });

/** start learns. On a phone it scrolls to the place of the result, and again when that has come. */
export function start() {
  if (missing() || isCurrent()) return;
  if (isBarred()) open({ asked: true }).catch(() => {}); // learn says why it fails
  learn();
  follows = narrow.matches;
  if (follows) showResult();
}

const liveKey = "genus.live";
let live = localStorage.getItem(liveKey) === "yes";
let timer;

/** liveChoice returns the switch for learning after every change. */
export function liveChoice() {
  const set = (event) => {
    live = event.target.checked;
    localStorage.setItem(liveKey, live ? "yes" : "no");
    learnIfLive();
  };
  return h("label", { class: "check hint" }, h("input", { type: "checkbox", checked: live, onchange: set, "data-key": "live" }), "Learn after every change");
}

/** learnIfLive learns when no change has followed for a moment, unless there is a result or a job for the question. */
function learnIfLive() {
  clearTimeout(timer);
  if (!live) return;
  timer = setTimeout(() => {
    if (!missing() && !result() && running()?.asked !== askedFor()) learn();
  }, 150);
}

export function startBar() {
  onChange(learnIfLive);
  onLearning(() => {
    if (!follows || !result()) return;
    follows = false;
    setTimeout(showResult, 100); // when it is drawn
  });
  const bar = document.getElementById("bar");
  const draw = () => {
    const { pos, neg, source } = current();
    const jump = (id) => () => document.getElementById(id).scrollIntoView({ behavior: "smooth" });
    fill(
      bar,
      source && [
        h("button", { type: "button", class: "link counts", onclick: jump("examples") }, h("span", { class: "sign pos" }, "+"), String(pos.length), h("span", { class: "sign neg" }, "−"), String(neg.length), h("span", { class: "visually-hidden" }, "examples")),
        button("Result", jump("result"), { class: "quiet" }),
        h("div", { class: "bar-learn" }, learnButton()[0]),
      ],
    );
    listeners.forEach((f) => f());
  };
  onChange(draw);
  onLearning(draw);
  draw();
}
