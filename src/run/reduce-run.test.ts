import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Plan } from '@/plan/plan';
import { type RunEvent, runEventSchema } from './events';
import { keptPerTask } from './lists-by-task';
import { emptyRun, reduceRun } from './reduce-run';
import { advanceHead, createHead } from './run-head';
import type { TaskInstance } from './run-state';
import { buildShortId } from './short-id';

/** A recorded run: failures, retries, a repair turn, scripts and skips. */
const recorded: readonly RunEvent[] = readFileSync('tests/replay/sample-run.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map((line) => runEventSchema.parse(JSON.parse(line)));
const whole = reduceRun(emptyRun, recorded);

/** The log in batches of random length that may repeat events of earlier batches. */
const batches = fc
  .array(fc.record({ length: fc.integer({ min: 1, max: 20 }), overlap: fc.nat(10) }), { minLength: 1 })
  .map((cuts) => {
    const parts: RunEvent[][] = [];
    let from = 0;
    for (const { length, overlap } of cuts) {
      parts.push(recorded.slice(Math.max(0, from - overlap), from + length));
      from += length;
    }
    return [...parts, recorded.slice(from)];
  });

describe('the state of a run', () => {
  it('is the same however its events were cut into batches, doubled ones included', () => {
    fc.assert(
      fc.property(batches, (parts) => {
        expect(parts.reduce(reduceRun, emptyRun)).toEqual(whole);
      }),
    );
  });

  it('is the same object when nothing is new, and never changed in place', () => {
    const before = structuredClone(whole);
    expect(reduceRun(whole, recorded.slice(-5))).toBe(whole);
    const half = reduceRun(emptyRun, recorded.slice(0, 20));
    const kept = structuredClone(half);
    reduceRun(half, recorded);
    expect(half).toEqual(kept);
    expect(whole).toEqual(before);
  });

  it('tells how each task ended, and why', () => {
    expect(whole.status).toBe('failed');
    expect(whole.tasks.get('report')).toMatchObject({ status: 'ok', data: { artifact: 'report.md' } });
    expect(whole.tasks.get('doomed')).toMatchObject({ status: 'failed', error: { code: 'PROVIDER_ERROR' } });
    expect(whole.tasks.get('beyond')).toMatchObject({ status: 'skipped', because: 'doomed' });
    expect(whole.tasks.get('fragile')).toMatchObject({ status: 'ok', error: { code: 'TASK_FAILURE' } });
    expect(whole.retries.get('flaky')?.[0]).toMatchObject({ delayMs: 3000, error: { code: 'PROVIDER_ERROR' } });
  });

  it('keeps every call with its prompt and its reply', () => {
    const calls = whole.calls.get('facts') ?? [];
    expect(calls.map(({ attempt, reply }) => [attempt, reply?.text])).toEqual([
      [1, 'These are the facts: none.'],
      [1, '```json\n["one", "two"]\n```'],
    ]);
    expect(calls[0]?.request.length).toBeGreaterThan(calls[0]?.request.text.length ?? 0);
    expect(whole.calls.get('fragile')?.[0]).toMatchObject({ kind: 'script', reply: { exitCode: 4, text: 'part\n' } });
  });

  it('shows a wait for a retry until the next call, and a wait for a key until it is there', () => {
    const retrying = recorded.findIndex(({ kind }) => kind === 'task.retrying');
    expect(reduceRun(emptyRun, recorded.slice(0, retrying + 1)).tasks.get('flaky')).toMatchObject({
      status: 'running',
      attempt: 2,
      retry: { delayMs: 3000 },
    });
    expect(whole.tasks.get('flaky')).not.toHaveProperty('retry');

    const at = (seq: number) => ({ v: 1, seq, t: '2026-01-01T00:00:00.000Z', path: '', id: 'e3b0c442' }) as const;
    const paused = reduceRun(emptyRun, [{ ...at(1), kind: 'run.paused', data: { reason: 'key', provider: 'openai' } }]);
    expect(paused).toMatchObject({ status: 'waiting', waits: [{ reason: 'key', provider: 'openai' }] });
    const resumed = reduceRun(paused, [{ ...at(2), kind: 'run.resumed', data: { reason: 'key' } }]);
    expect(resumed.status).toBe('running');
    expect(resumed.waits).toEqual([]);
  });

  it('waits for as long as it waits for anything', () => {
    const wait = (kind: 'run.paused' | 'run.resumed', reason: 'key' | 'budget' | 'reload'): Draft =>
      ({ kind, path: '', data: { reason } }) as Draft;
    const events = logOf(
      wait('run.paused', 'budget'),
      wait('run.paused', 'key'),
      wait('run.paused', 'budget'),
      wait('run.resumed', 'key'),
      wait('run.resumed', 'budget'),
      wait('run.resumed', 'budget'),
    );
    const after = events.map((_, index) => reduceRun(emptyRun, events.slice(0, index + 1)));
    expect(after.map(({ status, waits }) => `${status} ${waits.length}`)).toEqual([
      'waiting 1',
      'waiting 2',
      'waiting 3',
      'waiting 2',
      'waiting 1',
      'running 0',
    ]);
  });
});

/** A log of events of these kinds, numbered in order. */
type Draft = Pick<RunEvent, 'kind' | 'path' | 'data'> & Partial<RunEvent>;
function logOf(...drafts: readonly Draft[]): RunEvent[] {
  return drafts.map((draft, index) =>
    runEventSchema.parse({ v: 1, seq: index + 1, t: timeAt(index), id: buildShortId(draft.path), ...draft }),
  );
}
const timeAt = (second: number) => new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString();
const completedData = { status: 'COMPLETE', attempts: 1, usage: null, durationMs: 1 } as const;
const started = (path: string) => ({ kind: 'task.started', path, data: { type: 'atomic' } }) as const;
const completed = (path: string, result = '') =>
  ({ kind: 'task.completed', path, result, data: completedData }) as const;
const usage = { inputTokens: 10, outputTokens: 5, cachedTokens: 0, costUsd: 0.01, estimated: false };
const itemPath = (item: number) => `task/m/attempt/1/item/${item}/task/inner_task`;

describe('tasks within tasks', () => {
  it('stand under their place with all the times that they ran, in the order of their start', () => {
    const run = reduceRun(
      emptyRun,
      logOf(
        started('task/m'),
        started(itemPath(0)),
        started(itemPath(1)),
        completed(itemPath(1), 'second'),
        started(itemPath(2)),
        completed(itemPath(2), 'third'),
      ),
    );
    expect(run.instances.get('m/inner_task')?.map(({ path, status }) => [path, status])).toEqual([
      [itemPath(0), 'running'],
      [itemPath(1), 'ok'],
      [itemPath(2), 'ok'],
    ]);
    expect(run.tasks.get('m/inner_task')?.path).toBe(itemPath(0));
    expect(run.tasks.get('m')?.status).toBe('running');
    const ended = reduceRun(run, [{ ...logOf(completed(itemPath(0), 'first'))[0], seq: 7 } as RunEvent]);
    expect(ended.tasks.get('m/inner_task')).toMatchObject({ status: 'ok', result: { text: 'third' } });
  });

  it('have their calls, of models and of tools, and each counts once in the totals', () => {
    const turn = `${itemPath(0)}/attempt/2/turn/1`;
    const run = reduceRun(
      emptyRun,
      logOf(
        started('task/m'),
        started(itemPath(0)),
        {
          kind: 'model.requested',
          path: turn,
          model: 'sim:a',
          task: 'Hi',
          data: { provider: 'sim', turn: 1, attempt: 2 },
        },
        {
          kind: 'model.replied',
          path: turn,
          data: {
            provider: 'sim',
            finishReason: 'tool_calls',
            usage,
            toolCalls: { text: '[]', length: 2 },
            durationMs: 1,
          },
        },
        {
          kind: 'tool.called',
          path: `${turn}/tool/1`,
          result: 'not found',
          data: { tool: 'read_file', arguments: { text: '{}', length: 2 }, isError: true, durationMs: 1 },
        },
        { kind: 'task.completed', path: itemPath(0), data: { ...completedData, usage } },
        { kind: 'task.completed', path: 'task/m', data: { ...completedData, usage } },
      ),
    );
    expect(run.calls.get('m/inner_task')).toMatchObject([
      { path: turn, kind: 'model', attempt: 2, reply: { toolCalls: { text: '[]' } } },
      {
        path: `${turn}/tool/1`,
        kind: 'tool',
        attempt: 2,
        model: 'read_file',
        reply: { text: 'not found', isError: true },
      },
    ]);
    expect(run.totals).toMatchObject({ calls: 1, inputTokens: 10, costUsd: 0.01 });
  });

  it('are folded with one copy for a batch and a place that it touches', () => {
    const items = Array.from({ length: keptPerTask }, (_, item) => item);
    const log = logOf(
      started('task/m'),
      ...items.flatMap((item) => [started(itemPath(item)), completed(itemPath(item))]),
    );
    let run = emptyRun;
    let reads = 0;
    const get = (list: readonly TaskInstance[], key: PropertyKey): unknown => {
      reads += 1;
      return Reflect.get(list, key);
    };
    for (let from = 0; from < log.length; from += 50) {
      const list = new Proxy(run.instances.get('m/inner_task') ?? [], { get });
      const instances = new Map(run.instances).set('m/inner_task', list);
      run = reduceRun({ ...run, instances }, log.slice(from, from + 50));
    }
    expect(run.instances.get('m/inner_task')).toHaveLength(keptPerTask);
    // A few passes over the list, half as long on average, in each of 41 batches; a copy for each event would be 50
    // times that.
    expect(reads).toBeLessThan(41 * (keptPerTask / 2) * 5);
  });

  it('are kept up to a number that does not grow with the run', () => {
    const items = Array.from({ length: keptPerTask + 2000 }, (_, item) => item);
    const run = reduceRun(emptyRun, logOf(...items.map((item) => completed(itemPath(item)))));
    const kept = run.instances.get('m/inner_task');
    expect(kept).toHaveLength(keptPerTask);
    expect(kept?.at(-1)?.path).toBe(itemPath(items.length - 1));
  });
});

describe('what a run tells besides its tasks', () => {
  const round = (n: number, exitCode: number) =>
    ({
      kind: 'iteration.logged',
      path: `task/d/attempt/1/iter/${n}`,
      result: `draft ${n}`,
      data: { n, of: 'director_evaluator', exitCode, usage, durationMs: 1 },
    }) as const;

  it('has the rounds of a loop by its place', () => {
    const run = reduceRun(emptyRun, logOf(started('task/d'), round(1, 1), round(2, 0)));
    expect(run.rounds.get('d')?.map(({ n, exitCode, result }) => [n, exitCode, result.text])).toEqual([
      [1, 1, 'draft 1'],
      [2, 0, 'draft 2'],
    ]);
  });

  it('has a question until it is answered, or its task or the run has ended', () => {
    const ask = (path: string) => ({ kind: 'input.requested', path, task: 'Which?', data: { kind: 'input' } }) as const;
    const budget = {
      kind: 'input.requested',
      path: 'ask/1',
      task: 'More?',
      data: { kind: 'budget', resource: 'cost', used: 1, limit: 2 },
    } as const;
    const log = logOf(
      ask('task/a/attempt/1/turn/1/ask/1'),
      ask('task/b/attempt/1/turn/1/ask/1'),
      budget,
      { kind: 'input.provided', path: 'task/a/attempt/1/turn/1/ask/1', data: { kind: 'input', durationMs: 1 } },
      { kind: 'task.cancelled', path: 'task/b', data: {} },
      { kind: 'run.cancelled', path: '', data: {} },
    );
    const open = (upTo: number) => [...reduceRun(emptyRun, log.slice(0, upTo)).questions.values()];
    expect(open(3).map(({ path, text }) => [path, text.text])).toEqual([
      ['task/a/attempt/1/turn/1/ask/1', 'Which?'],
      ['task/b/attempt/1/turn/1/ask/1', 'Which?'],
      ['ask/1', 'More?'],
    ]);
    expect(open(3)[2]?.budget).toEqual({ resource: 'cost', used: 1, limit: 2, needed: 0 });
    expect(open(5).map(({ path }) => path)).toEqual(['ask/1']);
    expect(open(6)).toEqual([]);
  });

  it('has no question that nobody waits for any more: its tool gave up, or the task tries again', () => {
    const ask = (path: string) => ({ kind: 'input.requested', path, task: 'Which?', data: { kind: 'input' } }) as const;
    const open = (...after: Draft[]) =>
      reduceRun(emptyRun, logOf(ask('task/a/iter/2/attempt/1/turn/1/tool/1/ask/1'), ...after)).questions.size;
    const data = { tool: 'ask_user', arguments: { text: '{}', length: 2 }, isError: true, durationMs: 1 };
    expect(open()).toBe(1);
    expect(open({ kind: 'tool.called', path: 'task/a/iter/2/attempt/1/turn/1/tool/1', data })).toBe(0);
    const retrying = { attempt: 2, delayMs: 1, transport: false };
    const run = logOf(started('task/a'), { kind: 'task.retrying', path: 'task/a/iter/2', data: retrying });
    expect(open({ kind: 'task.retrying', path: 'task/a/iter/2', data: retrying })).toBe(0);
    expect([...(reduceRun(emptyRun, run).instances.get('a') ?? [])]).toMatchObject([{ path: 'task/a', attempt: 2 }]);
  });

  it('has votes, progress and decompositions', () => {
    const run = reduceRun(
      emptyRun,
      logOf(
        {
          kind: 'vote.decided',
          path: 'task/v/attempt/1',
          result: 'A',
          data: { k: 2, votes: [3, 1], samples: 5, flags: 1, usage, durationMs: 1 },
        },
        { kind: 'pipeline.progress', path: 'task/p', data: { done: 1, total: 9, leftMs: null } },
        { kind: 'pipeline.progress', path: 'task/p', data: { done: 4, total: 9, leftMs: 50 } },
        {
          kind: 'reparse.done',
          path: 'task/r/reparse/1',
          result: 'tasks: {}',
          data: { reason: 'X', depth: 1, tasks: 2 },
        },
      ),
    );
    expect(run.votes.get('v')).toMatchObject([{ votes: [3, 1], flags: 1, winner: { text: 'A' } }]);
    expect(run.progress.get('p')).toEqual({ done: 4, total: 9, leftMs: 50 });
    expect(run.reparsed.get('r')).toMatchObject({ tasks: 2, workflow: { text: 'tasks: {}' } });
  });
});

describe('the head of a run', () => {
  const created = createHead({ tasks: [{ output: 'early.md' }, { output: 'report.md' }, {}] } as unknown as Plan);

  it('has the artifact of the last task as a draft, until that task completes or the run ends without it', () => {
    expect(created.artifact).toEqual({ path: 'report.md', status: 'draft' });
    const at = recorded.findIndex((event) => event.kind === 'task.completed' && event.data.artifact !== undefined);
    expect(advanceHead(created, recorded.slice(0, at)).artifact?.status).toBe('draft');
    const [failed] = recorded.filter((event) => event.kind === 'run.failed');
    expect(advanceHead(created, failed === undefined ? [] : [failed]).artifact?.status).toBe('failed');
    expect(advanceHead(created, logOf({ kind: 'run.cancelled', path: '', data: {} })).artifact?.status).toBe('failed');
    const paused = logOf({ kind: 'run.paused', path: '', data: { reason: 'person' } });
    expect(advanceHead(created, paused).artifact?.status).toBe('draft');
  });

  it('keeps an artifact that completed, however the run then ends', () => {
    const data = { status: 'COMPLETE', artifact: 'report.md', attempts: 1, usage: null, durationMs: 1 } as const;
    const log = logOf(
      { kind: 'task.completed', path: 'task/a', data: { ...data, status: 'CONTINUATION' } },
      { kind: 'task.completed', path: 'task/b', data },
      { kind: 'run.cancelled', path: '', data: {} },
    );
    expect(advanceHead(created, log.slice(0, 1)).artifact?.status).toBe('draft');
    expect(advanceHead(created, log).artifact?.status).toBe('complete');
  });

  it('says the same as the state, whatever the batches, and names the artifact', () => {
    fc.assert(
      fc.property(batches, (parts) => {
        expect(parts.reduce(advanceHead, created)).toEqual({
          status: whole.status,
          endedAt: whole.endedAt,
          durationMs: whole.durationMs,
          lastSeq: whole.seq,
          totals: whole.totals,
          byModel: Object.fromEntries(whole.byModel),
          iterations: whole.iterations.count,
          iterationMs: whole.iterations.durationMs,
          artifact: { path: 'report.md', status: 'complete' },
        });
      }),
    );
  });
});
