// Numbers of members and probabilities in words.

const plural = (n) => `${n.toLocaleString("en")} ${n === 1 ? "member" : "members"}`;

/** membersText formats a number of members or its bounds. */
export function membersText({ lower, upper }) {
  if (upper === null) return `at least ${plural(lower)}`;
  return lower === upper ? plural(lower) : `${lower.toLocaleString("en")} to ${plural(upper)}`;
}

/** percent formats a probability. It never writes 0 or 100 %. */
export function percent(p) {
  if (p > 0.99) return "over 99 %";
  if (p < 0.01) return "under 1 %";
  return `${Math.round(p * 100)} %`;
}
