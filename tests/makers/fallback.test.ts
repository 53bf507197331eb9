import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createMemoryBlobs } from '@/engine/testing/memory-stores.testing';
import { type Makers, startMakers } from '../../e2e/servers/makers/server';
import { lookTool, type MakerCase, makerCases, providerFor, runLab } from './lab';

let makers: Makers;
beforeAll(async () => {
  makers = await startMakers();
});
afterAll(() => makers.close());
beforeEach(() => makers.reset());

const nameOf = ({ maker, model }: MakerCase) => `${maker}:${model}`;
const providersOf = (chain: readonly MakerCase[]) => chain.map((one) => providerFor(one, makers.base[one.maker]));

/** Each provider at each position of a chain of three. */
const chains = makerCases.map((_, first) => [0, 1, 2].map((next) => makerCases[(first + next) % 4] as MakerCase));

const workflow = (
  [first, ...others]: readonly MakerCase[],
  prompt: string,
) => `default_model: "${nameOf(first as MakerCase)}"
fallback_models: ${JSON.stringify(others.map(nameOf))}
${lookTool}tasks:
  ask: { description: "Look around. ${prompt}[think:Deep thought][reasoning-content]", options: { reasoning_effort: high } }
`;

describe.each(chains.map((chain) => ({ chain, name: chain.map(({ maker }) => maker).join(', ') })))(
  '$name',
  ({ chain }) => {
    const [first, second, third] = chain as [MakerCase, MakerCase, MakerCase];

    test('a conversation with tools goes on from one to the next, each told none of the thoughts of the others', async () => {
      makers.next('[503*9]', { maker: first.maker, times: 9 });
      makers.next('', { maker: second.maker, times: 2 });
      makers.next('[404]', { maker: second.maker });
      const run = await runLab(workflow(chain, '[tools:4]'), { providers: providersOf(chain) });
      expect(makers.refused().map(({ refused }) => refused)).toEqual([]);
      expect([run.status, run.failure]).toEqual(['completed', '']);
      expect(makers.requests.map(({ maker, turn }) => [maker, turn])).toEqual([
        [first.maker, 1],
        [second.maker, 1],
        [second.maker, 2],
        [second.maker, 3],
        [third.maker, 3],
        [third.maker, 4],
        [third.maker, 5],
      ]);
      expect(run.of('model.fell_back').map(({ model, data: { to, why } }) => [model, to, why])).toEqual([
        [nameOf(first), nameOf(second), 'overloaded'],
        [nameOf(second), nameOf(third), 'gone'],
      ]);
      const replies = run.of('model.replied');
      expect(replies.map(({ model }) => model)).toEqual([second, second, third, third, third].map(nameOf));
      expect(replies.map(({ data }) => data.insteadOf)).toEqual(Array(5).fill(nameOf(first)));
      // The third begins with only the earlier replies, and then gets its own thoughts back.
      expect(JSON.stringify(makers.requests[4]?.body)).not.toMatch(
        /signature":"[^"]{200,}|encrypted_content":"|"reasoning_content":"/,
      );
      expect(run.of('task.completed')[0]?.result).toMatch(/^Done after 4 results/);
    });

    test('taken up after each of its events, it goes on with the model that it came to', async () => {
      const order = () => makers.next('[503*9]', { maker: first.maker, times: 9 });
      const blobs = createMemoryBlobs();
      order();
      const whole = await runLab(workflow(chain, '[tools:1]'), { providers: providersOf(chain), blobs });
      const fell = whole.events.findIndex(({ kind }) => kind === 'model.fell_back');
      for (let cut = fell + 1; cut < whole.events.length; cut++) {
        makers.reset();
        order();
        const log = whole.events.slice(0, cut);
        const run = await runLab(workflow(chain, '[tools:1]'), { providers: providersOf(chain), blobs, log });
        expect([run.status, run.failure]).toEqual(['completed', '']);
        expect(makers.requests.filter(({ maker }) => maker !== second.maker)).toEqual([]);
        expect(makers.refused()).toEqual([]);
      }
    });
  },
);

test('an ended model of each maker is gone, and a server that is not there is not reached', async () => {
  for (const [maker, ended] of [
    ['openai', 'o3-mini'],
    ['anthropic', 'claude-opus-4-1'],
    ['google', 'gemini-2.0-flash'],
  ] as const) {
    const one = makerCases.find((each) => each.maker === maker) as MakerCase;
    const away = { ...one, maker: 'plain', model: 'away' } as const;
    const providers = [
      providerFor(one, makers.base[maker]),
      { ...providerFor(away, 'http://127.0.0.1:9/v1'), id: 'away', protocol: 'compatible' as const },
    ];
    const text = `tasks:\n  ask: { description: Say it., model: "${maker}:${ended}", fallback_models: ["away:none", "${nameOf(one)}"] }\n`;
    const run = await runLab(text, { providers });
    expect([run.status, run.failure]).toEqual(['completed', '']);
    expect(run.of('model.fell_back').map(({ data }) => data.why)).toEqual(['gone', 'network']);
  }
});

test('a refused content, a wrong key and a wrong request stay with the model that refused', async () => {
  const chain = chains[0] as readonly MakerCase[];
  for (const directives of ['[filter]', '[refuse]', '[401]', '[400]']) {
    makers.reset();
    const run = await runLab(workflow(chain, directives), { providers: providersOf(chain) });
    expect(run.status).toBe('failed');
    expect(new Set(makers.requests.map(({ maker }) => maker))).toEqual(new Set([chain[0]?.maker]));
    expect(run.of('model.fell_back')).toEqual([]);
  }
});
