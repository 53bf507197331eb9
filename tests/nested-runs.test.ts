import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashText } from '@/base/hash';
import { isStep } from '@/engine/log/history';
import { readRecording } from '@/engine/log/recording';
import type { ModelRequest } from '@/engine/ports';
import { providerError, type Scripted } from '@/engine/testing/scripted-models.testing';
import { createWorld, type World } from '@/engine/testing/world.testing';
import { planOf } from '@/plan/plan.testing';
import type { RunEvent } from '@/run/events';
import { emptyRun, reduceRun } from '@/run/reduce-run';
import { randomWorkflow } from './random-workflow.testing';
import { evaluateGraph } from './reference-evaluator.testing';

const dice = (text: string) => Number.parseInt(hashText(text).slice(0, 8), 16) / 2 ** 32;

/** By the prompt alone: one in twelve fails for good, the others say something short. */
const model = (prompt: string) => (dice(`fail ${prompt}`) < 0.08 ? undefined : `<${hashText(prompt).slice(0, 4)}>`);
const script = (content: string) => (dice(`fail ${content}`) < 0.08 ? undefined : `"${content}"`);

/** Any order of finishing, and failures of the way to the provider that retries mend: by seed and place of the call. */
function createRandomWorld(seed: number, more: Parameters<typeof createWorld>[0] = {}): World {
  return createWorld({
    answer: ({ messages, idempotencyKey }: ModelRequest): Scripted => {
      const roll = (what: string) => dice(`${seed} ${what} ${idempotencyKey}`);
      if (roll('overloaded') < 0.1 && !idempotencyKey.endsWith('attempt/4/turn/1')) {
        return providerError('overloaded', { retryAfterMs: Math.floor(roll('after') * 500) });
      }
      // The description stands last; before it what the task is given and does not name.
      const said = model(messages.at(-1)?.content.split('\n').at(-1) ?? '');
      return said === undefined ? providerError('auth') : { content: said, latencyMs: Math.ceil(roll('late') * 1000) };
    },
    script: ({ content }) => {
      const out = script(content);
      return out === undefined ? { exitCode: 3 } : { stdout: out };
    },
    ...more,
  });
}

/** How each top-level task ended, and with what. */
function endsOf(events: readonly RunEvent[]) {
  const { tasks } = reduceRun(emptyRun, events);
  return Object.fromEntries(
    [...tasks]
      .filter(([place]) => !place.includes('/'))
      .map(([id, task]) => [id, task.status === 'ok' ? task.result.text : task.status]),
  );
}

const workflows = fc.record({
  seed: fc.integer(),
  size: fc.integer({ min: 1, max: 5 }),
  depth: fc.integer({ min: 0, max: 3 }),
});
const runs = { numRuns: 250 };
/** Those of one are told what the others of it gave. */
const agents = { one: {}, two: {} };
const promptOf = ({ messages }: ModelRequest) => messages.at(-1)?.content ?? '';

describe('a random workflow of tasks in tasks', () => {
  it('gives what the reference gives, in whatever order things finish', async () => {
    await fc.assert(
      fc.asyncProperty(workflows, fc.integer(), async ({ seed, size, depth }, order) => {
        const tasks = randomWorkflow(seed, size, depth);
        const world = createRandomWorld(order);
        await world.run(planOf(tasks, { agents, maxConcurrency: 1 + (Math.abs(order) % 4) }));
        const expected = [...evaluateGraph(tasks, {}, { model, script })].map(([id, end]) => [
          id,
          end.status === 'ok' ? end.content : end.status,
        ]);
        expect(endsOf(world.log.events)).toEqual(Object.fromEntries(expected));
      }),
      runs,
    );
  });

  it('goes on wherever its log ends, and performs nothing again that was recorded', async () => {
    await fc.assert(
      fc.asyncProperty(
        workflows,
        fc.integer(),
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (flow, order, share) => {
          const plan = planOf(randomWorkflow(flow.seed, flow.size, flow.depth), { agents });
          const whole = createRandomWorld(order);
          const status = await whole.run(plan);
          const log = whole.log.events.slice(0, Math.floor(share * whole.log.events.length));
          const again = createRandomWorld(order, { log, blobs: whole.deps.blobs });
          expect(await again.run(plan)).toBe(status);
          expect(endsOf(again.log.events)).toEqual(endsOf(whole.log.events));
          expect(again.log.events.map(({ seq }) => seq)).toEqual(again.log.events.map((_, index) => index + 1));
          const recorded = new Set(log.filter(isStep).map(({ path }) => `run1/${path}`));
          expect(again.models.requests.filter(({ idempotencyKey }) => recorded.has(idempotencyKey))).toEqual([]);
          const chosen = log
            .filter(({ kind }) => kind === 'context.planned')
            .map(({ path }) => path.slice(0, -'context/1'.length));
          const sent = new Map(whole.models.requests.map((request) => [request.idempotencyKey, promptOf(request)]));
          for (const request of again.models.requests) {
            const attempt = chosen.find((path) => request.idempotencyKey.startsWith(`run1/${path}turn/`));
            const before = sent.get(request.idempotencyKey);
            if (attempt !== undefined && before !== undefined) expect(promptOf(request)).toBe(before);
          }
        },
      ),
      runs,
    );
  });

  it('replayed from its recording performs no effect that succeeded, and tells the same story', async () => {
    await fc.assert(
      fc.asyncProperty(workflows, fc.integer(), async (flow, order) => {
        const plan = planOf(randomWorkflow(flow.seed, flow.size, flow.depth), { agents });
        const first = createRandomWorld(order);
        const status = await first.run(plan);
        const recording = await readRecording(first.log.events, (ref) => first.deps.blobs.get('run1', ref));
        const replay = createRandomWorld(order);
        expect(await replay.run(plan, recording)).toBe(status);
        expect(story(replay.log.events)).toEqual(story(first.log.events));
        const recorded = new Set(first.log.events.filter(isStep).map(({ path }) => `run1/${path}`));
        expect(replay.models.requests.filter(({ idempotencyKey }) => recorded.has(idempotencyKey))).toEqual([]);
        expect(replay.scripts).toEqual([]);
      }),
      runs,
    );
  });
});

/**
 * What happened, without when. How far the rest of a map came when one of its items failed is chance, and so is what tasks did that
 * were cancelled: of these nothing. `model.requested` only tells followers of an effect to come.
 */
function story(events: readonly RunEvent[]): readonly string[] {
  const ofChance = events.flatMap(({ kind, path }) => {
    if (kind === 'task.cancelled') return [path];
    const item = /^(.*\/item\/)\d+\/task\/inner_task$/.exec(path);
    return kind === 'task.failed' && item?.[1] !== undefined ? [item[1]] : [];
  });
  return events
    .filter(({ kind, path }) => kind !== 'model.requested' && !ofChance.some((lost) => path.startsWith(lost)))
    .map(({ kind, path, result = '' }) => `${kind} ${path} ${result}`)
    .sort();
}
