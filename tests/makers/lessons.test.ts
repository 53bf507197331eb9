import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { memoryCatalogueStore } from '@/providers/catalogue/catalogue-store';
import { type Makers, startMakers } from '../../e2e/servers/makers/server';
import { type MakerCase, makerCases, providerFor, runLab } from './lab';

let makers: Makers;
beforeAll(async () => {
  makers = await startMakers({
    newModels: [
      { id: 'gpt-7-nova', like: 'gpt-6-astra', window: 3000 },
      { id: 'claude-zephyr-6', like: 'claude-opus-5-5', window: 3000 },
      { id: 'gemini-5-neon', like: 'gemini-3.8-flash', window: 3000 },
    ],
    ended: ['gpt-6-sol', 'claude-haiku-4-5', 'gemini-2.5-flash'],
  });
});
afterAll(() => makers.close());
beforeEach(() => makers.reset());

/** A field that no table knows to be refused, as a document writes it and as the server names it. */
const fields: Readonly<Record<MakerCase['maker'], readonly [option: string, field: string]>> = {
  openai: ['truncation: auto', 'truncation'],
  anthropic: ['service_tier: auto', 'service_tier'],
  google: ['presence_penalty: 0.5', 'presencePenalty'],
  plain: ['verbosity: low', 'verbosity'],
};

describe.each(makerCases)('$maker', (one) => {
  const at = () => [providerFor(one, makers.base[one.maker])];

  test('a parameter that no table knows is refused, learned, and not sent again', async () => {
    const [option, field] = fields[one.maker];
    const text = `default_model: "${one.maker}:${one.model}"
tasks:
  ask: { description: "Say it. [param:${field}]", options: { ${option} } }
  again: { description: "Say more. [param:${field}]", options: { ${option} }, depends_on: [ask] }
`;
    const store = memoryCatalogueStore();
    const first = await runLab(text, { providers: at(), store });
    expect([first.status, first.failure]).toEqual(['completed', '']);
    const sent = () => makers.requests.map(({ body }) => JSON.stringify(body).includes(`"${field}":`));
    expect(sent()).toEqual([true, false, false]);
    expect(first.of('model.learned')).toMatchObject([{ data: { instead: 'left out' } }]);
    makers.reset();
    const next = await runLab(text, { providers: at(), store });
    expect(next.status).toBe('completed');
    expect(sent()).toEqual([false, false]);
    expect(next.of('model.learned')).toEqual([]);
  });
});
