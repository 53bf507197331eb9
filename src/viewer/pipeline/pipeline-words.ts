/** A share in per cent: `1.2 %`. It is never 100 % unless the part is the whole. */
export function formatShare(part: number, whole: number): string {
  if (whole === 0) return '';
  const share = Math.floor((part / whole) * 1000) / 10;
  return `${share.toFixed(1)} %`;
}

/** A bar of the votes by margin. */
export interface MarginBar {
  readonly label: string;
  readonly count: number;
}

/** The most bars of a chart. */
const mostBars = 8;

/** The number of steps for each margin of the winner, the closest first. Large margins share one bar. */
export function buildMarginBars(margins: ReadonlyMap<number, number>): readonly MarginBar[] {
  const sorted = [...margins].sort(([one], [other]) => one - other);
  const bars = sorted.slice(0, mostBars - 1).map(([margin, count]) => ({ label: `by ${margin}`, count }));
  const rest = sorted.slice(mostBars - 1);
  const [from] = rest;
  if (from === undefined) return bars;
  const count = rest.reduce((sum, [, one]) => sum + one, 0);
  return [...bars, { label: rest.length === 1 ? `by ${from[0]}` : `by ${from[0]} or more`, count }];
}
