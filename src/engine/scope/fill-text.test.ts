import { describe, expect, it } from 'vitest';
import { catalogueOf } from '@/plan/model-facts.testing';
import type { Plan } from '@/plan/plan';
import { planOf } from '@/plan/plan.testing';
import { findPlannedTask } from '@/plan/planned-at';
import { createScope } from '@/workflow/expressions/environment';
import { createWorld } from '../testing/world.testing';
import { fillTemplate, openTextWorld, tryExpression } from './fill-text';
import { nameValues } from './name-values';
import { readScope } from './read-scope';

const tokens = { count: (text: string) => ({ tokens: text.length, exact: true }) };
const catalogue = catalogueOf(() => ({ window: 1000, price: { inputPerMillion: 1, outputPerMillion: 2 } }));

async function ran(plan: Plan, path: string, now: Plan = plan) {
  const world = createWorld({
    answer: ({ messages }) => ({ content: messages.at(-1)?.content.includes('facts') ? '{"n": 3}' : 'done' }),
  });
  await world.run(plan);
  const stored = { ...world.deps, executionId: 'run1' };
  const scope = await world.clock.runUntil(readScope({ ...stored, plan }, path));
  if (scope === undefined) throw new Error('The run has no such task.');
  const planned = findPlannedTask(now, path.slice('task/'.length));
  return openTextWorld(stored, path, scope, planned);
}

const empty = createScope('variables', {});
const plan = planOf({
  facts: { description: 'Say facts' },
  write: { description: 'Write {{facts}}', dependsOn: ['facts'], inputs: { who: 'me' } },
});

describe('a text with the values of a run', () => {
  it('becomes what was sent, part by part, with the context block of the run', async () => {
    const world = await ran(plan, 'task/write');
    const text = 'Write {{facts.output.n}} for {{who}} and {{nobody}}, {{';
    const filled = await fillTemplate(text, 'description', world, { tokens, catalogue });
    expect(filled.pieces.map(({ kind, text: piece }) => `${kind}: ${piece}`)).toEqual([
      'text: Write ',
      'value: 3',
      'text:  for ',
      'value: me',
      'text:  and ',
      'missing: {{nobody}}',
      'text: , ',
      'missing: {{',
    ]);
    expect(filled).toMatchObject({ valueTokens: 3, isExact: true, window: 1000 });
    expect(filled.ownTokens + filled.valueTokens).toBe('Write 3 for me and {{nobody}}, {{'.length);
    const prompt = filled.parts.find(({ kind }) => kind === 'description');
    expect(prompt?.text).toBe('Write 3 for me and {{nobody}}, {{');
    expect(filled.costUsd).toBeCloseTo(filled.parts.reduce((sum, part) => sum + part.tokens, 0) / 1_000_000, 10);
  });

  it('has the inputs and variables as they are now, over what was around the task then', async () => {
    const now = planOf({
      facts: { description: 'Say facts' },
      write: {
        description: 'x',
        dependsOn: ['facts'],
        inputs: { fresh: { from: 'facts.output' }, lost: { from: 'facts.output.none' } },
        variables: { TONE: 'dry' },
      },
    });
    const world = await ran(plan, 'task/write', now);
    const named = new Map(nameValues(world.environment).map((one) => [one.name, one]));
    expect(named.get('fresh')).toMatchObject({ kind: 'inputs', type: 'object', start: '{"n":3}' });
    expect(named.get('TONE')).toMatchObject({ kind: 'variables', start: 'dry' });
    expect(named.get('facts')?.members.map(({ path }) => path)).toEqual(['.output', '.output.n', '.status']);
    expect([...named.keys()]).not.toContain('lost');
  });

  it('tries an expression, before the task and on its own result, and says what is wrong', async () => {
    const world = await ran(plan, 'task/write');
    expect(await tryExpression('tasks.facts.output.n + 1', false, world)).toEqual({ kind: 'value', value: 4 });
    expect(await tryExpression('content == "done"', true, world)).toEqual({ kind: 'value', value: true });
    expect(await tryExpression('tasks.facts.output.none', false, world)).toMatchObject({ kind: 'failed' });
  });

  it('judges an expression by its types while what it names has no value', async () => {
    const world = await ran(plan, 'task/write');
    expect(await tryExpression('size(tasks.tickets.output) > 2', false, world)).toEqual({
      kind: 'judged',
      type: 'true or false',
      lacks: ['tasks.tickets'],
    });
    const before = await openTextWorld(undefined, 'task/write', { ...world, outer: empty, own: empty }, undefined);
    expect(await tryExpression('size(output)', true, before)).toEqual({
      kind: 'judged',
      type: 'a whole number',
      lacks: ['output'],
    });
    expect(await tryExpression('tasks.a.output > > 1', false, before)).toMatchObject({ kind: 'failed' });
  });
});
