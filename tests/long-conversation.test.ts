import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadTokenCounter } from '@/providers/token-counter';
import { runOverHttp } from './over-http';

const turns = 200;
const windowTokens = 8000;
const fact = 'Decision: the port is 8443.';
const model = { provider: 'openai', model: 'gpt-4o-mini' };

/** A message as it comes over the wire. */
interface SentMessage {
  readonly role: string;
  readonly content: string | null;
  readonly tool_calls?: readonly { readonly id: string }[];
  readonly tool_call_id?: string;
}
interface Sent {
  readonly messages: readonly SentMessage[];
  readonly tokens: number;
}

let server: Server;
let sent: Sent[];

/**
 * A model that reads a file turn by turn, mentions a fact to remember in its third turn, and counts with a real
 * tokenizer.
 */
beforeEach(async () => {
  const { count } = await loadTokenCounter([]);
  sent = [];
  server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const { messages, tools } = JSON.parse(text) as { messages: SentMessage[]; tools: unknown };
    const tokens = count(JSON.stringify([messages, tools]), model).tokens;
    sent.push({ messages, tokens });
    const turn = sent.length;
    const args = JSON.stringify({ path: '/notes.txt', offset: turn });
    const call = { index: 0, id: `call_${turn}`, type: 'function', function: { name: 'read_file', arguments: args } };
    const said = turn === 3 ? `I have looked.\n${fact}` : '';
    const delta = turn > turns ? { content: 'All read.' } : { content: said, tool_calls: [call] };
    const usage = { prompt_tokens: tokens, completion_tokens: 40, total_tokens: tokens + 40 };
    const chunks = [
      { choices: [{ index: 0, delta: { role: 'assistant', ...delta }, finish_reason: null }] },
      { choices: [{ index: 0, delta: {}, finish_reason: turn > turns ? 'stop' : 'tool_calls' }] },
      { choices: [], usage },
    ];
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const chunk of chunks) {
      response.write(`data: ${JSON.stringify({ id: `r${turn}`, object: 'chat.completion.chunk', ...chunk })}\n\n`);
    }
    response.end('data: [DONE]\n\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});

const workflow = `
compaction: { enabled: true }
tasks:
  read:
    description: Read the notes to their end.
    tools: [read_file]
    limits: { max_turns: 400, max_output_tokens: 1000 }
`;

it('a conversation of 200 turns stays within a window of 8,000 tokens over HTTP, and keeps what was decided in its third', async () => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const files = { '/notes.txt': 'Tuesday: nothing much happened, and it was written down at length.\n'.repeat(12) };
  const { status } = await runOverHttp(workflow, 'yaml', url, undefined, { windowTokens, files });
  expect(status).toBe('completed');
  expect(sent).toHaveLength(turns + 1);
  // Includes room for the answer.
  expect(Math.max(...sent.map(({ tokens }) => tokens))).toBeLessThanOrEqual(windowTokens - 1000);
  expect(JSON.stringify(sent.at(-1)?.messages)).toContain(fact);
  for (const { messages } of sent) {
    const calls = messages.flatMap(({ tool_calls = [] }) => tool_calls.map(({ id }) => id));
    const answers = messages.flatMap(({ tool_call_id }) => tool_call_id ?? []);
    expect(answers).toEqual(calls);
  }
});
