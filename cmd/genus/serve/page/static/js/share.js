// The question in the fragment of a URL: JSON, deflated, in base64 for URLs. A
// fragment is not sent to any server.
import { checked } from "./work.js";

const key = "q";

async function through(bytes, transform) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(transform)).arrayBuffer());
}

/** link is the address of this page with the question. */
export async function link(question) {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(question)), new CompressionStream("deflate-raw"));
  const base64 = btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join(""));
  const url = new URL(location.href);
  url.hash = `${key}=${base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
  return url.href;
}

/** linked is the question of a fragment, or null if it has none; it fails if it is damaged. */
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
