import fc from 'fast-check';
import { expect, it } from 'vitest';
import { columnPitch, computeStripPlaces, pillSize } from './strip-places';

const joints = (...pairs: readonly string[]) =>
  pairs.map((pair) => {
    const [source = '', target = ''] = pair.split(' ');
    return { source, target };
  });
const columnsOf = (ids: readonly string[], ...pairs: readonly string[]) =>
  Object.fromEntries(computeStripPlaces(ids, joints(...pairs)).pills.map(({ taskPath, column }) => [taskPath, column]));

it('tasks stand in the order in which they run, two in a column', () => {
  const ids = ['a', 'b', 'c', 'd', 'e'];
  expect(columnsOf(ids, 'a d', 'b d', 'c d', 'd e')).toEqual({ a: 0, b: 0, c: 1, d: 2, e: 3 });
});

it('what waits for each other has no line back, and a dependency that is read twice has one line', () => {
  const { lines } = computeStripPlaces(['a', 'b', 'c'], joints('a b', 'b a', 'b c', 'b c'));
  expect(lines).toHaveLength(1);
});

it('no two pills touch, all are within the strip, and a line that passes a column runs between its pills', () => {
  const ids = Array.from({ length: 12 }, (_, index) => `t${index}`);
  const pair = fc.tuple(fc.nat(11), fc.nat(11)).filter(([from, to]) => from < to);
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 20 }), (pairs) => {
      const all = pairs.map(([from, to]) => ({ source: `t${from}`, target: `t${to}` }));
      const { pills, lines, width } = computeStripPlaces(ids, all);
      expect(pills).toHaveLength(12);
      for (const { taskPath, at } of pills) {
        expect(at[0] + pillSize.width).toBeLessThanOrEqual(width);
        expect(at[1] + pillSize.height).toBeLessThanOrEqual(104);
        for (const other of pills)
          if (other.taskPath !== taskPath && Math.abs(other.at[0] - at[0]) < columnPitch)
            expect(Math.abs(other.at[1] - at[1])).toBeGreaterThanOrEqual(pillSize.height);
      }
      for (const { from, to, path } of lines) {
        expect(from).toBeLessThan(to);
        const lane = Number(/ ([\d.]+)H/.exec(path)?.[1]);
        for (const { column, at } of pills)
          if (column > from && column < to) expect(lane <= at[1] || lane >= at[1] + pillSize.height).toBe(true);
      }
    }),
  );
});
