// The question in the fragment of a URL, as deflated JSON in base64. Browsers do not send
// a fragment to servers.
import { checked } from "./work.js";

const key = "q";

async function through(bytes, transform) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(transform)).arrayBuffer());
}

/** link returns the address of this page with the question. */
export async function link(question) {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(question)), new CompressionStream("deflate-raw"));
  const base64 = btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join(""));
  const url = new URL(location.href);
  url.hash = `${key}=${base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
  return url.href;
}

/** linked returns the question in a fragment, or null if there is none. It throws an error if it is damaged. */
export async function linked(fragment) {
  const text = new URLSearchParams(fragment).get(key);
  if (!text) return null;
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (c) => c.charCodeAt(0));
    return checked(JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")))));
  } catch {
    throw new Error("The link is damaged: it may have been cut off where it was copied. Ask for it again.");
  }
}
