// SPARQL endpoints among the choices of data: public ones with an example each, and
// a form for any other.
import { button, fill, h } from "./dom.js";
import { endpoints } from "./readymade.js";
import { useCredentials } from "./sources.js";

/** publicCards returns cards of the presets' endpoints that this server may open, by opening(event, name, description, options). */
export function publicCards(info, card, opening) {
  return endpoints.flatMap(({ preset, title, text, about, pos }) => {
    const url = info.presets?.find((p) => p.name === preset)?.endpoint;
    if (!url || !isAllowed(info, url)) return [];
    const open = (options) => (event) => opening(event, title, { kind: "endpoint", url, preset }, options);
    return [
      card(
        title,
        `${text} For example: what do ${about} have in common?`,
        h("p", { class: "hint" }, "Not tried on the live service yet."),
        h("div", { class: "row" }, button("Try the example", open({ pos }), { "aria-label": `Try the example on ${title}` }), button("Connect", open({}), { class: "quiet", "aria-label": `Connect to ${title}` })),
      ),
    ];
  });
}

const isAllowed = ({ allow }, url) => allow?.endpoints !== false || (allow?.named ?? []).includes(url);

/** endpointForm returns a form for an address that the user types. */
export function endpointForm(info, opening) {
  const presets = info.presets ?? [];
  const allowed = info.allow?.endpoints !== false;
  const named = info.allow?.named ?? [];
  if (!allowed && named.length === 0) return h("p", { class: "hint" }, "This server opens no other endpoints.");
  const url = allowed
    ? h("input", { type: "text", inputmode: "url", id: "endpoint-url", placeholder: "https://example.org/sparql", required: true, autocomplete: "url" })
    : h("select", { id: "endpoint-url", required: true }, named.map((u) => h("option", { value: u }, u)));
  const graph = h("input", { type: "text", id: "endpoint-graph", placeholder: "every graph" });
  const note = h("p", { class: "hint", id: "preset-note" });
  let suggested = ""; // the address that a preset has set; what the user enters stays
  const preset = h(
    "select",
    {
      id: "endpoint-preset",
      "aria-describedby": "preset-note",
      onchange: () => {
        const chosen = presets.find((p) => p.name === preset.value);
        fill(note, chosen?.description);
        if (url.value !== suggested) return;
        suggested = chosen?.endpoint && isAllowed(info, chosen.endpoint) ? chosen.endpoint : "";
        url.value = suggested;
      },
    },
    h("option", { value: "" }, "what it looks like"),
    presets.map((p) => h("option", { value: p.name }, p.name)),
    h("option", { value: "none" }, "none"),
  );
  const secret = secretFields();
  const submit = (event) => {
    event.preventDefault();
    const address = url.value.trim();
    useCredentials(address, secret.value());
    const description = { kind: "endpoint", url: address };
    if (preset.value) description.preset = preset.value;
    if (graph.value.trim()) description.graph = graph.value.trim().split(/\s+/);
    return opening(event, address, description, {});
  };
  return h(
    "form",
    { class: "fields", onsubmit: submit },
    h("label", { for: "endpoint-url" }, "Address"),
    url,
    h("label", { for: "endpoint-preset" }, "Settings for"),
    h("div", {}, preset, note),
    h("label", { for: "endpoint-graph" }, "Graph"),
    graph,
    secret.root,
    h("button", { class: "button" }, "Connect"),
  );
}

/** secretFields returns fields for user and password or a token, and what is in them: null if nothing is. */
function secretFields() {
  const field = (id, type) => h("input", { id: `endpoint-${id}`, type, autocomplete: "off", spellcheck: "false" });
  const [user, password, token] = [field("user", "text"), field("password", "password"), field("token", "password")];
  const digest = h("input", { type: "checkbox", id: "endpoint-digest" });
  const value = () => {
    if (token.value) return { token: token.value };
    return user.value || password.value ? { user: user.value, password: password.value, digest: digest.checked } : null;
  };
  const root = h(
    "details",
    { class: "secret" },
    h("summary", {}, "User and password, or a token"),
    h("p", { class: "hint" }, "Only this endpoint gets them. No work, link or log has them, and you enter them again after a reload."),
    h("div", { class: "fields" }, h("label", { for: "endpoint-user" }, "User"), user, h("label", { for: "endpoint-password" }, "Password"), password, h("span", {}), h("label", { class: "check" }, digest, "digest authentication (Virtuoso)"), h("label", { for: "endpoint-token" }, "Or token"), token),
  );
  return { root, value };
}
