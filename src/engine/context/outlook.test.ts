import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { EarlierOutputs } from '@/plan/context/earlier-outputs';
import { Relevances, recentMs } from '@/plan/context/relevance';
import type { PlannedGraph } from '@/plan/plan';
import { buildOutlookGraph, Outlook } from './outlook';

const tasks = fc.array(
  fc.record({ needs: fc.array(fc.nat(9), { maxLength: 2 }), agent: fc.constantFrom('x', 'y', undefined) }),
  { minLength: 2, maxLength: 9 },
);

it('the outlook of an output is its highest relevance for any task that has not ended, as tasks end', () => {
  const property = (
    drawn: readonly { readonly needs: readonly number[]; readonly agent: string | undefined }[],
    order: readonly number[],
    ages: readonly number[],
  ) => {
    const graph = {
      tasks: drawn.map(({ needs, agent }, index) => ({
        ...{ id: `t${index}`, type: 'atomic', index, agent },
        needs: [...new Set(needs.filter((need) => need < index))],
      })),
    } as unknown as PlannedGraph;
    const ended = new Uint8Array(drawn.length);
    ended[0] = 1;
    const outlook = new Outlook(buildOutlookGraph(graph, ended), 0);
    const output = { index: 0, agent: drawn[0]?.agent, endedAt: 0 } as never;
    const outputs = { graph } as unknown as EarlierOutputs<never>;
    for (const [step, index] of order.entries()) {
      const age = ages[step] ?? 0;
      const open = graph.tasks.filter((task) => ended[task.index] !== 1);
      const most = open.map((task) => new Relevances(task, outputs, age).of(output).relevance);
      expect(outlook.relevance(age)).toBe(Math.max(0, ...most));
      if (index < drawn.length) ended[index] = 1;
    }
  };
  fc.assert(
    fc.property(
      tasks,
      fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7, 8, 9], { minLength: 9 }),
      // The age only grows, as time does.
      fc.array(fc.constantFrom(0, recentMs, recentMs + 1), { minLength: 9, maxLength: 9 }).map((ages) => ages.sort()),
      property,
    ),
    { numRuns: 300 },
  );
});
