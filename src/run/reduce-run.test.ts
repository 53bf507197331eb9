import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Plan } from '@/plan/plan';
import { type RunEvent, runEventSchema } from './events';
import { emptyRun, reduceRun } from './reduce-run';
import { advanceHead, headOf } from './run-head';

/** A recorded run: failures, retries, a repair turn, scripts and skips. */
const recorded: readonly RunEvent[] = readFileSync('tests/replay/sample-run.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map((line) => runEventSchema.parse(JSON.parse(line)));
const whole = reduceRun(emptyRun, recorded);

/** The log in batches that begin anywhere and may reach back over what was told before. */
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
    expect(paused).toMatchObject({ status: 'waiting', waitingFor: { reason: 'key', provider: 'openai' } });
    const resumed = reduceRun(paused, [{ ...at(2), kind: 'run.resumed', data: { reason: 'key' } }]);
    expect(resumed.status).toBe('running');
    expect(resumed.waitingFor).toBeUndefined();
  });
});

describe('the head of a run', () => {
  const created = headOf({ tasks: [{ output: 'early.md' }, { output: 'report.md' }, {}] } as unknown as Plan);

  it('has the artifact of the last task as a draft, until that task completes or the run fails', () => {
    expect(created.artifact).toEqual({ path: 'report.md', status: 'draft' });
    const at = recorded.findIndex((event) => event.kind === 'task.completed' && event.data.artifact !== undefined);
    expect(advanceHead(created, recorded.slice(0, at)).artifact?.status).toBe('draft');
    const [failed] = recorded.filter((event) => event.kind === 'run.failed');
    expect(advanceHead(created, failed === undefined ? [] : [failed]).artifact?.status).toBe('failed');
  });

  it('says the same as the state, whatever the batches, and names the artifact', () => {
    fc.assert(
      fc.property(batches, (parts) => {
        expect(parts.reduce(advanceHead, created)).toEqual({
          status: whole.status,
          endedAt: whole.endedAt,
          lastSeq: whole.seq,
          totals: whole.totals,
          artifact: { path: 'report.md', status: 'complete' },
        });
      }),
    );
  });
});
