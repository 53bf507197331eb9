import { describe, expect, it } from 'vitest';
import { AppError } from '@/base/errors';
import type { ModelRequest } from '@/engine/ports/model-client';
import { nothingKnown } from '@/plan/model-facts';
import type { Protocol } from '../provider-config';
import { NotStreamed } from '../wire';
import type { AdapterCall } from './adapter';
import { BlockMarks } from './maker-work/block-marks';
import type { SdkModel, SdkOptions, SdkPart, SdkUsage, SdkWhole } from './sdk-types';
import { readStreamedReply } from './stream-reply';

const usage: SdkUsage = {
  inputTokens: { total: 9, noCache: undefined, cacheRead: 2, cacheWrite: undefined },
  outputTokens: { total: 4, text: undefined, reasoning: undefined },
};
const finish = (unified: 'stop' | 'interrupted' | 'error' | 'length' = 'stop'): SdkPart => ({
  type: 'finish',
  finishReason: { unified, raw: undefined },
  usage,
});
const text = (...deltas: string[]): SdkPart[] => [
  { type: 'text-start', id: '0' },
  ...deltas.map((delta) => ({ type: 'text-delta', id: '0', delta }) as const),
  { type: 'text-end', id: '0' },
];
const toolCall = (more: object = {}): SdkPart => ({
  type: 'tool-call',
  toolCallId: 'c',
  toolName: 'look',
  input: '{}',
  ...more,
});
const failed = (name: string, message = 'x', more: object = {}) => Object.assign(new Error(message), { name, ...more });

interface Scripted {
  readonly parts?: readonly SdkPart[];
  /** What happens behind the parts: the stream breaks, or the server says nothing more. Left out: it ends. */
  readonly behind?: Error | 'silence';
  readonly opens?: Error;
  readonly whole?: SdkWhole | Error;
  readonly wholeText?: string;
  readonly protocol?: Protocol;
  readonly baseUrl?: string;
  readonly request?: Partial<ModelRequest>;
  readonly isStopped?: boolean;
}

/** Sends a call to a model that answers by a script. */
async function ask({
  parts = [],
  behind,
  opens,
  whole,
  wholeText,
  protocol = 'anthropic',
  baseUrl = 'http://lab/v1',
  request,
  isStopped = false,
}: Scripted) {
  const told: string[] = [];
  const asked: SdkOptions[] = [];
  let isCancelled = false;
  const stream = new ReadableStream<SdkPart>({
    start: (controller) => {
      for (const part of parts) controller.enqueue(part);
      if (behind === undefined) controller.close();
    },
    pull: (controller) => {
      if (behind instanceof Error) controller.error(behind);
    },
    cancel: () => {
      isCancelled = true;
    },
  });
  const model: SdkModel = {
    doStream: async (options) => {
      asked.push(options);
      if (opens !== undefined) throw opens;
      return { stream };
    },
    doGenerate: async () => {
      if (whole === undefined || whole instanceof Error) throw whole ?? new Error('Nothing.');
      return whole;
    },
  };
  const stop = new AbortController();
  if (isStopped) stop.abort();
  const call: AdapterCall = {
    provider: { id: 'lab', label: 'Lab', protocol, baseUrl, needsKey: false },
    key: undefined,
    request: {
      model: { provider: 'lab', model: 'm' },
      messages: [{ role: 'user', content: 'Hi' }],
      options: {},
      maxOutputTokens: 7,
      idempotencyKey: 'k',
      ...request,
    },
    facts: nothingKnown,
    follower: {
      signal: stop.signal,
      onText: (delta) => void told.push(delta),
      onReasoning: (delta) => void told.push(`(${delta})`),
      onRestart: () => void told.push('again:'),
    },
    secrets: ['secret-key'],
    files: { mark: () => 'file' },
    blocks: new BlockMarks(),
    wire: { fetchWith: () => fetch, whole: () => wholeText, sent: () => undefined },
  };
  const place = () => undefined;
  const answered = await readStreamedReply(model, call, { providerOptions: { lab: { a: 1 } }, place }).then(
    (reply) => ({ reply, error: undefined }),
    (error: unknown) => ({ reply: undefined, error }),
  );
  return { ...answered, told, asked, isCancelled };
}

const errorOf = async (scripted: Scripted) => {
  const { error } = await ask(scripted);
  if (!(error instanceof AppError)) throw error ?? new Error('It was answered.');
  return { code: error.code, message: error.message, ...error.details };
};

describe('thoughts that only a closing tag ends', () => {
  const asked = { protocol: 'compatible' } as const;
  it.each([
    [
      ['Hm', 'm.</th', 'ink>', '\n\nYes', '.'],
      ['Hm', 'm.</th', 'ink>', 'again:', '(Hmm.)', 'Yes', '.'],
    ],
    [['Hmm.</think>Yes.'], ['again:', '(Hmm.)', 'Yes.']],
    [
      ['Write `</think>` at', ' the end.'],
      ['Write `</think>` at', ' the end.'],
    ],
  ])('are taken back from the answer as soon as it comes: %j', async (deltas, expected) => {
    const { told, reply } = await ask({ ...asked, parts: [...text(...deltas), finish()] });
    expect(told).toEqual(expected);
    expect(reply?.content).toBe(deltas.join('').replace(/^Hmm\.<\/think>\s*/, ''));
  });
});

describe('a streamed reply', () => {
  it('is told as it comes, and given whole', async () => {
    const thoughts: SdkPart[] = [
      { type: 'reasoning-start', id: '0' },
      { type: 'reasoning-delta', id: '0', delta: 'Hm.' },
      { type: 'reasoning-delta', id: '0', delta: '', providerMetadata: { anthropic: { signature: 'early' } } },
      { type: 'reasoning-end', id: '0', providerMetadata: { anthropic: { signature: 'late' } } },
    ];
    const { reply, told, isCancelled } = await ask({
      parts: [{ type: 'stream-start', warnings: [] }, ...thoughts, ...text('I ', 'look.'), toolCall(), finish()],
      behind: 'silence',
    });
    expect(told).toEqual(['(Hm.)', 'I ', 'look.']);
    expect(reply).toMatchObject({
      content: 'I look.',
      finishReason: 'tool_calls',
      toolCalls: [{ id: 'c', name: 'look', arguments: '{}' }],
      inputTokens: 9,
      cachedTokens: 2,
      origin: {
        by: 'lab:m',
        parts: [
          // What is said last of a part counts.
          { kind: 'reasoning', text: 'Hm.', opaque: { anthropic: { signature: 'late' } } },
          { kind: 'text', length: 7 },
          { kind: 'call' },
        ],
      },
    });
    expect(isCancelled).toBe(true);
  });

  it('keeps what the server says of each part: at its start, with a piece, at its end', async () => {
    const said = (n: number) => ({ providerMetadata: { lab: { [`m${n}`]: n } } });
    const { reply } = await ask({
      parts: [
        { type: 'reasoning-start', id: '0', ...said(0) },
        { type: 'reasoning-delta', id: '0', delta: 'a', ...said(1) },
        { type: 'reasoning-end', id: '0', ...said(2) },
        { type: 'text-start', id: '0', ...said(3) },
        { type: 'text-delta', id: '0', delta: 'b', ...said(4) },
        { type: 'text-end', id: '0', ...said(5) },
        toolCall(said(6)),
        // Nothing is open any more.
        { type: 'reasoning-delta', id: '0', delta: 'late', ...said(7) },
        { type: 'text-delta', id: '0', delta: 'late', ...said(7) },
        finish('length'),
      ],
    });
    expect(reply?.content).toBe('b');
    expect(reply?.finishReason).toBe('length');
    expect(reply?.origin?.parts).toEqual([
      { kind: 'reasoning', text: 'a', opaque: { lab: { m0: 0, m1: 1, m2: 2 } } },
      { kind: 'text', length: 1, opaque: { lab: { m3: 3, m4: 4, m5: 5 } } },
      { kind: 'call', opaque: { lab: { m6: 6 } } },
    ]);
  });

  it('has thoughts between tags apart only where servers leave them in the text', async () => {
    const parts = [...text('<think>Hm', '.</think>', 'Yes', '.'), finish()];
    const compatible = await ask({ parts, protocol: 'compatible' });
    expect([compatible.reply?.content, compatible.told.join('')]).toEqual(['Yes.', '(Hm)(.)Yes.']);
    expect(compatible.reply?.origin?.parts).toEqual([
      { kind: 'text', length: 4 },
      { kind: 'reasoning', text: 'Hm.' },
    ]);
    const held = await ask({ parts: [...text('<thi'), finish()], protocol: 'compatible' });
    expect([held.reply?.content, held.told]).toEqual(['<thi', ['<thi']]);
    expect((await ask({ parts })).reply?.content).toBe('Yes.');
    const baseUrl = 'https://api.anthropic.com/v1';
    expect((await ask({ parts, baseUrl })).reply?.content).toBe('<think>Hm.</think>Yes.');
  });

  it('names its sources, of pages alone', async () => {
    const { reply } = await ask({
      parts: [
        { type: 'source', sourceType: 'url', id: '1', url: 'https://example.org/a', title: 'A' },
        { type: 'source', sourceType: 'document', id: '2', mediaType: 'text/plain', title: 'B' },
        ...text('x'),
        finish(),
      ],
    });
    expect(reply?.origin?.sources).toEqual([{ url: 'https://example.org/a', title: 'A' }]);
  });

  it.each<[string, Protocol, string[]]>([
    // OpenAI's tools are told when their results are there; elsewhere each part has its own place.
    ['anthropic', 'anthropic', ['maker', 'maker', 'text']],
    ['openai', 'openai', ['maker', 'text']],
  ])('has what tools of its maker did where that was: %s', async (_name, protocol, kinds) => {
    const use = { type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'q' } };
    const found = { type: 'web_search_tool_result', tool_use_id: 's', content: [] };
    const item = { type: 'web_search_call', id: 's', status: 'completed', action: { query: 'q' } };
    const raw = (rawValue: object): SdkPart => ({ type: 'raw', rawValue });
    const events =
      protocol === 'openai'
        ? [raw({ type: 'response.output_item.done', item })]
        : [
            raw({ type: 'content_block_start', index: 0, content_block: use }),
            raw({ type: 'content_block_stop', index: 0 }),
          ];
    const { reply } = await ask({
      protocol,
      parts: [
        ...events,
        toolCall({ providerExecuted: true }),
        ...(protocol === 'openai' ? [] : [raw({ type: 'content_block_start', index: 1, content_block: found })]),
        { type: 'tool-result', toolCallId: 'c', toolName: 'web_search', result: {} },
        ...text('Found.'),
        finish(),
      ],
    });
    expect(reply?.toolCalls).toBeUndefined();
    expect(reply?.origin?.parts.map(({ kind }) => kind)).toEqual(kinds);
  });

  it('has what is left of its maker’s tools at the end', async () => {
    const item = { type: 'web_search_call', id: 's', status: 'completed', action: { query: 'q' } };
    const raw: SdkPart = { type: 'raw', rawValue: { type: 'response.output_item.done', item } };
    const { reply } = await ask({ protocol: 'openai', parts: [...text('Found.'), raw, raw, finish()] });
    expect(reply?.origin?.parts.map(({ kind }) => kind)).toEqual(['text', 'maker', 'maker']);
  });
});

describe('a reply that does not end', () => {
  it.each<[string, Scripted]>([
    ['the stream ends before it', { parts: text('Half') }],
    ['the connection breaks', { parts: text('Half'), behind: new TypeError('terminated') }],
    ['it was interrupted', { parts: [...text('Half'), finish('interrupted')] }],
    ['the library says that it failed', { parts: [...text('Half'), finish('error')] }],
    ['nothing was sent', { opens: failed('AI_APICallError') }],
  ])('was cut off, however much of it came: %s', async (_what, scripted) => {
    expect(await errorOf(scripted)).toMatchObject({ message: 'The answer of Lab was cut off.', kind: 'cut_off' });
  });

  it.each<[string, Scripted]>([
    ['a line that is no JSON', { parts: [{ type: 'error', error: failed('AI_JSONParseError', 'odd\nline') }] }],
    ['a line of another shape', { parts: [{ type: 'error', error: failed('AI_TypeValidationError', 'odd\nline') }] }],
    ['an answer that begins so', { opens: failed('AI_JSONParseError', 'odd\nline') }],
    [
      'such a line before the end of the library',
      { parts: [{ type: 'error', error: failed('AI_JSONParseError', 'odd\nline') }, finish('error')] },
    ],
  ])('could not be read: %s', async (_what, scripted) => {
    expect(await errorOf(scripted)).toMatchObject({
      message: 'Lab sent an answer that Heddle cannot read. odd',
      reason: 'not_understood',
    });
  });

  it('is a reply all the same if a line in it could not be read', async () => {
    const odd: SdkPart = { type: 'error', error: failed('AI_JSONParseError') };
    const other: SdkPart = { type: 'error', error: failed('Error') };
    expect((await ask({ parts: [odd, other, ...text('Yes.'), finish()] })).reply?.content).toBe('Yes.');
    // Any other error of the library is none of reading.
    expect(await errorOf({ parts: [other, ...text('Half')] })).toMatchObject({ kind: 'cut_off' });
  });

  it('is what the server said of it, without secrets, and the stream is closed', async () => {
    const overloaded = { type: 'overloaded_error', message: 'Overloaded, secret-key' };
    const stopped = await ask({ parts: [{ type: 'error', error: overloaded }, ...text('x')], behind: 'silence' });
    expect(stopped.isCancelled).toBe(true);
    for (const scripted of [
      { parts: [{ type: 'error', error: overloaded } as const] },
      { opens: failed('AI_APICallError', 'x', { data: overloaded }) },
    ]) {
      const error = await errorOf(scripted);
      expect(error).toMatchObject({ code: 'PROVIDER_ERROR', message: expect.stringContaining('Overloaded') });
      expect(error.message).not.toContain('secret-key');
    }
  });

  it('is our own error wherever the library has put it', async () => {
    const own = new AppError('STORAGE_FULL', 'Ours.');
    for (const scripted of [
      { opens: own },
      { opens: failed('AI_APICallError', 'x', { cause: own }) },
      { parts: [{ type: 'error', error: own } as const] },
      { parts: [{ type: 'error', error: failed('x', 'x', { cause: own }) } as const] },
      { behind: own },
      { behind: failed('x', 'x', { cause: own }) },
    ])
      expect((await ask(scripted)).error).toBe(own);
  });

  it('cannot carry a file, says the library', async () => {
    const opens = failed('AI_UnsupportedFunctionalityError', 'No audio.');
    expect(await errorOf({ opens })).toMatchObject({
      message: 'Lab cannot be sent this file: No audio.',
      reason: 'attachment',
    });
  });

  it('is a fault of ours if nothing else is known of it', async () => {
    const fault = new TypeError('undefined is no function');
    expect((await ask({ opens: fault })).error).toBe(fault);
  });

  it('was cancelled if it was, whatever came of that', async () => {
    for (const scripted of [{ opens: new Error('aborted') }, { behind: new Error('aborted') }])
      expect((await ask({ ...scripted, isStopped: true })).error).toMatchObject({ code: 'CANCELLED' });
  });
});

describe('an answer that is no stream', () => {
  const opens = new NotStreamed();
  const whole: SdkWhole = {
    content: [
      { type: 'reasoning', text: 'Hm.', providerMetadata: { lab: { s: 1 } } },
      { type: 'text', text: 'Yes.' },
      { type: 'tool-call', toolCallId: 'c', toolName: 'look', input: '{}' },
      { type: 'source', sourceType: 'url', id: '1', url: 'https://example.org/a' },
      { type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'AAAA' } },
    ],
    finishReason: { unified: 'stop', raw: undefined },
    usage,
    warnings: [],
  };

  it('is read as if it had been one', async () => {
    const { reply, told } = await ask({ opens, whole });
    expect(told).toEqual(['(Hm.)', 'Yes.']);
    expect(reply).toMatchObject({
      content: 'Yes.',
      toolCalls: [{ id: 'c' }],
      origin: {
        parts: [
          { kind: 'reasoning', text: 'Hm.', opaque: { lab: { s: 1 } } },
          { kind: 'text', length: 4 },
          { kind: 'call' },
        ],
        sources: [{ url: 'https://example.org/a' }],
      },
    });
  });

  it('has the parts of its maker’s tools if such were offered', async () => {
    const found = { type: 'web_search_tool_result', tool_use_id: 's', content: [] };
    const wholeText = JSON.stringify({ content: [found] });
    const makerTools = [{ name: 'web_search', options: {} }];
    const offered = await ask({ opens, whole, wholeText, request: { makerTools } });
    expect(offered.reply?.origin?.parts.map(({ kind }) => kind)).toContain('maker');
    const plain = await ask({ opens, whole, wholeText });
    expect(plain.reply?.origin?.parts.map(({ kind }) => kind)).not.toContain('maker');
  });

  it('is none of a model if it cannot be read, or was not finished', async () => {
    expect(
      await errorOf({ opens, whole: new Error('x'), wholeText: '{"error":"No such path, secret-key"}' }),
    ).toMatchObject({ message: expect.stringMatching(/^Lab did not send a model’s answer\..*No such path/) });
    const interrupted: SdkWhole = { ...whole, finishReason: { unified: 'error', raw: undefined } };
    expect(await errorOf({ opens, whole: interrupted })).toMatchObject({ kind: 'cut_off' });
  });
});

describe('what is asked', () => {
  it('is the prompt with its limit, and nothing that was not asked for', async () => {
    const { asked } = await ask({ parts: [finish()] });
    expect(asked).toEqual([
      {
        prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
        maxOutputTokens: 7,
        abortSignal: expect.any(AbortSignal),
        providerOptions: { lab: { a: 1 } },
      },
    ]);
  });

  it('has the schema, the tools, and raw chunks if a maker’s tool is among them', async () => {
    const tool = { name: 'look', description: 'Looks.', parameters: { type: 'object' } };
    const sent = tool.name && { type: 'function', name: 'look', description: 'Looks.', inputSchema: tool.parameters };
    const outputSchema = { type: 'object' };
    const one = (await ask({ parts: [finish()], request: { outputSchema, tools: [tool] } })).asked[0];
    expect(one).toMatchObject({ responseFormat: { type: 'json', schema: outputSchema }, tools: [sent] });
    expect(one).not.toHaveProperty('includeRawChunks');
    const makerTools = [{ name: 'web_search', options: {} }];
    const other = (await ask({ parts: [finish()], request: { tools: [tool], makerTools } })).asked[0];
    expect(other?.tools).toHaveLength(2);
    expect(other).toMatchObject({ includeRawChunks: true });
    expect(other).not.toHaveProperty('responseFormat');
  });
});
