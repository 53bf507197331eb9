const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600, 7200, 21_600, 86_400].map(
  (seconds) => seconds * 1000,
);

/** Marks of a time axis that spans `span` ms: at most `most`, at round times, from 0, in ms. */
export function computeAxisMarks(span: number, most = 8): readonly number[] {
  const step = steps.find((candidate) => span / candidate <= most) ?? Math.ceil(span / most);
  return Array.from({ length: Math.floor(span / step) + 1 }, (_, index) => index * step);
}
