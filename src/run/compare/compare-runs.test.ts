import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EventDraft, RunEvent } from '../events';
import { formatIsoTime } from '../iso-time';
import { buildShortId } from '../short-id';
import { compareRuns, findKindOfCounts, hasDifferentRuns } from './compare-runs';
import { RunDigestDraft } from './run-digest';

const usage = { inputTokens: 10, outputTokens: 5, cachedTokens: 0, costUsd: 0.5, estimated: false };

interface Part {
  readonly path: string;
  readonly status: 'ok' | 'continued' | 'failed' | 'running';
  readonly prompt: string;
  readonly output: string;
  readonly taken: boolean;
}

/** The log of a run in which these tasks each made one call. */
function digestOf(parts: readonly Part[], ...more: readonly EventDraft[]) {
  const drafts: EventDraft[] = [];
  for (const { path, status, prompt, output, taken } of parts) {
    const turn = `${path}/attempt/1/turn/1`;
    drafts.push({ kind: 'task.started', path, data: { type: 'atomic' } });
    drafts.push({
      kind: 'model.replied',
      path: turn,
      hash: prompt,
      data: { provider: 'sim', finishReason: 'stop', usage, durationMs: 1 },
      ...(taken ? { taken: { run: 'earlier', seq: 1 } } : {}),
    });
    const end = { attempts: 1, usage, durationMs: 2 };
    if (status === 'ok')
      drafts.push({ kind: 'task.completed', path, result: output, data: { status: 'COMPLETE', ...end } });
    if (status === 'continued') {
      const error = { code: 'PROVIDER_ERROR', message: output, retryable: false } as const;
      drafts.push({ kind: 'task.completed', path, result: output, error, data: { status: 'COMPLETE', ...end } });
    }
    if (status === 'failed') drafts.push({ kind: 'task.failed', path, data: end });
  }
  const draft = new RunDigestDraft();
  draft.add(
    [...drafts, ...more].map(
      (event, index) =>
        ({ v: 5, seq: index + 1, t: formatIsoTime(index), id: buildShortId(event.path), ...event }) as RunEvent,
    ),
  );
  return draft.close();
}

const part = (path: string, rest: Partial<Part> = {}): Part => ({
  path,
  status: 'ok',
  prompt: 'p',
  output: 'o',
  taken: false,
  ...rest,
});

const name = fc.constantFrom('a', 'b', 'c');
const paths = fc.oneof(
  name.map((id) => `task/${id}`),
  fc.tuple(name, fc.nat(3), name).map(([id, item, inner]) => `task/${id}/attempt/1/item/${item}/task/${inner}`),
  fc.tuple(name, fc.integer({ min: 1, max: 12 })).map(([id, round]) => `task/${id}/attempt/1/iter/${round}/task/x`),
);
const someParts = fc.uniqueArray(
  fc.record({
    path: paths,
    status: fc.constantFrom('ok' as const, 'failed' as const, 'running' as const),
    prompt: fc.constantFrom('p', 'q'),
    output: fc.constantFrom('one', 'two'),
    taken: fc.boolean(),
  }),
  { selector: ({ path }) => path },
);

describe('two runs', () => {
  it('are the same where a run is compared with itself', () => {
    fc.assert(
      fc.property(someParts, (parts) => {
        const found = compareRuns(digestOf(parts), digestOf(parts));
        expect(found.rows.every(({ kind }) => kind === 'same')).toBe(true);
        expect(hasDifferentRuns(found)).toBe(false);
      }),
    );
  });

  it('show the same differences from either side, and each execution once', () => {
    const turned = { same: 'same', changed: 'changed', onlyFirst: 'onlySecond', onlySecond: 'onlyFirst' } as const;
    fc.assert(
      fc.property(someParts, someParts, (one, other) => {
        const [a, b] = [digestOf(one), digestOf(other)];
        const there = compareRuns(a, b);
        const back = compareRuns(b, a);
        const byPath = new Map(back.rows.map((row) => [row.path, row]));
        expect(there.rows.map(({ path }) => path).toSorted()).toEqual(
          [...new Set([...one, ...other].map(({ path }) => path))].toSorted(),
        );
        expect(byPath.size).toBe(there.rows.length);
        for (const { path, kind, differs } of there.rows) {
          expect(byPath.get(path)).toMatchObject({ kind: turned[kind], differs });
        }
        expect(Object.values(there.counts).reduce((sum, count) => sum + count)).toBe(there.rows.length);
        expect(there.paid).toEqual(back.paid);
      }),
    );
  });

  it('are aligned by task, round and item, each container before its parts and rounds by their numbers', () => {
    const round = (n: number) => `task/review/attempt/1/iter/${n}/task/write`;
    const one = digestOf([part('task/first'), part('task/review'), part(round(1)), part(round(2)), part(round(10))]);
    const other = digestOf([part('task/first'), part('task/review'), part(round(2), { output: 'else' })]);
    expect(compareRuns(one, other).rows.map(({ path, kind, differs }) => [path, kind, differs])).toEqual([
      ['task/first', 'same', []],
      ['task/review', 'same', []],
      [round(1), 'onlyFirst', []],
      [round(2), 'changed', ['output']],
      [round(10), 'onlyFirst', []],
    ]);
  });

  it('differ where one failed and went on, although both gave the same', () => {
    const [one, other] = [digestOf([part('task/a')]), digestOf([part('task/a', { status: 'continued' })])];
    expect(compareRuns(one, other).rows).toMatchObject([
      { kind: 'changed', differs: ['status'], first: { status: 'ok' }, second: { status: 'continued' } },
    ]);
  });

  it('mark a task by all that is in it', () => {
    const item = (n: number) => `task/each/attempt/1/item/${n}/task/inner`;
    const one = digestOf([part('task/each'), part(item(0)), part(item(1)), part('task/old')]);
    const other = digestOf([part('task/each'), part(item(0)), part(item(1), { prompt: 'q' }), part('task/new')]);
    const { tasks } = compareRuns(one, other);
    expect(tasks.get('each')).toEqual({ same: 2, changed: 1, onlyFirst: 0, onlySecond: 0 });
    const kinds = [...tasks].map(([path, counts]) => [path, findKindOfCounts(counts)]);
    expect(Object.fromEntries(kinds)).toEqual({
      each: 'changed',
      'each/inner': 'changed',
      old: 'onlyFirst',
      new: 'onlySecond',
    });
  });

  it('count what a fork took over apart from what it paid', () => {
    const one = digestOf([part('task/a'), part('task/b')]);
    const other = digestOf([part('task/a', { taken: true }), part('task/b', { prompt: 'q' })]);
    const { first, second, paid, rows } = compareRuns(one, other);
    expect([first.own.costUsd, second.own.costUsd, second.taken.costUsd]).toEqual([1, 0.5, 0.5]);
    expect(paid).toEqual({ calls: 3, tokens: 45, costUsd: 1.5, unpricedCalls: 0 });
    expect(rows[0]).toMatchObject({ kind: 'same', second: { own: { calls: 0 }, taken: { calls: 1 } } });
  });

  it('count the rounds of a loop, and differ in them', () => {
    const logged = (n: number): EventDraft => ({
      kind: 'iteration.logged',
      path: `task/a/attempt/1/iter/${n}`,
      data: { n, of: 'loop', exitCode: 0, usage: null, durationMs: 1 },
    });
    const { rows } = compareRuns(
      digestOf([part('task/a')], logged(1)),
      digestOf([part('task/a')], logged(1), logged(2)),
    );
    expect(rows[0]).toMatchObject({ differs: ['rounds'], first: { rounds: 1 }, second: { rounds: 2 } });
  });

  it('compare the prompts of calls that nothing answered', () => {
    const asked = (ref: string): EventDraft => ({
      kind: 'model.requested',
      path: 'task/z/attempt/1/turn/1',
      ref,
      data: { provider: 'sim', turn: 1, attempt: 1 },
    });
    expect(compareRuns(digestOf([], asked('one')), digestOf([], asked('two'))).rows[0]?.differs).toEqual(['prompt']);
  });
});
