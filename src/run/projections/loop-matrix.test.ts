import { expect, it } from 'vitest';
import type { EventDraft } from '../events';
import { runOf, started } from '../run-of.testing';
import { buildLoopMatrix } from './loop-matrix';

const usage = (tokens: number) => ({
  inputTokens: tokens,
  outputTokens: 0,
  cachedTokens: 0,
  costUsd: null,
  estimated: false,
});
const done = (path: string, result: string, tokens: number): EventDraft => ({
  kind: 'task.completed',
  path,
  result,
  data: { status: 'COMPLETE', attempts: 1, usage: usage(tokens), durationMs: 1 },
});
const round = (path: string, n: number, result = ''): EventDraft => ({
  kind: 'iteration.logged',
  path,
  result,
  data: { n, ordinal: n, of: 'loop', exitCode: 0, usage: usage(9), durationMs: 1 },
});
const at = (n: number) => `task/loop/attempt/1/iter/${n}`;

it('has a row for each round and a column for each task in it, with what changed', () => {
  const run = runOf(
    started('task/loop', 'sequential'),
    started(`${at(1)}/task/write`),
    done(`${at(1)}/task/write`, 'one old line\nmore', 10),
    started(`${at(1)}/task/judge`),
    done(`${at(1)}/task/judge`, 'no', 2),
    round(at(1), 1),
    started(`${at(2)}/task/write`),
    done(`${at(2)}/task/write`, 'one new line\nmore', 14),
    round(at(2), 2),
    // The round that is under way has no row yet.
    started(`${at(3)}/task/write`),
  );
  const { columns, rows } = buildLoopMatrix(run, 'loop', 'task/loop');
  expect(columns).toEqual(['loop/write', 'loop/judge']);
  expect(rows.map(({ round: { n }, cells }) => [n, ...cells.map((cell) => cell && [cell.line, cell.tokens])])).toEqual([
    [1, ['one old line', 10], ['no', 2]],
    [2, ['one new line', 14], undefined],
  ]);
  expect(rows[1]?.cells[0]?.change).toEqual({ words: { added: 1, removed: 1 }, tokens: 4 });
  expect(rows[0]?.cells[0]?.change).toBeUndefined();
});

it('of a loop of one task has that task alone, and leaves out other executions of the loop', () => {
  const item = (n: number) => `task/map/attempt/1/item/${n}/task/loop`;
  const run = runOf(
    started('task/map', 'map'),
    started(item(0)),
    round(`${item(0)}/iter/1`, 1, 'a'),
    started(item(1)),
    round(`${item(1)}/iter/1`, 1, 'b'),
    round(`${item(1)}/iter/2`, 2, 'b'),
  );
  const { columns, rows } = buildLoopMatrix(run, 'map/loop', item(1));
  expect(columns).toEqual(['map/loop']);
  expect(rows.map(({ cells }) => cells[0]?.line)).toEqual(['b', 'b']);
  expect(rows[1]?.cells[0]?.change?.words).toEqual({ added: 0, removed: 0 });
});
