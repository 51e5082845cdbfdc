// Tabs with the same work warn of each other, because the last change of any is kept.
import { failed } from "./say.js";
import { button, fill, h } from "./dom.js";
import { begin, checked, current, onChange, workName } from "./work.js";
import { load, onSaved, saved } from "./workspaces.js";

const me = crypto.randomUUID?.() ?? String(Math.random()); // not on plain HTTP from elsewhere
let channel = null;
let changed = false; // another tab has saved the work

/** startTwins looks for other tabs, now and whenever the work changes its name. */
export function startTwins() {
  if (!("BroadcastChannel" in window)) return;
  channel = new BroadcastChannel("genus");
  channel.onmessage = ({ data }) => data.from !== me && data.name === workName() && current().source && heard(data);
  let name = "";
  const look = () => {
    if (workName() === name) return;
    name = workName();
    changed = false;
    fill(place());
    tell("here");
  };
  onChange(look);
  look();
  onSaved(() => saved().state === "ok" && tell("saved"));
}

const tell = (what) => workName() && current().source && channel.postMessage({ from: me, what, name: workName() });

function heard({ what }) {
  changed ||= what === "saved";
  if (what === "here") tell("too");
  draw();
}

/** place returns the part of the banner for the warning. */
function place() {
  const banner = document.getElementById("banner");
  return banner.querySelector(".twins") ?? banner.appendChild(h("div", { class: "twins" }));
}

function draw() {
  const takeOver = async () => {
    try {
      const { state } = await load(workName());
      begin(checked(state), workName());
      changed = false;
      fill(place());
    } catch (error) {
      fill(place(), failed(error));
    }
  };
  fill(
    place(),
    h(
      "div",
      { class: "notice row", role: "status" },
      h("span", {}, changed ? "Another tab has changed this work. The last change is kept." : "Another tab has this work open, too. The last change is kept."),
      changed && button("Show what the other tab has", takeOver),
      button("Dismiss", () => fill(place()), { icon: "close", iconOnly: true, class: "quiet" }),
    ),
  );
}
