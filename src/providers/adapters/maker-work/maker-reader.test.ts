import { describe, expect, it } from 'vitest';
import { makerTextLength } from '@/plan/maker-work';
import { MakerReader } from './maker-reader';

/** The parts without their raw blocks. */
function read(protocol: 'openai' | 'anthropic' | 'google' | 'compatible', chunks: readonly unknown[]) {
  const reader = new MakerReader(protocol);
  const parts = chunks.flatMap((chunk) => reader.chunk(chunk).parts);
  return parts.map(({ kind: _kind, block: _block, ...readable }) => readable);
}

const start = (index: number, content_block: object) => ({ type: 'content_block_start', index, content_block });
const delta = (index: number, partial_json: string) => {
  return { type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json } };
};

describe('what is read of makers’ tools', () => {
  it('is code that Anthropic ran, whose input comes in pieces, and what it printed', () => {
    const use = { type: 'server_tool_use', id: 's', name: 'bash_code_execution', input: {} };
    const content = { type: 'bash_code_execution_result', stdout: '4', stderr: '', return_code: 0, content: [] };
    const reader = new MakerReader('anthropic');
    const chunks = [
      start(0, use),
      delta(0, '{"command":'),
      delta(0, '"expr 2 + 2"}'),
      { type: 'content_block_stop', index: 0 },
      start(1, { type: 'bash_code_execution_tool_result', tool_use_id: 's', content }),
    ];
    const [call, result] = chunks.flatMap((chunk) => reader.chunk(chunk).parts);
    expect(call).toEqual({
      kind: 'maker',
      id: 's',
      name: 'bash_code_execution',
      input: 'expr 2 + 2',
      block: { ...use, input: { command: 'expr 2 + 2' } },
    });
    expect(result).toMatchObject({ id: 's', result: expect.stringContaining('"stdout": "4"') });
  });

  it('is that a tool of Anthropic failed, and why', () => {
    const content = { type: 'web_search_tool_result_error', error_code: 'max_uses_exceeded' };
    const result = start(0, { type: 'web_search_tool_result', tool_use_id: 's', content });
    expect(read('anthropic', [result])).toEqual([
      { id: 's', name: 'web_search', result: 'max_uses_exceeded', isError: true },
    ]);
  });

  it('is code that OpenAI ran, and a page that it opened', () => {
    const outputs = [{ type: 'logs', logs: '4' }];
    const code = { type: 'code_interpreter_call', id: 'c', status: 'completed', code: 'print(2 + 2)', outputs };
    const action = { type: 'open_page', url: 'https://example.com' };
    const page = { type: 'web_search_call', id: 'w', status: 'failed', action };
    const done = (item: object) => ({ type: 'response.output_item.done', item });
    expect(read('openai', [done(code), done(page), done({ type: 'function_call', name: 'x' })])).toEqual([
      { id: 'c', name: 'code_interpreter', input: 'print(2 + 2)', result: '4' },
      { id: 'w', name: 'web_search', input: 'https://example.com', result: 'failed', isError: true },
    ]);
  });

  it('is code that Google ran, and a search that stands beside the parts', () => {
    const parts = [
      { executableCode: { language: 'PYTHON', code: 'print(2 + 2)' } },
      { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '4' } },
      { text: 'Four.' },
    ];
    const chunk = { candidates: [{ content: { parts }, groundingMetadata: { webSearchQueries: ['two and two'] } }] };
    expect(read('google', [chunk, chunk].slice(0, 1))).toEqual([
      { id: 'code_execution_1', name: 'code_execution', input: 'print(2 + 2)' },
      { id: 'code_execution_1', name: 'code_execution', result: '4' },
      { id: 'google_search', name: 'google_search', input: 'two and two' },
    ]);
  });

  it('is bounded, and nothing of what is not understood', () => {
    const item = { type: 'code_interpreter_call', id: 'c', status: 'completed', code: 'x'.repeat(1e6), outputs: null };
    const [long] = read('openai', [{ type: 'response.output_item.done', item }]);
    expect(long?.input?.length).toBeLessThan(makerTextLength + 20);
    const odd = [null, 7, 'x', [], {}, { candidates: [null] }, { type: 'content_block_start', content_block: [] }];
    for (const protocol of ['openai', 'anthropic', 'google', 'compatible'] as const)
      expect(read(protocol, odd)).toEqual([]);
    expect(new MakerReader('openai').whole('{').parts).toEqual([]);
  });
});

describe('what Anthropic’s own tools did', () => {
  const use = (id: string) => ({ type: 'server_tool_use', id, name: 'web_search', input: {} });
  const stop = (index: number) => ({ type: 'content_block_stop', index });

  it('is read of each call by itself, once, where several are under way', () => {
    const chunks = [
      start(0, use('a')),
      start(1, use('b')),
      delta(1, '{"query":'),
      delta(0, '{"query":"one"}'),
      delta(1, '"two"}'),
      { type: 'content_block_delta', index: 1, delta: { type: 'citations_delta' } },
      { type: 'content_block_delta', index: 1, delta: [] },
      stop(1),
      stop(1),
      delta(1, '{}'),
      stop(0),
      stop(2),
      { type: 'message_stop' },
    ];
    expect(read('anthropic', chunks)).toEqual([
      { id: 'b', name: 'web_search', input: 'two' },
      { id: 'a', name: 'web_search', input: 'one' },
    ]);
  });

  it('is a call without input where it is none, or cannot be read', () => {
    expect(read('anthropic', [start(0, use('a')), stop(0)])).toEqual([{ id: 'a', name: 'web_search', input: '' }]);
    expect(read('anthropic', [start(0, use('a')), delta(0, '{"qu'), stop(0)])).toEqual([
      { id: 'a', name: 'web_search', input: '' },
    ]);
  });

  it('is none of the blocks that are Heddle’s to read', () => {
    const blocks = [
      { type: 'text', text: 'x' },
      { type: 'tool_use', id: 'a', name: 'x', input: {} },
      { type: 'web_search_tool_result', content: [] },
      { type: 7, tool_use_id: 'a' },
      { type: 'tool_result_x', tool_use_id: 'a' },
    ];
    expect(
      read(
        'anthropic',
        blocks.map((block) => start(0, block)),
      ),
    ).toEqual([]);
  });
});

describe('what Google’s own tools did', () => {
  const answer = (parts: readonly object[], webSearchQueries?: readonly string[]) => ({
    candidates: [{ content: { parts }, ...(webSearchQueries && { groundingMetadata: { webSearchQueries } }) }, {}],
  });
  const code = (text: string) => ({ executableCode: { code: text } });
  const call = (toolCall: object) => ({ toolCall });

  it('is each code with its own result, and what it ended as where it printed nothing', () => {
    const failed = { codeExecutionResult: { outcome: 'OUTCOME_FAILED' } };
    const printed = { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '4' } };
    expect(read('google', [answer([code('a'), failed]), answer([code('b'), printed])])).toEqual([
      { id: 'code_execution_1', name: 'code_execution', input: 'a' },
      { id: 'code_execution_1', name: 'code_execution', result: 'OUTCOME_FAILED', isError: true },
      { id: 'code_execution_2', name: 'code_execution', input: 'b' },
      { id: 'code_execution_2', name: 'code_execution', result: '4' },
    ]);
  });

  it('is searches beside the parts once, and not where they are among the parts', () => {
    const beside = { id: 'google_search', name: 'google_search', input: 'a\nb' };
    const other = call({ id: '1', toolType: 'URL_CONTEXT', args: { url: 'u' } });
    const search = call({ id: '2', toolType: 'GOOGLE_SEARCH', args: { queries: ['a'] } });
    expect(read('google', [answer([]), answer([], []), answer([], ['a', 'b']), answer([], ['c'])])).toEqual([beside]);
    expect(read('google', [answer([other], ['a', 'b'])])).toEqual([
      { id: '1', name: 'url_context', input: 'u' },
      beside,
    ]);
    expect(read('google', [answer([search, other], ['a', 'b'])]).map(({ id }) => id)).toEqual(['2', '1']);
  });

  it('is a call and its response under the id that they have, or the name', () => {
    const response = (toolResponse: object) => ({ toolResponse });
    expect(
      read('google', [
        answer([
          call({ toolType: 'URL_CONTEXT', args: {} }),
          response({ toolType: 'URL_CONTEXT', response: { text: 'x' } }),
          response({ id: 'r', response: 'y' }),
          { text: 'z' },
        ]),
      ]),
    ).toEqual([
      { id: 'url_context', name: 'url_context', input: '' },
      { id: 'url_context', name: 'url_context', result: 'x' },
      { id: 'r', name: 'tool', result: 'y' },
    ]);
  });
});

describe('what OpenAI’s own tools did', () => {
  const done = (item: object) => ({ type: 'response.output_item.done', item });
  const search = (action: object, more: object = {}) =>
    done({ type: 'web_search_call', id: 'w', status: 'completed', action, ...more });

  it('is what was looked for, and what was found', () => {
    const chunks = [
      search({ query: 'a', queries: ['a', 'b'], sources: [{ type: 'url', url: 'u' }] }),
      search({ type: 'search', query: 'a' }),
      search({ type: 'find_in_page', url: 'u', pattern: 'p' }),
      search({ pattern: 'p' }),
      done({ type: 'file_search_call', id: 'f', status: 'completed', queries: ['q'], results: [{ text: 't' }] }),
      done({ type: 'web_search_call', id: 'x', status: 'completed', action: 'odd' }),
      { type: 'response.output_item.added', item: { type: 'web_search_call', id: 'y', status: 'completed' } },
    ];
    expect(read('openai', chunks)).toEqual([
      { id: 'w', name: 'web_search', input: 'a\nb', result: 'u' },
      { id: 'w', name: 'web_search', input: 'a', result: '' },
      { id: 'w', name: 'web_search', input: 'u · p', result: '' },
      { id: 'w', name: 'web_search', input: 'p', result: '' },
      { id: 'f', name: 'file_search', input: 'q', result: 't' },
      { id: 'x', name: 'web_search', input: '', result: '' },
    ]);
  });

  it('is told with the pages that a text cites', () => {
    const cited = { type: 'url_citation', url: 'u', title: 'T' };
    const reader = new MakerReader('openai');
    const news = [
      { type: 'response.output_text.annotation.added', annotation: cited },
      { annotation: { type: 'url_citation', url: 'v', title: 7 } },
      { annotation: { type: 'file_citation', url: 'w' } },
      { annotation: { type: 'url_citation' } },
      { content: [{ annotations: [cited] }, { annotations: 'x' }, 'y'] },
    ].map((chunk) => reader.chunk(chunk).sources);
    expect(news).toEqual([[{ url: 'u', title: 'T' }], [{ url: 'v' }], [], [], [{ url: 'u', title: 'T' }]]);
  });
});

it('an answer that came as a whole is read like one in pieces', () => {
  const whole = (protocol: ConstructorParameters<typeof MakerReader>[0], body: unknown) =>
    new MakerReader(protocol).whole(JSON.stringify(body));
  const item = { type: 'code_interpreter_call', id: 'c', status: 'completed', code: 'x' };
  const message = { content: [{ annotations: [{ type: 'url_citation', url: 'u' }] }] };
  const block = { type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'q' } };
  const code = { executableCode: { code: 'x' } };
  expect(whole('openai', { output: [item, message, 'x'] })).toEqual({
    parts: [{ kind: 'maker', id: 'c', name: 'code_interpreter', input: 'x', result: '', block: item }],
    sources: [{ url: 'u' }],
  });
  expect(whole('anthropic', { content: [{ type: 'text' }, block] })).toEqual({
    parts: [{ kind: 'maker', id: 's', name: 'web_search', input: 'q', block }],
    sources: [],
  });
  expect(whole('google', { candidates: [{ content: { parts: [code] } }] }).parts).toMatchObject([{ input: 'x' }]);
  const nothing = { parts: [], sources: [] };
  expect(whole('compatible', { output: [item], content: [block] })).toEqual(nothing);
  for (const odd of [[], 7, { output: {} }, { candidates: [{ content: 'x' }] }])
    for (const protocol of ['openai', 'anthropic', 'google'] as const) expect(whole(protocol, odd)).toEqual(nothing);
});
