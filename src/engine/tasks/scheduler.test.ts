import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planOf } from '@/plan/plan.testing';
import { emptyRun, reduceRun } from '@/run/reduce-run';
import { PriorityQueue } from '../effects/priority-queue';
import type { TaskEnd } from '../task-end';
import { createWorld } from '../testing/world.testing';
import { scheduleGraph } from './scheduler';

interface Node {
  readonly needs: readonly number[];
  readonly latencyMs: number;
  readonly fails: boolean;
  readonly condition: boolean | undefined;
  readonly rule: 'default' | 'all_done' | 'one_failed';
  readonly onError: 'fail' | 'skip' | 'continue';
  readonly priority: 'low' | 'normal' | 'high' | 'critical';
}

/** Graphs without cycles: a task may depend on any earlier task, but the author's order is shuffled. */
const graphs = fc
  .array(
    fc.record({
      needs: fc.array(fc.nat(30), { maxLength: 4 }),
      latencyMs: fc.integer({ min: 1, max: 50 }),
      fails: fc.boolean().map((fails) => fails),
      condition: fc.option(fc.boolean(), { nil: undefined }),
      rule: fc.constantFrom('default', 'default', 'all_done', 'one_failed'),
      onError: fc.constantFrom('fail', 'skip', 'continue'),
      priority: fc.constantFrom('low', 'normal', 'high', 'critical'),
    }) satisfies fc.Arbitrary<Node>,
    { minLength: 1, maxLength: 30 },
  )
  .chain((nodes) => fc.tuple(fc.constant(nodes), fc.shuffledSubarray([...nodes.keys()], { minLength: nodes.length })));

describe('the scheduler', () => {
  it('ends every task of any graph, after its dependencies, within max_concurrency', async () => {
    await fc.assert(
      fc.asyncProperty(graphs, fc.integer({ min: 1, max: 5 }), async ([nodes, order], maxConcurrency) => {
        const needsOf = (index: number) => [...new Set(nodes[index]?.needs.filter((need) => need < index) ?? [])];
        const tasks = order.map((index) => {
          const { condition, rule, onError, priority } = nodes[index] as Node;
          const dependsOn = needsOf(index).map((need) => `t${need}`);
          const when = condition === undefined ? {} : { condition: String(condition) };
          const fields = { dependsOn, triggerRule: rule, priority, errorHandling: { onError } };
          return [`t${index}`, { ...fields, ...when }] as const;
        });
        const plan = planOf(Object.fromEntries(tasks), { maxConcurrency });
        const world = createWorld({
          answer: ({ idempotencyKey }) => {
            const { latencyMs, fails } = nodes[Number(/task\/t(\d+)/.exec(idempotencyKey)?.[1])] as Node;
            return { content: 'x', latencyMs, finishReason: fails ? 'length' : 'stop' };
          },
        });
        const status = await world.run(plan);

        const state = reduceRun(emptyRun, world.log.events);
        expect(state.tasks.size).toBe(nodes.length);
        expect(world.models.peak()).toBeLessThanOrEqual(maxConcurrency);
        const place = new Map(world.log.events.map(({ kind, path, seq }) => [`${kind} ${path}`, seq]));
        let failed = false;
        for (const [index, node] of nodes.entries()) {
          const task = state.tasks.get(`t${index}`);
          const needs = needsOf(index).map((need) => state.tasks.get(`t${need}`));
          const begun = place.get(`task.started task/t${index}`);
          const upstreamFailed = needs.some(
            (need) => need?.status === 'failed' || (need?.status === 'skipped' && need.reason === 'upstream_failed'),
          );
          const fed = needs.length === 0 || needs.some((need) => need?.status === 'ok');
          const isTriggered = { default: !upstreamFailed && fed, all_done: true, one_failed: upstreamFailed }[
            node.rule
          ];
          expect(begun !== undefined).toBe(isTriggered && node.condition !== false);
          for (const need of needsOf(index)) {
            const end = ['completed', 'failed', 'skipped'].map((how) => place.get(`task.${how} task/t${need}`));
            if (begun !== undefined) expect(Math.max(...end.map((seq) => seq ?? 0))).toBeLessThan(begun);
          }
          failed ||= task?.status === 'failed';
        }
        expect(status).toBe(failed ? 'failed' : 'completed');
      }),
      { numRuns: 60 },
    );
  });
});

it('starts nothing again that has ended, and what waited for it at once', async () => {
  const graph = planOf({ a: {}, b: { dependsOn: ['a'] }, c: { dependsOn: ['a', 'b'] } });
  const end = { status: 'completed' } as TaskEnd;
  const ends = graph.tasks.map(({ id }) => (id === 'a' ? end : undefined));
  const started: string[] = [];
  const start = async ({ id }: { readonly id: string }) => {
    started.push(id);
    return end;
  };
  await scheduleGraph(graph, ends, start, new AbortController().signal);
  expect(started).toEqual(['b', 'c']);
  expect(ends).toEqual([end, end, end]);
});

describe('the priority queue', () => {
  it('gives its items back in order of rank', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer()), (ranks) => {
        const queue = new PriorityQueue<number>();
        for (const rank of ranks) queue.push(rank, rank);
        expect(ranks.map(() => queue.pop())).toEqual([...ranks].sort((a, b) => a - b));
        expect(queue.pop()).toBeUndefined();
      }),
    );
  });
});
