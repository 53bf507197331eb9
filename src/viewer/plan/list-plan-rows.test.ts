import { expect, it } from 'vitest';
import type { PlanEstimate, TaskEstimate } from '@/plan/estimate/estimate';
import { groupByContainer } from '@/plan/estimate/parts-by-container';
import { listPlanRows } from './list-plan-rows';

const nothing = { low: 0, high: 0 };

function foresee(id: string, prompt = false): TaskEstimate {
  return {
    ...{ id, label: id, type: 'atomic', runs: nothing, calls: nothing, inputTokens: nothing, outputTokens: nothing },
    ...{
      costUsd: null,
      estimated: false,
      assumed: [],
      model: { provider: 'sim', model: id === 'b' ? 'slow' : 'fast' },
    },
    ...(prompt && { prompt: {} as NonNullable<TaskEstimate['prompt']> }),
  };
}

const all = ['a', 'group', 'group/inner', 'group/other', 'b'].map((id) =>
  foresee(id, id === 'a' || id === 'group/inner'),
);
const estimate = {
  waves: [['a', 'group'], ['b']],
  tasks: Object.fromEntries(all.map((task) => [task.id, task])),
} as unknown as PlanEstimate;
const parts = groupByContainer(estimate);

/** The keys of the rows, those of what is inside another task by a dash for each level. */
function keysOf(opened: readonly string[], filter = ''): readonly string[] {
  const rows = listPlanRows(estimate, { parts, opened: new Set(opened), filter });
  return rows.map((row) => '-'.repeat(row.kind === 'task' ? row.depth : 0) + row.key);
}

it('lists waves and their tasks, and what is in those that are unfolded', () => {
  expect(keysOf([])).toEqual(['wave 0', 'a', 'group', 'wave 1', 'b']);
  expect(keysOf(['a', 'group', 'group/inner', 'b'])).toEqual([
    ...['wave 0', 'a', 'prompt a', 'group', '-group/inner', 'prompt group/inner', '-group/other', 'wave 1', 'b'],
  ]);
});

it('filters by name and model, shows what is found with what it is in, and leaves out waves with nothing', () => {
  expect(keysOf([], 'INNER')).toEqual(['wave 0', 'group', '-group/inner']);
  expect(keysOf([], 'sim:slow')).toEqual(['wave 1', 'b']);
  expect(keysOf(['group'], 'group/')).toEqual(['wave 0', 'group', '-group/inner', '-group/other']);
  expect(keysOf([], 'nothing')).toEqual([]);
});
