// Copying text to the clipboard, and downloading it as a file.
import { h } from "./dom.js";
import { say } from "./say.js";

export async function copyText(text, done) {
  try {
    await navigator.clipboard.writeText(text);
    say(done);
  } catch {
    // Without TLS or permission only execCommand is left.
    const field = h("textarea", { class: "visually-hidden", "aria-hidden": "true" });
    field.value = text;
    (document.querySelector("dialog[open]") ?? document.body).append(field);
    field.select();
    const copied = document.execCommand("copy");
    field.remove();
    say(copied ? done : "The browser did not let the page copy. Select the text instead.");
  }
}

export function download(name, type, text) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}
