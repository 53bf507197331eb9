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
