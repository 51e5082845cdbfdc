// The theme: light, dark, or that of the system.
import { say } from "./say.js";

const listeners = new Set();
/** onTheme calls f when colours change, for canvases. */
export const onTheme = (f) => listeners.add(f);

export function chooseTheme() {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  try {
    localStorage.setItem("genus.theme", root.dataset.theme);
  } catch {
    say("The theme is not kept: this browser stores nothing for this page.");
  }
  listeners.forEach((f) => f());
}

/** colour returns the value of a custom property, such as "--accent", in the current theme. */
export function colour(property) {
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.color = `var(${property})`;
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => listeners.forEach((f) => f()));
