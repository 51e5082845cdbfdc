// Rows that stay where they are as long as the pointer is on them, so that a second click
// meets the same row.
import { unpressed } from "./dom.js";

/**
 * hold watches the rows within a part. Before the part is drawn, putOff must be called; if
 * it returns true, drawing must wait until later is called, when the pointer has left.
 */
export function hold(part, rows, later) {
  let inside = false;
  let put = false;
  const leave = () => {
    inside = false;
    part.classList.remove("held");
    if (put) unpressed(later); // a finger that leaves presses something else
    put = false;
  };
  const on = (target) => target instanceof Element && part.contains(target) && target.closest(rows);
  part.addEventListener("pointerover", (event) => (inside ||= event.pointerType === "mouse" && Boolean(on(event.target))));
  part.addEventListener("pointerout", (event) => inside && event.pointerType === "mouse" && !on(event.relatedTarget) && leave());
  // A finger leaves when it touches something else.
  addEventListener("pointerdown", (event) => {
    if (on(event.target)) {
      inside = true;
      part.classList.add("held"); // nothing above may push it down now
    } else if (inside) leave();
  });
  return {
    /** isHeld reports whether the pointer is on rows of the part. */
    isHeld: () => inside && part.querySelector(rows) !== null,
    /** putOff reports whether the part must stay as it is for now. */
    putOff() {
      put = inside && part.querySelector(rows) !== null;
      return put;
    },
  };
}

/** keepInPlace runs draw, and scrolls so that the part is where it was on the screen. */
export function keepInPlace(part, draw) {
  const before = part.getBoundingClientRect().top;
  draw();
  const moved = part.getBoundingClientRect().top - before;
  if (moved !== 0) scrollBy({ top: moved, behavior: "instant" });
}
