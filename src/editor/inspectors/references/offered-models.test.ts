import { describe, expect, it } from 'vitest';
import { listModelsOfDocument, listOfferedModels } from './offered-models';

describe('offeredModels', () => {
  it('offers what has the typed text in its name, those of the workflow first, each once', () => {
    const own = ['openai:gpt-6', 'sim:echo'];
    const known = ['openai:gpt-5.4', 'openai:gpt-6', 'sim:slow'];
    expect(listOfferedModels(own, known, ' GPT')).toEqual(['openai:gpt-6', 'openai:gpt-5.4']);
    expect(listOfferedModels(own, known, '')).toHaveLength(4);
  });

  it('offers fifty of a list of a hundred thousand', () => {
    const known = Array.from({ length: 100_000 }, (_, index) => `gateway:m${index}`);
    expect(listOfferedModels([], known, 'm99')).toHaveLength(50);
  });
});

describe('modelsNamedIn', () => {
  it('finds the models of tasks, agents and settings', () => {
    const agents = { worker: { model: 'b:two' } };
    const tasks = { a: { type: 'atomic', model: 'c:three' } } as const;
    expect(listModelsOfDocument({ name: 'x', defaultModel: 'a:one', agents, tasks })).toEqual([
      'a:one',
      'b:two',
      'c:three',
    ]);
  });
});
