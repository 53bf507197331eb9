import { expect, it } from 'vitest';
import { importForeignFiles } from '@/formats/foreign/import-foreign';
import { makeLinkedApps, makeLinkedFlows } from './hostile/linked-flows';

function importAll(texts: readonly string[]) {
  const drawn = importForeignFiles(texts.map((text) => ({ text }))).flatMap((one) => one ?? []);
  return drawn.map((one) => {
    if (!one.ok) throw new Error(one.error);
    const { document, report } = one.value;
    return { taken: Object.keys(document.library ?? {}).length, report };
  });
}

it.each([
  ['apps of Dify', makeLinkedApps(4, 4)],
  ['flows of Flowise', [makeLinkedFlows(4, 4)]],
])('%s that run one another are functions of each', (_, texts) => {
  expect(importAll(texts).map(({ taken, report }) => ({ taken, ...report.counts, warnings: report.warnings }))).toEqual(
    Array.from({ length: 4 }, () => ({ taken: 4, exact: expect.any(Number), adapted: 4, dropped: 0, warnings: [] })),
  );
});

it.each([
  ['apps of Dify', makeLinkedApps(60, 54, 1)],
  ['flows of Flowise', [makeLinkedFlows(60, 54, 1)]],
])('of %s at most 50 are taken along with one, and its report says so', (_, texts) => {
  const [first, ...others] = importAll(texts);
  expect(first).toMatchObject({ taken: 50, report: { counts: { adapted: 50, dropped: 4 } } });
  expect(first?.report.warnings).toEqual([expect.stringMatching(/^4 flows that it runs/)]);
  expect(first?.report.lines[0]).toMatchObject({
    mark: 'dropped',
    why: expect.stringContaining('is not taken along'),
  });
  expect(others.every(({ report }) => report.warnings.length === 0)).toBe(true);
});
