// Other tabs with the same work are told of each other: the tab that changes it last
// is the one whose work is kept.
import { failed } from "./say.js";
import { button, fill, h } from "./dom.js";
import { begin, checked, current, onChange, workName } from "./work.js";
import { load, onSaved, saved } from "./workspaces.js";

const me = crypto.randomUUID?.() ?? String(Math.random()); // not on plain HTTP from elsewhere
let channel = null;
let changed = false; // the other tab has saved since

/** startTwins looks for other tabs, now and whenever other work is begun. */
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

/** place is the part of the banner that is for this. */
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
      h("span", {}, changed ? "Another tab has changed this work. What is changed last is kept." : "Another tab has this work open, too. What is changed last is kept."),
      changed && button("Show what the other tab has", takeOver),
      button("Dismiss", () => fill(place()), { icon: "close", iconOnly: true, class: "quiet" }),
    ),
  );
}
