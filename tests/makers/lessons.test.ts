import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MoreChecks } from '@/formats/check-meaning';
import { checkText } from '@/formats/check-text';
import { createMemoryCatalogueStore } from '@/providers/catalogue/catalogue-store.testing';
import { createCatalogue } from '@/providers/catalogue/create-catalogue';
import { createEndLookup } from '@/providers/catalogue/model-end';
import { checkModelEnds } from '@/workflow/validate/model-ends';
import { type Makers, startMakers } from '../../e2e/servers/makers/server';
import { lookTool, type MakerCase, makerCases, providerFor, runLab } from './lab';

let makers: Makers;
beforeAll(async () => {
  makers = await startMakers({
    newModels: [
      { id: 'gpt-7-nova', like: 'gpt-6-astra', window: 3000 },
      { id: 'claude-zephyr-6', like: 'claude-opus-5-5', window: 3000 },
      { id: 'gemini-5-neon', like: 'gemini-3.8-flash', window: 3000 },
    ],
    ended: ['gpt-6-sol'],
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

/**
 * Models that came out after the tables were written. The plain server has no tables at all, and its window is that of
 * its prompts.
 */
const newest: Readonly<Partial<Record<MakerCase['maker'], string>>> = {
  openai: 'gpt-7-nova',
  anthropic: 'claude-zephyr-6',
  google: 'gemini-5-neon',
};

/** Models that have ended; the plain server answers to any name. */
const ended: Readonly<Partial<Record<MakerCase['maker'], string>>> = {
  openai: 'gpt-6-sol',
  anthropic: 'claude-opus-4-1',
  google: 'gemini-2.0-flash',
};

/** Models that end, by the tables; what a plain server serves is in none. */
const ending: Readonly<
  Partial<Record<MakerCase['maker'], { readonly model: string; readonly endsOn: string; readonly replacement: string }>>
> = {
  openai: { model: 'gpt-5', endsOn: '2026-12-11', replacement: 'gpt-6.1-sol' },
  anthropic: { model: 'claude-sonnet-4-5', endsOn: '2026-11-30', replacement: 'claude-sonnet-5-5' },
  google: { model: 'gemini-2.5-flash', endsOn: '2026-12-01', replacement: 'gemini-3.5-flash-lite' },
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
    const store = createMemoryCatalogueStore();
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

  // A plain server knows every field here.
  if (one.maker !== 'plain') {
    test('a field that is not of the protocol is learned by the words of the maker', async () => {
      const text = `default_model: "${one.maker}:${one.model}"
tasks:
  ask: { description: Say it., options: { new_field: 1 } }
`;
      const run = await runLab(text, { providers: at() });
      expect([run.status, run.failure]).toEqual(['completed', '']);
      expect(makers.requests.map(({ refused }) => refused?.rule)).toEqual([`${one.maker}.fields`, undefined]);
      expect(run.of('model.learned')).toMatchObject([{ data: { parameter: 'new_field', instead: 'left out' } }]);
    });
  }

  const grown = newest[one.maker];
  if (grown !== undefined) {
    test('of a model that no table knows the window is found by its refusal, and held to in the next run', async () => {
      const text = `default_model: "${one.maker}:${grown}"
agents: { keen: { system: "Look around. [tools:6]" } }
compaction: {}
${lookTool}tasks:
  ask: { agent: keen, description: "Look around. [tools:6]", limits: { max_output_tokens: 500 } }
`;
      const store = createMemoryCatalogueStore();
      const gives = 'A page that tells much. '.repeat(100);
      const first = await runLab(text, { providers: at(), store, gives });
      expect(makers.refused()).toEqual([]);
      expect([first.status, first.failure]).toEqual(['completed', '']);
      const tooLong = () => makers.requests.filter(({ refused }) => refused !== undefined).length;
      expect(tooLong()).toBeGreaterThan(0);
      // OpenAI does not document the limit, so only the run knows it.
      if (one.maker === 'openai') return;
      expect(first.of('model.learned')[0]).toMatchObject({ data: { parameter: 'context window' } });
      makers.reset();
      const next = await runLab(text, { providers: at(), store, gives });
      expect([next.status, tooLong()]).toEqual(['completed', 0]);
    });
  }

  const gone = ended[one.maker];
  if (gone !== undefined) {
    test('a model that has ended is a failure that says so, and is not asked again', async () => {
      const text = `default_model: "${one.maker}:${gone}"\ntasks:\n  ask: { description: Say it. }\n`;
      const run = await runLab(text, { providers: at() });
      expect([run.status, run.failure]).toEqual(['failed', expect.stringContaining(`does not know ${gone} (404)`)]);
      expect(makers.requests).toHaveLength(1);
    });
  }

  const soon = ending[one.maker];
  if (soon !== undefined) {
    test('a model that ends tomorrow is told of in advance, with what replaces it', async () => {
      const text = `default_model: "${one.maker}:${soon.model}"\ntasks:\n  ask: { description: Say it. }\n`;
      const now = Date.parse(soon.endsOn) - 86_400_000;
      const catalogue = await createCatalogue({ store: createMemoryCatalogueStore(), now: () => now });
      const more: MoreChecks = (document) => checkModelEnds(document, [one.maker], createEndLookup(catalogue), now);
      const { diagnostics } = checkText(text, [one.maker], 'yaml', more);
      const by = `${one.maker}:${soon.replacement}`;
      expect(diagnostics).toMatchObject([
        {
          code: 'HED515',
          message: expect.stringMatching(
            new RegExp(`^${one.maker}:${soon.model} ends on ${soon.endsOn}, in 1 day\\. ${by} takes its place, at `),
          ),
          fix: { to: by },
        },
      ]);
    });
  }
});
