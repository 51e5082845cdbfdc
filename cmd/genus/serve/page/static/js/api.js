// The HTTP API: requests, errors (RFC 9457) and streams of events.

const tokenKey = "genus.token";
let askForToken = async () => null;

/** A Problem is an error that the server describes; status is 0 if the server does not answer. */
class Problem extends Error {
  constructor(status, body) {
    super(body.detail || body.title || `The server answered with status ${status}.`);
    this.status = status;
    this.title = body.title;
    this.type = body.type ?? "";
    this.iris = body.iris;
  }
}

/** takeToken keeps the token in the fragment for this tab, and returns whether there is one. */
export function takeToken(fragment) {
  const token = new URLSearchParams(fragment).get("token");
  if (token) sessionStorage.setItem(tokenKey, token);
  return Boolean(token);
}

/** onTokenWanted sets the function that asks the user for the token; it returns null without one. */
export function onTokenWanted(ask) {
  askForToken = ask;
}

function headers(extra) {
  const token = sessionStorage.getItem(tokenKey);
  return { "X-Genus": "1", ...(token ? { Authorization: `Bearer ${token}` } : {}), ...extra };
}

async function send(method, path, init) {
  for (;;) {
    let response;
    try {
      response = await fetch(`api/${path}`, { method, ...init, headers: headers(init.headers) });
    } catch (error) {
      if (error.name === "AbortError") throw error;
      throw new Problem(0, { title: "No answer from genus", detail: "The server does not answer. Is genus serve still running?" });
    }
    if (response.ok) return response;
    const problem = await problemOf(response);
    if (response.status !== 401) throw problem;
    const token = await askForToken();
    if (!token) throw problem;
    sessionStorage.setItem(tokenKey, token);
  }
}

async function problemOf(response) {
  let body = {};
  if (/json/.test(response.headers.get("Content-Type") ?? "")) body = await response.json().catch(() => ({}));
  return new Problem(response.status, body);
}

/** call sends and receives JSON; it returns null for an empty answer. With keepalive the request outlives the page (at most 64 KiB). */
export async function call(method, path, body, { signal, keepalive = false } = {}) {
  const init = { signal, keepalive, body: JSON.stringify(body) };
  if (method !== "GET") init.headers = { "Content-Type": "application/json" };
  const response = await send(method, path, init);
  return response.status === 204 ? null : response.json();
}

/** fetchText sends JSON and receives a text, such as a table. */
export async function fetchText(path, body, { signal, bytes } = {}) {
  const response = await send("POST", path, { signal, body: JSON.stringify(body), headers: { "Content-Type": "application/json" } });
  return bytes ? response.blob() : response.text();
}

/** upload sends the bytes of a file. */
export async function upload(path, file) {
  const response = await send("POST", path, { body: file, headers: { "Content-Type": "application/octet-stream" } });
  return response.json();
}

/**
 * stream calls onEvent(name, data) for each event, until the server ends the
 * stream. After a broken connection it resumes after the last event.
 */
export async function stream(path, onEvent, signal) {
  let last = "";
  for (let failures = 0; ; ) {
    try {
      const response = await send("GET", path, { signal, headers: { Accept: "text/event-stream", ...(last ? { "Last-Event-ID": last } : {}) } });
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return;
        failures = 0;
        text += value.replaceAll("\r", "");
        for (let end; (end = text.indexOf("\n\n")) >= 0; text = text.slice(end + 2)) {
          const event = parse(text.slice(0, end));
          if (event.id) last = event.id;
          if (event.data) onEvent(event.name, JSON.parse(event.data));
        }
      }
    } catch (error) {
      if (error.name === "AbortError" || error.status > 0 || ++failures > 5) throw error;
      await new Promise((resolve) => setTimeout(resolve, 300 * failures));
    }
  }
}

function parse(frame) {
  const event = { name: "message", data: "", id: "" };
  for (const line of frame.split("\n")) {
    const at = line.indexOf(":");
    if (at <= 0) continue;
    const value = line.slice(at + 1).replace(/^ /, "");
    if (line.startsWith("event")) event.name = value;
    else if (line.startsWith("data")) event.data += value;
    else if (line.startsWith("id")) event.id = value;
  }
  return event;
}
