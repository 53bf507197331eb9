import { describe, expect, it } from 'vitest';
import { buildPlan } from '@/plan/build-plan';
import type { WorkflowDocument } from '@/workflow/document';
import { documentSchema } from '@/workflow/document-schema';
import { setInputs } from '@/workflow/inputs/set-inputs';
import { createWorld } from './testing/world.testing';

const document = documentSchema.parse({
  defaultModel: 'sim:echo',
  variables: { greeting: 'Dear {{mail}}' },
  inputs: { mail: { required: true }, count: { type: 'number', default: 2 }, file: { type: 'file' } },
  library: { f: { task: { type: 'atomic', description: 'Function {{count}}', condition: 'inputs.count == 2' } } },
  tasks: {
    a: {
      type: 'atomic',
      description: '{{greeting}} {{x}} {{count}} [{{file}}]',
      inputs: { x: { from: 'mail' } },
      condition: 'inputs.count == 2 && variables.count == 2 && variables.mail.startsWith("{{")',
    },
    b: { type: 'call', ref: 'f', dependsOn: ['a'] },
    own: {
      type: 'atomic',
      description: 'Own {{count}}',
      inputs: { count: 7 },
      condition: 'inputs.count == 7 && variables.count == 2',
    },
  },
}) as WorkflowDocument;

function planWith(values: Parameters<typeof setInputs>[1]) {
  const set = setInputs(document, values);
  if (!set.ok) throw new Error(set.error.map(({ message }) => message).join());
  const plan = buildPlan(set.value, []);
  if (!plan.ok) throw new Error(plan.error[0]?.message);
  return plan.value;
}

describe('a run that is given inputs', () => {
  it('reads them like variables, in templates, references and expressions, and fills in none of them', async () => {
    const world = createWorld();
    await world.run(planWith({ mail: '{{count}}' }));
    const sent = world.models.requests.map(({ messages }) => JSON.stringify(messages));
    expect(sent.find((text) => text.includes('Dear'))).toContain('Dear {{count}} {{count}} 2 []');
    expect(sent.some((text) => text.includes('Function 2'))).toBe(true);
    expect(sent.some((text) => text.includes('Own 7'))).toBe(true);
  });

  it('has another plan for other values, and the same one for the same', () => {
    const { hash } = planWith({ mail: 'a' });
    expect(planWith({ mail: 'a', count: 2 }).hash).toBe(hash);
    expect(planWith({ mail: 'b' }).hash).not.toBe(hash);
    expect(planWith({ mail: 'a' })).toMatchObject({
      variables: { mail: 'a', count: 2, file: null, greeting: 'Dear a' },
      inputs: { mail: 'text', count: 'number', file: 'file' },
    });
  });
});
