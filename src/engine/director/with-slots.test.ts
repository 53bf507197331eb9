import { expect, it } from 'vitest';
import { planOf } from '@/plan/plan.testing';
import { createWorld } from '../testing/world.testing';

const review = (steps: readonly object[]) => planOf({ review: { type: 'sequential', steps } });
const evaluator = {
  type: 'atomic',
  subtype: 'evaluator',
  inputSource: 'check',
  description: 'Judge {{target_content}}: {{stdout}}, {{check.stderr}}, {{exit_code}}.',
};

it('an evaluator judges the step before it, of a script what it wrote and how it ended', async () => {
  const world = createWorld({ script: () => ({ stdout: 'one\n', stderr: 'two', exitCode: 3 }) });
  expect(await world.run(review([{ type: 'script', script: { content: 'check' } }, evaluator]))).toBe('failed');
  // The double returns no verdict, although the schema of an evaluator requires one.
  expect(world.models.requests[0]?.messages.at(-1)?.content).toContain('Judge one: one\n, two, 3.');
  expect(world.models.requests[0]?.outputSchema).toMatchObject({ required: ['success', 'feedback'] });
});

it('what there is nothing of is empty: an evaluation for a lone director, a script for an evaluator after a model', async () => {
  const world = createWorld({ answer: () => '{"success": true, "feedback": null}' });
  const director = { type: 'atomic', subtype: 'director', description: 'Mind “{{last_evaluator_output}}”' };
  expect(await world.run(review([director, evaluator]))).toBe('completed');
  const [first, second] = world.models.requests.map(({ messages }) => messages.at(-1)?.content);
  expect(first).toContain('Mind “”');
  expect(second).toContain('Judge {"success": true, "feedback": null}: , , .');
});
