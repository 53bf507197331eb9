import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createMemoryCatalogueStore } from '@/providers/catalogue/catalogue-store.testing';
import { type Makers, startMakers } from '../../e2e/servers/makers/server';
import { type Shape, shapes } from '../../e2e/servers/makers/shapes';
import { lookTool, runLab } from './lab';

let makers: Makers;
beforeAll(async () => {
  makers = await startMakers();
});
afterAll(() => makers.close());
beforeEach(() => makers.reset());

const protocols = { anthropic: 'anthropic', plain: 'compatible' } as const;
const providersOf = ({ maker, name }: Shape) => [
  {
    ...{ id: 'lab', label: 'Lab', protocol: protocols[maker], needsKey: false },
    baseUrl: makers.base[maker].replace('/v1', `/as=${name}/v1`),
  },
];
const model = 'claude-haiku-4-5';
const refused = () => makers.requests.filter((request) => request.refused !== undefined);

describe.each(shapes)('$name ($source)', (shape) => {
  test('fields that it does not know, at any depth, are learned from its words, and not sent again', async () => {
    const text = `default_model: "lab:${model}"
${lookTool}tasks:
  ask: { description: "Look. [tools:1]", tools: [look], options: { new_field: 1, more: { inner: 1, known: 2 } } }
`;
    const store = createMemoryCatalogueStore();
    const first = await runLab(text, { providers: providersOf(shape), store });
    expect([first.status, first.failure]).toEqual(['completed', '']);
    const taught = first.of('model.learned').map(({ data }) => data.parameter);
    expect(taught).toEqual(expect.arrayContaining(['new_field', 'more.inner']));
    expect(makers.requests.at(-1)?.body).toMatchObject({ more: { known: 2 } });
    makers.reset();
    const next = await runLab(text, { providers: providersOf(shape), store });
    expect([next.status, refused()]).toEqual(['completed', []]);
  });

  test('a prompt that is too long is known by its words, asked once, and its window is learned if it is named', async () => {
    const text = `default_model: "lab:${model}"
tasks:
  ask: { description: "${'Say it. '.repeat(400)}[window:400]" }
`;
    const run = await runLab(text, { providers: providersOf(shape) });
    expect(run.of('task.failed')[0]?.error).toMatchObject({ code: 'RESOURCE_EXHAUSTION' });
    expect(makers.requests).toHaveLength(1);
    const taught = run.of('model.learned').map(({ data }) => data.instead);
    expect(taught).toEqual(shape.namesWindow ? ['400 tokens at most'] : []);
  });

  test('a model that it does not serve is gone, and the next of the chain is asked', async () => {
    const text = `default_model: "lab:gone"
fallback_models: ["lab:${model}"]
tasks:
  ask: { description: Say it. }
`;
    const run = await runLab(text, { providers: providersOf(shape) });
    expect([run.status, run.failure]).toEqual(['completed', '']);
    expect(run.of('model.fell_back').map(({ data }) => data.why)).toEqual(['gone']);
  });
});
