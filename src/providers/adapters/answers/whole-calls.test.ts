import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@/base/json';
import { readArgumentsText } from '@/base/read-arguments';
import { samples } from '@/base/samples.testing';
import { CallGatherer, type PartialCall } from './call-pieces';
import { answerWith, callEvents, candidateWith, chatChunk, toolNamed } from './scripted-answer.testing';

/** How servers send a text in pieces: each manner makes of the pieces of a text what is sent. */
const manners: Readonly<Record<string, (pieces: readonly string[]) => readonly string[]>> = {
  'piece by piece': (pieces) => pieces,
  'all so far in each piece': (pieces) => pieces.map((_, index) => pieces.slice(0, index + 1).join('')),
  'all in each piece': (pieces) => pieces.map(() => pieces.join('')),
  'piece by piece, and all at the end again': (pieces) => [...pieces, pieces.join('')],
  'piece by piece, twice': (pieces) => [...pieces, ...pieces],
  'each piece twice': (pieces) => pieces.flatMap((piece) => [piece, piece]),
  'an empty object first': (pieces) => ['{}', ...pieces],
  'an empty object first, then all so far': (pieces) => [
    '{}',
    ...pieces.map((_, index) => pieces.slice(0, index + 1).join('')),
  ],
  'at once': (pieces) => [pieces.join('')],
};

const anyArguments = fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 });
const anyCuts = fc.array(fc.nat(), { maxLength: 6 });

/** A text in pieces, none of them empty. */
function cut(text: string, cuts: readonly number[]): readonly string[] {
  const places = [...new Set([0, ...cuts.map((place) => place % text.length), text.length])].sort((a, b) => a - b);
  return places.slice(1).map((to, index) => text.slice(places[index], to));
}

const readOf = (text: string): unknown => {
  const read = readArgumentsText(text);
  return read.ok ? JSON.parse(read.text) : read.message;
};

describe.each(['compatible', 'anthropic', 'openai'] as const)('a call over the protocol of %s', (protocol) => {
  it.each(Object.entries(manners))('is the same call however it is cut: %s', async (_, manner) => {
    await fc.assert(
      fc.asyncProperty(anyArguments, anyCuts, async (given, cuts) => {
        const pieces = manner(cut(JSON.stringify(given), cuts));
        const { toolCalls } = await answerWith(protocol, callEvents[protocol]('sum', pieces));
        expect(toolCalls?.map(({ id, name, arguments: text }) => [id, name, readOf(text)])).toEqual([
          ['c', 'sum', JSON.parse(JSON.stringify(given))],
        ]);
      }),
      { numRuns: samples('WHOLE_CALLS', 15, 400) },
    );
  });
});

it.each(Object.entries(manners))(
  'calls of chat completions stay apart however they are mixed: %s',
  async (_, manner) => {
    const anyCall = fc.record({ name: fc.constantFrom('sum', 'look'), given: anyArguments, cuts: anyCuts });
    const anyCalls = fc.array(anyCall, { minLength: 2, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(anyCalls, fc.infiniteStream(fc.nat()), fc.boolean(), async (calls, turns, isAtOnce) => {
        const left = calls.map(({ name, given, cuts }, index) => [
          { index, id: `c${index}`, type: 'function', function: { name, arguments: '' } },
          ...manner(cut(JSON.stringify(given), cuts)).map((text) => ({ index, function: { arguments: text } })),
        ]);
        const mixed: JsonObject[] = [];
        for (let open = left; open.length > 0; open = open.filter((pieces) => pieces.length > 0)) {
          const turn: number = turns.next().value;
          const piece = open[turn % open.length]?.shift();
          if (piece !== undefined) mixed.push(piece);
        }
        const events = isAtOnce
          ? [chatChunk({ tool_calls: mixed })]
          : mixed.map((piece) => chatChunk({ tool_calls: [piece] }));
        const answer = [...events, chatChunk({}, 'tool_calls')];
        const { toolCalls } = await answerWith('compatible', answer, { tools: [toolNamed('sum'), toolNamed('look')] });
        const byId = (toolCalls ?? []).toSorted((a, b) => a.id.localeCompare(b.id));
        expect(byId.map(({ id, name, arguments: text }) => [id, name, readOf(text)])).toEqual(
          calls.map(({ name, given }, index) => [`c${index}`, name, JSON.parse(JSON.stringify(given))]),
        );
      }),
      { numRuns: samples('WHOLE_CALLS', 15, 400) },
    );
  },
);

it('a call of Gemini is the same call in one part, in two, and as a text', async () => {
  await fc.assert(
    fc.asyncProperty(anyArguments, async (given) => {
      const args = JSON.parse(JSON.stringify(given)) as JsonObject;
      const part = (call: JsonObject) => ({ functionCall: call });
      const ways = [
        [candidateWith([part({ name: 'sum', args })], 'STOP')],
        [candidateWith([part({ name: 'sum', args: JSON.stringify(args) })], 'STOP')],
        ...[{}, { name: null }, { name: '' }].map((named) => [
          candidateWith([part({ name: 'sum' })]),
          candidateWith([part({ ...named, args })], 'STOP'),
        ]),
        [candidateWith([part({ name: 'sum', id: 'a', args }), part({ name: 'sum', id: 'a', args })], 'STOP')],
      ];
      for (const events of ways) {
        const { toolCalls } = await answerWith('google', events);
        expect(toolCalls?.map(({ name, arguments: text }) => [name, readOf(text)])).toEqual([['sum', args]]);
      }
    }),
    { numRuns: samples('WHOLE_CALLS', 15, 400) },
  );
});

it('a call of Gemini with a name alone has no arguments, and text behind it stays', async () => {
  const events = [candidateWith([{ functionCall: { name: 'sum' } }, { text: 'So.' }], 'STOP')];
  const { toolCalls, content } = await answerWith('google', events);
  expect([toolCalls?.map(({ name, arguments: text }) => [name, text]), content]).toEqual([[['sum', '{}']], 'So.']);
});

describe('pieces of calls', () => {
  const gather = (pieces: readonly PartialCall[], offered = ['sum', 'look']) => {
    const calls = new CallGatherer(offered);
    for (const piece of pieces) calls.add(piece);
    return calls.calls.map(({ id, name, arguments: text }) => [id, name, text]);
  };
  const [a, b] = ['{"a":1}', '{"b":2}'];

  it.each<[string, readonly PartialCall[], unknown]>([
    [
      'a name in two pieces',
      [
        { index: 0, id: 'x', name: 'su' },
        { index: 0, name: 'm', arguments: a },
      ],
      [['x', 'sum', a]],
    ],
    [
      'the name in each piece',
      [
        { index: 0, id: 'x', name: 'sum', arguments: '{"a"' },
        { index: 0, id: 'x', name: 'sum', arguments: ':1}' },
      ],
      [['x', 'sum', a]],
    ],
    [
      'another id in each piece, without names',
      [
        { id: 'x', name: 'sum', arguments: '' },
        { id: 'y', name: '', arguments: '{"a":' },
        { id: 'z', arguments: '1}' },
      ],
      [['x', 'sum', a]],
    ],
    [
      'a name in two pieces under two ids',
      [
        { id: 'x', name: 'su' },
        { id: 'y', name: 'm', arguments: a },
      ],
      [['x', 'sum', a]],
    ],
    [
      'another call under another id, before the first has its arguments',
      [
        { id: 'x', name: 'sum', arguments: '' },
        { id: 'y', name: 'look', arguments: b },
      ],
      [
        ['x', 'sum', ''],
        ['y', 'look', b],
      ],
    ],
    [
      'two calls without arguments, an index and ids',
      [{ name: 'sum' }, { name: 'look' }],
      [
        [undefined, 'sum', ''],
        [undefined, 'look', ''],
      ],
    ],
    [
      'all calls at the same index',
      [
        { index: 0, id: 'x', name: 'sum', arguments: a },
        { index: 0, id: 'y', name: 'sum', arguments: b },
      ],
      [
        ['x', 'sum', a],
        ['y', 'sum', b],
      ],
    ],
    [
      'two calls that take turns',
      [
        { index: 0, id: 'x', name: 'sum', arguments: '{"a"' },
        { index: 1, id: 'y', name: 'look', arguments: '{"b"' },
        { index: 0, arguments: ':1}' },
        { index: 1, arguments: ':2}' },
      ],
      [
        ['x', 'sum', a],
        ['y', 'look', b],
      ],
    ],
    [
      'no index and no id',
      [
        { name: 'sum', arguments: a },
        { name: 'look', arguments: b },
        { name: 'look', arguments: b },
      ],
      [
        [undefined, 'sum', a],
        [undefined, 'look', b],
      ],
    ],
    ['a value', [{ index: 0, id: 'x', name: 'sum', arguments: { a: 1 } }], [['x', 'sum', a]]],
    [
      'a prefix and a number',
      [{ id: 'functions.sum:0', name: 'functions.sum:0', arguments: a }],
      [['functions.sum:0', 'sum', a]],
    ],
    ['nothing', [{ index: 0, id: 'x', name: 'sum', arguments: null }], [['x', 'sum', '']]],
    [
      'an empty object within a text',
      [{ id: 'x', name: 'sum' }, ...['{"a":"', '{}', '"}'].map((text) => ({ arguments: text }))],
      [['x', 'sum', '{"a":"{}"}']],
    ],
    [
      'two different objects, which nobody can tell apart',
      [
        { index: 0, id: 'x', name: 'sum', arguments: a },
        { index: 0, arguments: b },
      ],
      [['x', 'sum', a + b]],
    ],
  ])('%s', (_, pieces, calls) => {
    expect(gather(pieces)).toEqual(calls);
  });

  it('a name is the same however it is cut', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('sum', 'look', 'a', 'get_weather'),
        anyCuts,
        fc.boolean(),
        (name, cuts, isGrowing) => {
          const pieces = cut(name, cuts);
          const sent = isGrowing ? pieces.map((_, index) => pieces.slice(0, index + 1).join('')) : pieces;
          const calls = gather(
            [...sent.map((piece) => ({ index: 0, id: 'x', name: piece })), { index: 0, arguments: a }],
            ['sum', 'look', 'a', 'get_weather'],
          );
          expect(calls).toEqual([['x', name, a]]);
        },
      ),
    );
  });
});

it('the same call twice under one id is one; another call under it has an id of its own', async () => {
  const call = (index: number, args: string) => ({
    index,
    id: 'x',
    type: 'function',
    function: { name: 'sum', arguments: args },
  });
  const events = [
    chatChunk({ tool_calls: [call(0, '{"a":1}'), call(1, '{"a":1}'), call(2, '{"a":2}')] }),
    chatChunk({}, 'tool_calls'),
  ];
  const { toolCalls } = await answerWith('compatible', events);
  expect(toolCalls).toEqual([
    { id: 'x', name: 'sum', arguments: '{"a":1}' },
    { id: 'x-2', name: 'sum', arguments: '{"a":2}' },
  ]);
});

it('a call without a name is one of the only tool, or of none', async () => {
  const events = [chatChunk({ tool_calls: [{ index: 0, function: { arguments: '{"a":1}' } }] }), chatChunk({}, 'stop')];
  expect((await answerWith('compatible', events)).toolCalls).toMatchObject([{ name: 'sum', arguments: '{"a":1}' }]);
  const tools = [toolNamed('sum'), toolNamed('look')];
  expect((await answerWith('compatible', events, { tools })).toolCalls).toMatchObject([{ name: 'unnamed' }]);
});
