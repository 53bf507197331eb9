import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashText } from '@/base/hash';
import { samples } from '@/base/samples.testing';
import { RunHistoryFold } from '@/engine/log/history-fold';
import { isStep } from '@/engine/log/run-history';
import type { ModelRequest } from '@/engine/ports/model-client';
import type { RunSnapshot } from '@/engine/ports/run-snapshot-store';
import { createMemoryBlobs, createMemoryCheckpoints } from '@/engine/testing/memory-stores.testing';
import { providerError, type Scripted } from '@/engine/testing/scripted-models.testing';
import { createWorld, type World } from '@/engine/testing/world.testing';
import type { Plan } from '@/plan/plan';
import { planOf } from '@/plan/plan.testing';
import type { RunEvent } from '@/run/events';
import { emptyRun, reduceRun } from '@/run/reduce-run';
import { readRunState, writeRunState } from '@/run/state-json';
import { randomLongWorkflow } from './random-long-workflow.testing';

const dice = (text: string) => Number.parseInt(hashText(text).slice(0, 8), 16) / 2 ** 32;

/** Determined only by the call's path and prompt, so that a repeated call gets the same answer. */
function answerOf(seed: number) {
  return ({ messages, idempotencyKey: key }: ModelRequest): Scripted => {
    const roll = (what: string) => dice(`${seed} ${what} ${key}`);
    const asked = messages.at(-1)?.content.split('\n').at(-1) ?? '';
    if (roll('overloaded') < 0.05 && !key.endsWith('attempt/4/turn/1')) {
      return providerError('overloaded', { retryAfterMs: Math.floor(roll('after') * 500) });
    }
    if (dice(`fail ${asked}`) < 0.02) return providerError('auth');
    const latencyMs = Math.ceil(roll('late') * 100);
    if (key.includes('task/evaluator/')) {
      return { content: JSON.stringify({ success: roll('good') < 0.3, feedback: 'more' }), latencyMs };
    }
    if (asked.includes('picky') && roll('bad') < 0.4) return { content: 'bad', latencyMs };
    const said = `<${hashText(`${asked}${key.includes('/sample/') && roll('odd') < 0.2 ? key : ''}`).slice(0, 4)}>`;
    return { content: asked.includes('long') ? said.repeat(400) : said, latencyMs };
  };
}

/** What a process leaves behind when it dies. */
interface Disk {
  readonly log: readonly RunEvent[];
  readonly checkpoints: readonly RunSnapshot[];
  /** Texts of blobs; those that were removed, with how long the log was then. */
  readonly blobs: readonly { readonly text: string; readonly removedAt: number | undefined }[];
}

const nothing: Disk = { log: [], checkpoints: [], blobs: [] };

/**
 * One process's part of a run, from the remains of the previous one to its end, over a slow storage; and what may
 * remain of it.
 */
async function live(plan: Plan, seed: number, { log, checkpoints, blobs: texts }: Disk) {
  const blobs = createMemoryBlobs();
  for (const { text } of texts) await blobs.put('run1', text);
  const removed = new Map<string, number>();
  const saved = createMemoryCheckpoints();
  saved.saved.push(...checkpoints);
  const all: RunSnapshot[] = [...checkpoints];
  const world: World = createWorld({
    answer: answerOf(seed),
    script: ({ content }) => (dice(`fail ${content}`) < 0.1 ? { exitCode: 3 } : { stdout: content }),
    person: (question) => {
      if (question.kind === 'budget') return String(question.limit + question.needed + 500);
      return JSON.stringify(question.kind === 'approval' ? { approve: true } : { word: hashText(question.text) });
    },
    log,
    checkpoints: {
      ...saved,
      async save(id, checkpoint) {
        expect(checkpoint.seq).toBeLessThanOrEqual(world.log.events.length);
        all.unshift(checkpoint);
        return saved.save(id, checkpoint);
      },
    },
    blobs: {
      ...blobs,
      put: (id, text) => {
        removed.delete(hashText(text));
        return blobs.put(id, text);
      },
      async remove(_id, hash) {
        removed.set(hash, world.log.events.length);
      },
    },
  });
  const { append } = world.log;
  Object.assign(world.log, {
    append: async (...args: Parameters<typeof append>) => {
      await world.clock.sleep(dice(`${seed} write ${args[1][0]?.seq}`) * 60, new AbortController().signal);
      return append(...args);
    },
  });
  const status = await world.run(plan);
  const left = (cut: number): Disk => ({
    log: world.log.events.slice(0, cut),
    checkpoints: all.filter(({ seq }) => seq <= cut).slice(0, 3),
    blobs: [...blobs.texts]
      .map(([key, text]) => ({ text, removedAt: removed.get(key.slice('run1/'.length)) }))
      .filter(({ removedAt = Number.POSITIVE_INFINITY }) => removedAt > cut),
  });
  return { world, status, left };
}

/** A snapshot as of any event of a log, as if it was just taken. */
function snapshot(plan: Plan, log: readonly RunEvent[], seq: number): RunSnapshot {
  const fold = new RunHistoryFold({ planHash: plan.hash, keepsHistory: plan.keepsHistory });
  for (const event of log.slice(0, seq)) fold.apply(event);
  const view = writeRunState(reduceRun(emptyRun, log.slice(0, seq)));
  return { seq, planHash: plan.hash, history: fold.toJson(), view };
}

/**
 * Asserts that the top-level tasks of two logs ended alike, with the same results, and cost the same unless that is
 * chance; times are ignored.
 */
function expectSameEnds(events: readonly RunEvent[], others: readonly RunEvent[]): void {
  const isChance = [...events, ...others].some(leavesOthersInTheirMiddle);
  const ends = [events, others].map((log) => endsOf(log, !isChance));
  expect(ends[0]).toEqual(ends[1]);
}

/** Whether a failure happened beside running tasks or samples of a vote: how far these had come is chance. */
function leavesOthersInTheirMiddle(event: RunEvent): boolean {
  if (event.kind === 'vote.decided') return event.data.failures !== undefined;
  return event.kind === 'task.cancelled' || event.kind === 'task.failed';
}

function endsOf(events: readonly RunEvent[], withTokens: boolean) {
  const ends: Record<string, unknown> = {};
  for (const { kind, path, result, data } of events) {
    if (!/^task\/[^/]+$/.test(path) || !/^task\.(completed|failed|skipped)$/.test(kind)) continue;
    const { usage, attempts } = data as { usage?: { inputTokens: number }; attempts?: number };
    ends[path] = { kind, result, tokens: withTokens ? usage?.inputTokens : undefined, attempts };
  }
  return ends;
}

/** Kinds of events of which a path has one. */
const once =
  /^(model\.replied|script\.exited|tool\.called|vote\.decided|effect\.recorded|context\.planned|compaction\.done|task\.(started|completed|failed|skipped)|iteration\.logged|input\.provided)$/;

function expectSound(events: readonly RunEvent[]): void {
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  const seen = events.filter(({ kind }) => once.test(kind)).map(({ kind, path }) => `${kind} ${path}`);
  expect(seen.filter((key, index) => seen.indexOf(key) !== index)).toEqual([]);
  const ordinals = events.flatMap((event) => (event.kind === 'iteration.logged' ? [event.data.ordinal] : []));
  expect(ordinals).toEqual(ordinals.map((_, index) => index + 1));
}

/** Whether a request is for something that a log has: for a step of a pipeline, everything that belongs to it. */
function recordedIn(log: readonly RunEvent[]): (request: ModelRequest) => boolean {
  const keys = new Set<string>();
  for (const { path } of log.filter(isStep)) keys.add(/^.*\/step\/\d+(?=(\/turn\/1)?$)/.exec(path)?.[0] ?? path);
  return ({ idempotencyKey }) => {
    const path = idempotencyKey.slice('run1/'.length);
    const step = /^.*\/step\/\d+(?=\/)/.exec(path)?.[0];
    return keys.has(path) || (step !== undefined && keys.has(step));
  };
}

const flows = fc.record({
  seed: fc.integer(),
  size: fc.integer({ min: 1, max: 4 }),
  depth: fc.integer({ min: 0, max: 3 }),
});
/** Not `fc.double`: most of those are almost zero. */
const share = fc.integer({ min: 0, max: 1000 }).map((n) => n / 1000);
const runs = { numRuns: samples('RESUME_RUNS', 20, 60) };
const upTo = (most: number, part: number) => Math.floor(part * most);

function planned({
  seed,
  size,
  depth,
}: {
  readonly seed: number;
  readonly size: number;
  readonly depth: number;
}): Plan {
  const { tasks, settings } = randomLongWorkflow(seed, size, depth);
  return planOf(tasks, settings);
}

describe('a random long run', () => {
  it('taken up from a snapshot of any event, and the log after it, ends as if nothing had happened', async () => {
    await fc.assert(
      fc.asyncProperty(
        flows,
        fc.integer(),
        fc.array(fc.tuple(share, share), { minLength: 1, maxLength: 3 }),
        async (flow, order, deaths) => {
          const plan = planned(flow);
          const whole = await live(plan, order, nothing);
          const { events } = whole.world.log;
          expectSound(events);
          let before = whole;
          let from = 0;
          for (const [cutAt, savedAt] of deaths) {
            const cut = from + upTo(before.world.log.events.length - from, cutAt);
            const disk = before.left(cut);
            const saved = upTo(cut + 1, savedAt);
            const checkpoints = saved === 0 ? [] : [snapshot(plan, disk.log, saved)];
            const again = await live(plan, order, { ...disk, checkpoints });
            expect(again.status).toBe(whole.status);
            expectSound(again.world.log.events);
            expect(again.world.models.requests.filter(recordedIn(disk.log))).toEqual([]);
            expectSameEnds(again.world.log.events, events);
            before = again;
            from = cut;
          }
        },
      ),
      runs,
    );
  });

  it('taken up from the snapshots that it took, of which one may be damaged, ends so too', async () => {
    await fc.assert(
      fc.asyncProperty(flows, fc.integer(), share, fc.boolean(), async (flow, order, cutAt, isDamaged) => {
        const plan = planned(flow);
        const whole = await live(plan, order, nothing);
        const disk = whole.left(upTo(whole.world.log.events.length, cutAt));
        const [newest, ...others] = disk.checkpoints;
        const broken = newest === undefined || !isDamaged ? [] : [{ ...newest, history: newest.history.slice(1) }];
        const again = await live(plan, order, {
          ...disk,
          checkpoints: isDamaged ? [...broken, ...others] : disk.checkpoints,
        });
        expect(again.status).toBe(whole.status);
        expectSound(again.world.log.events);
        expect(again.world.models.requests.filter(recordedIn(disk.log))).toEqual([]);
        expectSameEnds(again.world.log.events, whole.world.log.events);
      }),
      runs,
    );
  });

  it('has a state that is the same after it was written down and read', async () => {
    await fc.assert(
      fc.asyncProperty(flows, fc.integer(), share, async (flow, order, at) => {
        const { world } = await live(planned(flow), order, nothing);
        const { events } = world.log;
        const cut = upTo(events.length, at);
        const before = reduceRun(emptyRun, events.slice(0, cut));
        const read = readRunState(writeRunState(before));
        expect(read).toEqual(before);
        expect(read && reduceRun(read, events.slice(cut))).toEqual(reduceRun(before, events.slice(cut)));
      }),
      { numRuns: 30 },
    );
  });
});
