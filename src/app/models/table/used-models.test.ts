import { expect, it } from 'vitest';
import { checkText } from '@/formats/check-text';
import { formatUses, listUsedModels } from './used-models';

const yaml = `
default_model: openai:gpt-5
agents: { terse: { model: gpt-5 } }
tasks:
  ask: { description: A question., model: "llama3:8b" }
  all: { type: group, subtasks: { web: { description: Look., model: "ollama:llama3:8b" } } }
  own: { description: Mine., model: "harbour:small" }
`;

it('gathers the models of a workflow with the places that name them, also without their provider', () => {
  const { document } = checkText(yaml, ['harbour'], 'yaml');
  if (document === undefined) throw new Error('The text does not parse.');
  const used = listUsedModels(document, ['harbour']);
  expect(used).toEqual([
    {
      provider: 'openai',
      model: 'gpt-5',
      written: ['openai:gpt-5', 'gpt-5'],
      uses: [
        { label: 'default model', task: undefined },
        { label: 'agent terse', task: undefined },
      ],
    },
    { provider: 'openai', model: 'llama3:8b', written: ['llama3:8b'], uses: [{ label: 'ask', task: 'ask' }] },
    {
      provider: 'ollama',
      model: 'llama3:8b',
      written: ['ollama:llama3:8b'],
      uses: [{ label: 'all / web', task: 'all' }],
    },
    { provider: 'harbour', model: 'small', written: ['harbour:small'], uses: [{ label: 'own', task: 'own' }] },
  ]);
});

it('counts tasks where each use is one, else places', () => {
  const at = (...tasks: readonly (string | undefined)[]) => tasks.map((task) => ({ label: 'x', task }));
  expect([at('a'), at('a', 'b', 'c'), at('a', 'a'), at('a', undefined), at(undefined)].map(formatUses)).toEqual([
    '1 task',
    '3 tasks',
    '2 places',
    '2 places',
    '1 place',
  ]);
});
