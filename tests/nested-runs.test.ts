import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { samples } from '@/base/samples.testing';
import { openRecording, readRecording } from '@/engine/log/recording';
import { isStep } from '@/engine/log/run-history';
import type { ModelRequest } from '@/engine/ports/model-client';
import { planOf } from '@/plan/plan.testing';
import type { RunEvent } from '@/run/events';
import { randomWorkflow } from './random-workflow.testing';
import { createRandomWorld, endsOf, model, person, script } from './random-world.testing';
import { evaluateGraph } from './reference-evaluator.testing';

const workflows = fc.record({
  seed: fc.integer(),
  size: fc.integer({ min: 1, max: 5 }),
  depth: fc.integer({ min: 0, max: 3 }),
});
const runs = { numRuns: samples('NESTED_RUNS', 60, 250) };
/** Their prompts include the outputs of the others in the same container. */
const agents = { one: {}, two: {} };
const promptOf = ({ messages }: ModelRequest) => messages.at(-1)?.content ?? '';

describe('a random workflow of tasks in tasks', () => {
  it('gives what the reference gives, in whatever order things finish', async () => {
    await fc.assert(
      fc.asyncProperty(workflows, fc.integer(), async ({ seed, size, depth }, order) => {
        const tasks = randomWorkflow(seed, size, depth);
        const world = createRandomWorld(order);
        await world.run(planOf(tasks, { agents, maxConcurrency: 1 + (Math.abs(order) % 4) }));
        const expected = [...evaluateGraph(tasks, {}, { model, script, person })].map(([id, end]) => [
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
        // Not `fc.double`: most of those are almost zero.
        fc.integer({ min: 0, max: 1000 }).map((n) => n / 1000),
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
        // How far a cancelled task got is chance: it may do more this time.
        if (first.log.events.some(({ kind }) => kind === 'task.cancelled')) return;
        expect(replay.scripts).toEqual([]);
      }),
      runs,
    );
  });

  it('forked at any event performs what was recorded after it, and nothing that was before, with the same end', async () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    await fc.assert(
      fc.asyncProperty(workflows, fc.integer(), share, async (flow, order, part) => {
        const plan = planOf(randomWorkflow(flow.seed, flow.size, flow.depth), { agents });
        const first = createRandomWorld(order);
        const status = await first.run(plan);
        const { events } = first.log;
        const upTo = Math.floor(part * events.length);
        const blob = (ref: string) => first.deps.blobs.get('run1', ref);
        const recording = await openRecording({ find: (query) => first.log.find('run1', query), blob }, upTo);
        const fork = createRandomWorld(order);
        expect(await fork.run(plan, recording)).toBe(status);
        expect(endsOf(fork.log.events)).toEqual(endsOf(events));
        const asked = new Set(fork.models.requests.map(({ idempotencyKey }) => idempotencyKey));
        const replies = events.filter(({ kind }) => kind === 'model.replied');
        const isAsked = ({ path }: RunEvent) => asked.has(`run1/${path}`);
        expect(replies.filter((event) => event.seq <= upTo && isAsked(event))).toEqual([]);
        // What else was done by the time of a failure is chance.
        if (events.some(({ kind }) => kind === 'task.failed' || kind === 'task.cancelled')) return;
        expect(replies.filter((event) => event.seq > upTo && !isAsked(event))).toEqual([]);
        // Every tool is a script.
        const scripts = events.filter(({ kind, seq }) => /^(script\.exited|tool\.called)$/.test(kind) && seq > upTo);
        expect(fork.scripts).toHaveLength(scripts.length);
      }),
      runs,
    );
  });
});

/**
 * What happened, without when. How far the rest of a map came when one of its items failed is chance, and so is what
 * tasks did that were cancelled: of these nothing. `model.requested` only tells followers of an effect to come. A call
 * that is taken from a recording needs no approval.
 */
function story(events: readonly RunEvent[]): readonly string[] {
  const ofChance = events.flatMap(({ kind, path }) => {
    if (kind === 'task.cancelled') return [path];
    const item = /^(.*\/item\/)\d+\/task\/inner_task$/.exec(path);
    return kind === 'task.failed' && item?.[1] !== undefined ? [item[1]] : [];
  });
  return events
    .filter(({ kind, path }) => kind !== 'model.requested' && !ofChance.some((lost) => path.startsWith(lost)))
    .filter(({ path }) => !/\/tool\/\d+\/ask\//.test(path))
    .map(({ kind, path, result = '' }) => `${kind} ${path} ${result}`)
    .sort();
}
