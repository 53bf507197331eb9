import { expect, it } from 'vitest';
import { planOf } from '@/plan/plan.testing';
import type { ModelRequest } from '../ports/model-client';
import { createWorld } from '../testing/world.testing';

const library = {
  grammar: { criteria: 'spelling and commas', task: { type: 'atomic', description: 'Judge the grammar' } },
  facts: { criteria: 'truth of what is said', task: { type: 'atomic', description: 'Judge the facts' } },
  tool: { task: { type: 'atomic', description: 'Never matched' } },
};
const settings = { library, agents: { matcher: { model: 'sim:matcher' } } };
const loop = { type: 'director_evaluator', director: { type: 'atomic', description: 'Write' } };
const said = ({ messages }: ModelRequest) => messages.map(({ content }) => content).join('\n');

/** A director that asks once, a matcher with these answers, and an evaluator that accepts. */
function worldWith(...matches: readonly (readonly [string, number])[]) {
  const request = JSON.stringify({ type: 'review', criteria: ['is it right', 'is it sound'] });
  let rounds = 0;
  return createWorld({
    answer: (asked) => {
      if (asked.model.model === 'matcher') {
        return JSON.stringify({ matches: matches.map(([path, relevance]) => ({ path, relevance })) });
      }
      if (said(asked).includes('Judge')) return JSON.stringify({ success: true, feedback: null });
      rounds += 1;
      if (rounds > 1) return 'Done';
      return { content: 'Draft', toolCalls: [{ id: '1', name: 'request_evaluation', arguments: request }] };
    },
  });
}

it('is done by the model that matches, which is told the criteria and every template that has some', async () => {
  const world = worldWith(['grammar', 0.2], ['facts', 0.9], ['tool', 1]);
  expect(await world.run(planOf({ loop }, settings))).toBe('completed');
  const asked = world.models.requests.find(({ model }) => model.model === 'matcher');
  expect(asked && said(asked)).toContain('<task>\nis it right\nis it sound\n</task>');
  expect(asked && said(asked)).toContain('facts: truth of what is said');
  expect(asked && said(asked)).not.toContain('Never matched');
  expect(world.models.requests.map(said).some((text) => text.includes('Judge the facts'))).toBe(true);
  const choice = world.log.events.flatMap((event) => (event.kind === 'effect.recorded' ? [event.data.value] : []));
  expect(choice).toContainEqual({
    template: 'facts',
    candidates: [
      { name: 'facts', score: 0.9 },
      { name: 'grammar', score: 0.2 },
    ],
  });
});

it('gives at most five, and none that is of no use', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 8 }, (_, n) => [`t${n}`, { ...library.facts, criteria: `kind ${n}` }]),
  );
  const world = worldWith(...Object.keys(many).map((name, n) => [name, n / 10] as const));
  await world.run(planOf({ loop }, { ...settings, library: many }));
  const choice = world.log.events.flatMap((event) => (event.kind === 'effect.recorded' ? [event.data.value] : []));
  expect(choice).toContainEqual({
    template: 't7',
    candidates: [7, 6, 5, 4, 3].map((n) => ({ name: `t${n}`, score: n / 10 })),
  });
});
