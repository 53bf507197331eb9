import { expect, it } from 'vitest';
import { planOf } from '@/plan/plan.testing';
import { promptOf } from '../testing/nested.testing';
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

const promptsOf = (world: ReturnType<typeof createWorld>) =>
  world.models.requests.map(({ messages }) => String(messages.at(-1)?.content));
const isVerdict = '{"success": false, "feedback": "too long"}';

it('a step that judges is told what it judges, unless its prompt names it', async () => {
  const judge = { type: 'atomic', subtype: 'evaluator', description: 'Judge.' };
  const named = { ...judge, description: 'Judge {{target_content}}.' };
  const answer = ({ messages }: { messages: readonly { content: string }[] }) =>
    messages.at(-1)?.content.startsWith('Write') ? 'a draft' : isVerdict;
  for (const [evaluation, times] of [
    [judge, 1],
    [named, 1],
  ] as const) {
    const world = createWorld({ answer: answer as never });
    await world.run(review([{ type: 'atomic', description: 'Write.' }, evaluation]));
    expect(promptsOf(world)[1]?.split('a draft')).toHaveLength(times + 1);
  }
  const script = createWorld({
    answer: () => isVerdict,
    script: () => ({ stdout: 'out', stderr: 'bad', exitCode: 3 }),
  });
  await script.run(review([{ type: 'script', script: { content: 'check' } }, judge]));
  expect(promptsOf(script)[0]).toContain('<stderr>bad</stderr>');
  expect(promptsOf(script)[0]).toContain('<exit_code>3</exit_code>');
});

it('an evaluator leaves its verdict in its slot, and a director after it is told', async () => {
  const steps = [
    { type: 'atomic', description: 'Write.' },
    { type: 'atomic', subtype: 'evaluator', description: 'Judge.' },
    { type: 'atomic', subtype: 'director', description: 'Revise.' },
    { type: 'atomic', description: 'Was it {{last_evaluator_output.feedback}}?' },
  ];
  const world = createWorld({ answer: (request) => (promptOf(request).includes('Judge') ? isVerdict : 'a draft') });
  expect(await world.run(review(steps))).toBe('completed');
  const slot = '{"success":false,"feedback":"too long","target_content":"a draft"}';
  expect(promptsOf(world)[2]).toContain(`<last_evaluator_output>${slot}</last_evaluator_output>`);
  expect(promptsOf(world)[3]).toContain('Was it too long?');
});

it('in a graph, where the context tells it, the prompt does not tell it again', async () => {
  const world = createWorld({ answer: (request) => (promptOf(request).includes('Judge') ? isVerdict : 'a draft') });
  const judge = { subtype: 'evaluator', description: 'Judge.', dependsOn: ['write'] };
  const revise = {
    subtype: 'director',
    description: 'Revise {{verdict.feedback}}.',
    dependsOn: ['judge'],
    outputSlot: 'verdict',
  };
  await world.run(planOf({ write: { description: 'Write.' }, judge: { ...judge, outputSlot: 'verdict' }, revise }));
  expect(promptsOf(world)[1]?.split('a draft')).toHaveLength(2);
  expect(promptsOf(world)[2]).toContain('Revise too long.');
});
