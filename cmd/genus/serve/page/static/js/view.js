// How the table is seen: its order, its filter and how many rows are drawn. With the tab and the columns it is in the
// address of the page, so that a reload, a bookmark or the Back of another page shows the same.
import { onTab, openTab, selectedTab } from "./tabs.js";
import { correctView, current, onChange } from "./work.js";

export const drawnAtFirst = 50; // rows
const asCome = { sort: null, down: false, filter: "", rows: drawnAtFirst, query: false };

let view = asCome; // sort: "name", "members" or a column as written; null: the order in which members come

export const seen = () => view;

/** see changes how the table is seen. */
export function see(fields) {
  view = { ...view, ...fields };
  writeAddress();
}

/** written names a column as the server does: count(), sum() and the like stand for one value, ^ for the inverse. */
export function written({ property, inverse, aggregate }) {
  const path = (inverse ? "^" : "") + property;
  return aggregate ? `${aggregate}(${path})` : path;
}

/** read returns the column that a user names, as written does; # is count(). */
export function read(text) {
  const [, name, inside] = text.trim().match(/^(count|sum|avg|min|max)\s*\((.*)\)$/is) ?? [];
  const [, number, inverse, property] = (inside ?? text).trim().match(/^(#?)\s*(\^?)(.*)$/s);
  const aggregate = number ? "count" : name?.toLowerCase();
  return { property, inverse: inverse !== "", ...(aggregate && { aggregate }) };
}

/** orderText returns the order of the table as the server names it; empty if the members come as they are. */
export function orderText() {
  const { columns, group } = current();
  const isThere = group ? ["name", "members", ...columns.map(written)].includes(view.sort) : view.sort !== "members"; // an address may have any
  if (!view.sort || !isThere) return "";
  return (view.down ? "-" : "") + (view.sort === "name" ? (group ? written(group) : "label") : view.sort);
}

/** writeAddress puts the view into the address of the page. */
function writeAddress() {
  const { columns, group } = current();
  const query = new URLSearchParams();
  const tab = selectedTab("details");
  if (tab) query.set("tab", tab);
  for (const column of columns) query.append("column", written(column));
  if (group) query.set("group", written(group));
  if (view.sort) query.set("sort", `${view.down ? "-" : ""}${view.sort}`);
  if (view.filter) query.set("filter", view.filter);
  const text = query.toString();
  history.replaceState(history.state, "", `${location.pathname}${text ? `?${text}` : ""}${location.hash}`);
}

/** takeAddress reads the view from the address of the page, for the work of the last visit. */
export function takeAddress() {
  const query = new URLSearchParams(location.search);
  const [, down, sort] = (query.get("sort") ?? "").match(/^(-?)(.*)$/s);
  view = { ...asCome, sort: sort || null, down: down !== "", filter: query.get("filter") ?? "" };
  if (query.has("tab")) openTab("details", query.get("tab"));
  if (query.has("column") || query.has("group")) correctView({ columns: query.getAll("column").map(read), group: query.has("group") ? read(query.get("group")) : null });
}

/** startView keeps the address up to date. */
export function startView() {
  onChange(({ source }, before) => {
    if (JSON.stringify(source) !== JSON.stringify(before.source)) view = asCome;
    writeAddress();
  });
  onTab(writeAddress);
}
