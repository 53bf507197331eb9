import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { type MakerCase, makerCases, providerFor, runLab } from './lab';

let server: Server | undefined;
afterEach(() => new Promise((resolve) => (server === undefined ? resolve(undefined) : server.close(resolve))));

/** A server that streams the same events to every request. Resolves to its base URL, and to the number of requests. */
async function streams(events: readonly object[]): Promise<{ readonly url: string; readonly asked: () => number }> {
  let asked = 0;
  const made = createServer((request, response) => {
    request.resume().on('end', () => {
      asked += 1;
      response.writeHead(200, { 'content-type': 'text/event-stream', connection: 'close' });
      for (const event of events) {
        const name = 'type' in event ? `event: ${String(event.type)}\n` : '';
        response.write(`${name}data: ${JSON.stringify(event)}\n\n`);
      }
      response.end();
    });
  });
  server = made;
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(made.address() as AddressInfo).port}`, asked: () => asked };
}

const large = 'A'.repeat(5 * 2 ** 20);
const message = { id: 'm', type: 'message', role: 'assistant', model: 'c', content: [], stop_reason: null };
const begun = { type: 'message_start', message: { ...message, usage: { input_tokens: 1, output_tokens: 1 } } };
const created = { type: 'response.created', response: { id: 'r', created_at: 1, model: 'g' } };
const reasoning = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: large };

/** An answer with 5 MB of provider metadata, by protocol. Chat completions have no field for that. */
const signed: Readonly<Partial<Record<MakerCase['protocol'], readonly object[]>>> = {
  openai: [
    created,
    { type: 'response.output_item.added', output_index: 0, item: { ...reasoning, encrypted_content: null } },
    { type: 'response.output_item.done', output_index: 0, item: reasoning },
    { type: 'response.completed', response: { usage: { input_tokens: 1, output_tokens: 1 } } },
  ],
  anthropic: [
    begun,
    { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: large } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } },
    { type: 'message_stop' },
  ],
  google: [{ candidates: [{ content: { parts: [{ text: 'ok', thoughtSignature: large }] }, finishReason: 'STOP' }] }],
};

const wrong = 'max_tokens: 128001 > 128000';
/** A refusal of the request in the middle of a stream, by protocol. */
const refused: Readonly<Record<MakerCase['protocol'], readonly object[]>> = {
  openai: [created, { type: 'error', code: 'invalid_request_error', message: wrong, param: null, sequence_number: 1 }],
  anthropic: [begun, { type: 'error', error: { type: 'invalid_request_error', message: wrong } }],
  google: [{ error: { code: 400, message: wrong, status: 'INVALID_ARGUMENT' } }],
  compatible: [{ error: { message: wrong, type: 'invalid_request_error', code: null } }],
};

const text = ({ maker, model }: MakerCase) =>
  `default_model: "${maker}:${model}"\ntasks:\n  ask: { description: Say it. }\n`;

describe.each(makerCases)('$maker', (one) => {
  const events = signed[one.protocol];
  if (events !== undefined) {
    test('a signature of 5 MB is a failure that says so, and is in no event', async () => {
      const { url, asked } = await streams(events);
      const run = await runLab(text(one), { providers: [providerFor(one, url)] });
      expect([run.status, run.failure]).toEqual(['failed', expect.stringContaining('more than 4 MB of signatures')]);
      expect(asked()).toBe(1);
      expect(JSON.stringify(run.events).length).toBeLessThan(100_000);
    });
  }

  test('a request that is refused in the middle of a stream is not repeated', async () => {
    const { url, asked } = await streams(refused[one.protocol]);
    const run = await runLab(text(one), { providers: [providerFor(one, url)] });
    expect([run.status, run.failure]).toEqual(['failed', expect.stringContaining(wrong)]);
    expect(asked()).toBe(1);
  });
});
