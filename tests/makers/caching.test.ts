import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FiguresDraft, noFigures } from '@/run/run-figures';
import { record, records } from '../../e2e/servers/makers/json';
import { type Makers, startMakers } from '../../e2e/servers/makers/server';
import { lookTool, type MakerCase, makerCases, providerFor, runLab } from './lab';

let makers: Makers;
beforeAll(async () => {
  makers = await startMakers();
});
afterAll(() => makers.close());
beforeEach(() => makers.reset());

const [openai, anthropic, google] = makerCases as [MakerCase, MakerCase, MakerCase];
const providersOf = (one: MakerCase) => [providerFor(one, makers.base[one.maker])];

/** About 2,000 tokens that stay the same. `mark` separates them from those of other tests. */
const rules = (mark: string) => `${mark} ${'Say what is, and nothing else. '.repeat(260)}`;

/** How it ends: the judge is never satisfied. */
const fiveRounds = 'The director still asked for an evaluation after 5 rounds.';

/** A director of five rounds with its evaluator. */
const director = ({ maker, model }: MakerCase, mark: string, more = '') => `name: ${mark}
default_model: "${maker}:${model}"
${more}
agents: { judge: { system: "${rules(`judge ${mark}`)}" }, writer: { system: "${rules(`writer ${mark}`)}" } }
tasks:
  rounds:
    type: director_evaluator
    max_iterations: 5
    director: { agent: writer, description: "Write. [tools:1][tool:request_evaluation]", tools: [note] }
    evaluator: { agent: judge, description: 'Judge. [reply:{"success": false, "feedback": "More."}]' }
`;

const items = ({ maker, model }: MakerCase, mark: string, more = '') => `name: ${mark}
default_model: "${maker}:${model}"
tasks:
  all:
    type: map
    items: [red, blue, green, black, white]
    max_concurrency: 1
    inner_task: { system: "${rules(mark)}", description: "Describe {{item}}."${more} }
`;

/** A body without the marks, and its prefix: tools and system. */
const startOf = (body: unknown) => {
  const { tools, system, instructions, systemInstruction, input } = record(
    JSON.parse(JSON.stringify(body).replaceAll(/,?"cache_control":\{[^}]*\}/g, '')),
  );
  const first = records(input).filter(({ role }) => role === 'developer' || role === 'system');
  return JSON.stringify({ tools, system, instructions, systemInstruction, first });
};

/** Length of the common prefix of two texts, in characters. */
function alike(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

const marksIn = (body: unknown) => JSON.stringify(body).split('"cache_control":').length - 1;
const sums = (run: Awaited<ReturnType<typeof runLab>>) => {
  const draft = new FiguresDraft(noFigures);
  for (const event of run.events) draft.apply(event);
  return draft.close().totals;
};

describe.each([openai, anthropic, google])('$maker', (one) => {
  test('the rounds of a director, and the items of a map, begin alike to the byte', async () => {
    const rounds = await runLab(director(one, 'alike'), { providers: providersOf(one) });
    expect(rounds.failure).toBe(fiveRounds);
    for (const who of ['writer', 'judge']) {
      const bodies = makers.requests.map(({ body }) => body).filter((body) => startOf(body).includes(`${who} alike`));
      expect(bodies.length).toBeGreaterThanOrEqual(4);
      expect(new Set(bodies.map(startOf)).size).toBe(1);
    }
    makers.reset();
    await runLab(items(one, 'items alike'), { providers: providersOf(one) });
    const bodies = makers.requests.map(({ body }) => body);
    expect(bodies).toHaveLength(5);
    expect(new Set(bodies.map(startOf)).size).toBe(1);
    const texts = bodies.map((body) => JSON.stringify(body.messages ?? body.input ?? body.contents));
    for (const text of texts) expect(alike(text, texts[0] as string)).toBeGreaterThanOrEqual(text.indexOf('Describe '));
  });
});

describe.each([openai, anthropic])('$maker', (one) => {
  test('five rounds are read from the cache, priced as such, and say what that saved', async () => {
    const cached = await runLab(director(one, 'five'), { providers: providersOf(one) });
    expect(cached.failure).toBe(fiveRounds);
    expect(makers.refused()).toEqual([]);
    const usages = cached.of('model.replied').map(({ data }) => data.usage);
    const later = usages.slice(2);
    expect(later).toHaveLength(7);
    for (const usage of later) {
      expect(usage.cachedTokens).toBeGreaterThan(1500);
      expect(usage.cacheSavedUsd).toBeGreaterThan(0);
    }
    const seen = makers.requests.flatMap(({ usage }) => usage ?? []);
    expect(usages.map(({ cachedTokens }) => cachedTokens)).toEqual(seen.map(({ cacheRead }) => cacheRead));
    expect(usages.map(({ cacheWriteTokens = 0 }) => cacheWriteTokens)).toEqual(
      seen.map(({ cacheWritten }) => cacheWritten),
    );
    const { costUsd, cacheSavedUsd = 0, cachedTokens = 0, inputTokens } = sums(cached);
    expect(cachedTokens / inputTokens).toBeGreaterThan(0.6);
    expect(cacheSavedUsd / (costUsd + cacheSavedUsd)).toBeGreaterThan(0.3);
  });

  test('the turns of a conversation are read from the turns before', async () => {
    const text = `default_model: "${one.maker}:${one.model}"\n${lookTool}tasks:\n  ask: { system: "${rules('turns')}", description: "Look around. [tools:4]" }\n`;
    const run = await runLab(text, { providers: providersOf(one) });
    expect(run.status).toBe('completed');
    const usages = run.of('model.replied').map(({ data }) => data.usage);
    for (const [index, usage] of usages.slice(1).entries()) {
      const { cachedTokens = 0, cacheWriteTokens = 0 } = usages[index] ?? {};
      // The server rounds each part up.
      expect(Math.abs(usage.cachedTokens - cachedTokens - cacheWriteTokens)).toBeLessThan(10);
      expect(usage.cachedTokens).toBeGreaterThan(1500);
    }
  });
});

test('the items of a map read the context that they share from the cache of Anthropic, and are told it unchanged', async () => {
  const run = async (more: string) => {
    makers.reset();
    const text = `name: shared
default_model: "anthropic:${anthropic.model}"
max_concurrency: 1
tasks:
  facts: { description: "Tell. [reply:${'The tide turns twice a day. '.repeat(1000)}]" }
  each:
    type: map
    items: [red, blue, green]
    context_management: { inherit_context: full }
    inner_task: { system: Be kind., description: "Describe {{item}}."${more} }
    depends_on: [facts]
`;
    const { status, of } = await runLab(text, { providers: providersOf(anthropic) });
    expect([status, makers.refused()]).toEqual(['completed', []]);
    return of('model.replied').map(({ data: { usage } }) => usage.cachedTokens);
  };
  const [, first, ...others] = await run('');
  expect(first).toBe(0);
  for (const cached of others) expect(cached).toBeGreaterThan(5000);
  const texts = makers.requests.map(({ body }) => JSON.stringify(body.messages));
  for (const text of texts.slice(1)) expect(text).toMatch(/"}}?,{"type":"text","text":"\\n\\nDescribe/);
  // Four marks are accepted: one set by a person takes precedence over that of the context.
  expect(await run(', options: { cache_control: { type: ephemeral } }')).toHaveLength(4);
  expect(marksIn(makers.requests[1]?.body)).toBe(2);
});

test('OpenAI is told a key by the place of the task, the same in each round and run, and Google nothing', async () => {
  const keys = async () => {
    makers.reset();
    await runLab(director(openai, 'keys'), { providers: providersOf(openai) });
    return makers.requests.map(({ body }) => [startOf(body).includes('judge keys'), body.prompt_cache_key]);
  };
  const first = await keys();
  expect(await keys()).toEqual(first);
  expect(new Set(first.map(String)).size).toBe(2);
  for (const [, key] of first) expect(key).toMatch(/^[0-9a-f]{32}$/);
  makers.reset();
  await runLab(director(google, 'keys'), { providers: providersOf(google) });
  expect(JSON.stringify(makers.requests[0]?.body)).not.toMatch(/cache/i);
});

test('Anthropic is given few marks, none for what is sent once', async () => {
  const marks = async (text: string) => {
    makers.reset();
    const run = await runLab(text, { providers: providersOf(anthropic) });
    expect(run.status).toBe('completed');
    return makers.requests.map(({ body }) => marksIn(body));
  };
  const model = `default_model: "anthropic:${anthropic.model}"\n`;
  expect(await marks(`${model}tasks:\n  once: { system: Be kind., description: Say it. }\n`)).toEqual([0]);
  expect(await marks(items(anthropic, 'marks'))).toEqual([1, 1, 1, 1, 1]);
  const turns = `${model}${lookTool}tasks:\n  ask: { system: Be kind., description: "Look around. [tools:3]" }\n`;
  expect(await marks(turns)).toEqual([2, 3, 3, 3]);
});

test('cache: off, on the workflow, an agent or a task, sends neither marks nor keys; the nearest holds', async () => {
  for (const one of [openai, anthropic]) {
    const sent = async (text: string) => {
      makers.reset();
      await runLab(text, { providers: providersOf(one) });
      return makers.requests.some(({ body }) => /cache_control|prompt_cache_key/.test(JSON.stringify(body)));
    };
    expect(await sent(director(one, 'off', 'cache: off'))).toBe(false);
    expect(await sent(items(one, 'off', ', cache: off'))).toBe(false);
    expect(await sent(items(one, 'off', ', agent: { cache: off }'))).toBe(false);
    expect(await sent(items(one, 'off', ', agent: { cache: off }, cache: auto'))).toBe(true);
  }
});

test('a gateway that does not know cache_control is asked without it from then on', async () => {
  const refused: boolean[] = [];
  const gateway = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString('utf8');
    refused.push(body.includes('cache_control'));
    const message = 'system.0.cache_control: Extra inputs are not permitted';
    const error = { type: 'error', error: { type: 'invalid_request_error', message } };
    const target = `${makers.url}${request.url}`;
    const answer = body.includes('cache_control')
      ? new Response(JSON.stringify(error), { status: 400 })
      : await fetch(target, { method: 'POST', body, headers: request.headers as Record<string, string> });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  const { port } = gateway.address() as AddressInfo;
  const run = await runLab(items(anthropic, 'gateway'), {
    providers: [providerFor(anthropic, `http://127.0.0.1:${port}/anthropic/v1`)],
  });
  gateway.close();
  expect([run.status, run.failure]).toEqual(['completed', '']);
  expect(refused).toEqual([true, false, false, false, false, false]);
  expect(run.of('model.learned').map(({ data }) => data.parameter)).toEqual(['cache_control']);
});
