import { describe, expect, it } from 'vitest';
import type { ModelOffer } from '@/plan/model-offer';
import { formatModelOffer, listModelsOfDocument, listOfferedModels } from './offered-models';

const now = Date.parse('2026-11-28T12:00:00Z');
const offer = (name: string, more: Partial<ModelOffer> = {}): ModelOffer => ({
  name,
  label: name.split(':')[0] ?? '',
  key: 'there',
  ...more,
});
const namesOf = (own: readonly string[], known: readonly ModelOffer[], typed: string) =>
  listOfferedModels(own, known, typed, now).map(({ name, group }) => `${group} ${name}`);

describe('listOfferedModels', () => {
  it('offers what has the typed text in its name, those of the workflow first, each once', () => {
    const own = ['openai:gpt-6', 'sim:echo'];
    const known = [offer('openai:gpt-5.4'), offer('openai:gpt-6'), offer('sim:slow')];
    expect(namesOf(own, known, ' GPT')).toEqual(['used openai:gpt-6', 'ready openai:gpt-5.4']);
    expect(namesOf(own, known, '')).toHaveLength(4);
  });

  it('offers what can be called first, and what has ended last', () => {
    const known = [
      offer('openai:davinci', { endsOn: '2024-01-04' }),
      offer('openai:gpt-6', { key: 'missing' }),
      offer('ollama:llama', { key: 'not_needed' }),
      offer('openai:soon', { endsOn: '2026-12-11' }),
    ];
    expect(namesOf([], known, '')).toEqual([
      'ready ollama:llama',
      'ready openai:soon',
      'keyless openai:gpt-6',
      'ended openai:davinci',
    ]);
  });

  it('offers some of each provider while nothing is typed, and finds all of one by its name', () => {
    const known = ['a', 'b'].flatMap((maker) => Array.from({ length: 20 }, (_, index) => offer(`${maker}:m${index}`)));
    expect(listOfferedModels([], known, '', now)).toHaveLength(16);
    expect(listOfferedModels([], known, 'b', now)).toHaveLength(20);
  });

  it('offers fifty of a list of a hundred thousand', () => {
    const known = Array.from({ length: 100_000 }, (_, index) => offer(`gateway:m${index}`));
    expect(listOfferedModels([], known, 'm99', now)).toHaveLength(50);
  });
});

it('tells the end of a model that is near, else the price', () => {
  const price = { inputPerMillion: 0.5, outputPerMillion: 3 };
  expect(formatModelOffer({ price, endsOn: '2024-01-04' }, now)).toBe('Ended 4 January 2024');
  expect(formatModelOffer({ price, endsOn: '2026-12-11' }, now)).toBe('Ends 11 December 2026');
  expect(formatModelOffer({ price, endsOn: '2027-12-11' }, now)).toBe('$0.50 in, $3.00 out');
  expect(formatModelOffer({ price: { inputPerMillion: 0, outputPerMillion: 0 } }, now)).toBe('Free');
  expect(formatModelOffer({}, now)).toBeUndefined();
});

describe('listModelsOfDocument', () => {
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
