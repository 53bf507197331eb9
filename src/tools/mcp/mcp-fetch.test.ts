import { describe, expect, it } from 'vitest';
import { unquoteWholeNumbers } from '@/base/json-text';
import { createCheckedFetch, maxMcpAnswerBytes } from './mcp-fetch';

const json = { 'content-type': 'application/json' };
const events = { 'content-type': 'text/event-stream; charset=utf-8' };
const request = (id: string | number) => JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call' });
const answer = (id: string | number, more = '') => `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{}${more}}`;

/** Sends something to a server that gives this answer. */
async function send(
  response: Response,
  {
    body = request(1),
    method = 'POST',
    headers = {},
    keepsDigits = false,
  }: { body?: string; method?: string; headers?: object; keepsDigits?: boolean } = {},
) {
  const faults: [string | number, string][] = [];
  let sent = 0;
  const fetcher: typeof fetch = async () => {
    sent += 1;
    return response;
  };
  const onFault = (id: string | number, error: Error) => void faults.push([id, error.message]);
  const checked = createCheckedFetch(fetcher, 'harbour', onFault, () => keepsDigits);
  const init = { method, headers: { ...headers }, ...(method === 'POST' ? { body } : {}) };
  const told = await checked('http://harbour/mcp', init).then(
    async (found) => ({ status: found.status, text: await found.text().catch((error: Error) => error.message) }),
    (error: Error) => ({ status: undefined, text: error.message }),
  );
  return { ...told, faults, sent };
}

/** A stream in pieces of so many bytes. */
function stream(text: string, size = text.length): Response {
  const bytes = new TextEncoder().encode(text);
  return new Response(
    new ReadableStream({
      start: (controller) => {
        for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
        controller.close();
      },
    }),
    { headers: events },
  );
}

const other = 'harbour answered a different request from the one that was sent.';
const notJson = 'harbour answered with something that is not JSON.';

describe('an answer as a whole', () => {
  it.each([
    [answer(1), undefined],
    [answer('1'), undefined],
    ['{"id":1,"error":{"code":1}}', undefined],
    [`[{"method":"x"},${answer(1)}]`, undefined],
    ['', 'harbour gave an empty answer.'],
    [' \n', 'harbour gave an empty answer.'],
    ['<html>', notJson],
    [answer(2), other],
    ['{"id":1}', other],
    ['{"id":1,"method":"x"}', other],
    ['[]', other],
    ['{"error":"Session not found"}', 'Session not found'],
    [
      '{"error":{"code":-32000,"message":"Bad Request: No valid session ID"},"id":null}',
      'Bad Request: No valid session ID',
    ],
    ['{"error":{"message":"Out of order."}}', 'Out of order.'],
    ['null', other],
    ['7', other],
  ])('%s is %s', async (text, fault) => {
    const told = await send(new Response(text, { headers: json }));
    expect(told.text).toBe(fault ?? text);
  });

  it('is read up to a length', async () => {
    const long = answer(1, `,"x":"${'x'.repeat(maxMcpAnswerBytes - answer(1, ',"x":""').length)}"`);
    expect(long).toHaveLength(maxMcpAnswerBytes);
    expect((await send(new Response(long, { headers: json }))).text).toHaveLength(maxMcpAnswerBytes);
    expect((await send(new Response(`${long} `, { headers: json }))).text).toBe(
      'The answer of harbour is longer than 16777216 bytes.',
    );
  });

  it('with an error status is given on, shortened', async () => {
    expect(await send(new Response('No.', { status: 404 }))).toMatchObject({ status: 404, text: 'No.' });
    expect((await send(new Response('x'.repeat(2 ** 17), { status: 500 }))).text).toHaveLength(2 ** 16);
  });

  it('to what asks for none is not read', async () => {
    const note = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' });
    expect(await send(new Response('<html>', { headers: json }), { body: note })).toMatchObject({
      status: 200,
      text: '',
    });
    expect(await send(new Response(null, { status: 202 }), { body: note })).toMatchObject({ status: 202 });
    expect(await send(new Response(null, { status: 204 }), { body: note })).toMatchObject({ status: 204 });
    const own = JSON.stringify({ jsonrpc: '2.0', id: 1, result: {} });
    expect(await send(new Response('x', { headers: json }), { body: own })).toMatchObject({ text: '' });
  });

  it.each([204, 205])('that has no content is given on as that: %i', async (status) => {
    const again = { method: 'GET', headers: { 'last-event-id': '1' } };
    expect(await send(new Response(null, { status }), again)).toMatchObject({ status, text: '', sent: 1 });
    expect((await send(new Response(null, { status }))).text).toBe('harbour gave an empty answer.');
  });

  it('to the end of a session is given on as it is', async () => {
    expect(await send(new Response('gone', { status: 405 }), { method: 'DELETE' })).toMatchObject({ text: 'gone' });
  });
});

describe('the stream of what a server says by itself', () => {
  it('is not opened, but one that broke off is taken up again', async () => {
    expect(await send(stream('data: x\n\n'), { method: 'GET' })).toMatchObject({ status: 405, sent: 0 });
    const again = { method: 'GET', headers: { 'Last-Event-ID': '3' } };
    expect(await send(stream(`data: ${answer(7)}\n\n`), again)).toMatchObject({ status: 200, sent: 1, faults: [] });
    // Nobody knows which request that is of.
    expect(await send(stream('data: x\n\n'), again)).toMatchObject({ text: notJson, faults: [] });
    expect(await send(new Response('x', { headers: json }), again)).toMatchObject({ text: 'x' });
  });
});

describe('a stream of events', () => {
  const sound = `: hi\nevent: message\ndata: {"method":"x"}\n\ndata:\n\nid: 1\ndata: ${answer(1)}\n\n`;

  it('is given on byte by byte, however it comes and its lines end', async () => {
    for (const end of ['\n', '\r\n', '\r'])
      for (const size of [1, 7, 1000]) {
        const text = sound.replaceAll('\n', end);
        expect(await send(stream(text, size))).toEqual({ status: 200, text, faults: [], sent: 1 });
      }
    const lines = `data: {"id":1,\ndata: "result":"é😀"}\n\n`;
    expect(await send(stream(lines, 1))).toMatchObject({ text: lines, faults: [] });
  });

  it.each([
    [`data: ${answer(2)}\n\n`, other],
    ['data: {"id":3,"error":{}}\n\n', other],
    ['data: <html>\n\n', notJson],
    ['data: {"id":1,\n\ndata: "result":{}}\n\n', notJson],
    [`data: {"method":"x"}\n\ndata: ${answer(2)}\n\n`, other],
  ])('is ended, and its request told, at once: %j', async (text, fault) => {
    const told = await send(stream(text));
    expect([told.text, told.faults]).toEqual([fault, [[1, fault]]]);
  });

  it('that does not end its last event is no fault of that', async () => {
    for (const text of [`data: ${answer(2)}`, `data: ${answer(2)}\n`, 'data: <html>\n', 'other: <html>\n\n'])
      expect(await send(stream(text))).toMatchObject({ text, faults: [] });
  });

  it('is read up to a length', async () => {
    const long = `:${'x'.repeat(maxMcpAnswerBytes - 1)}`;
    expect((await send(stream(long))).faults).toEqual([]);
    const fault = `The answer of harbour is longer than ${maxMcpAnswerBytes} bytes.`;
    expect((await send(stream(`${long}x`, 2 ** 20))).faults).toEqual([[1, fault]]);
  });
});

it.each([1, 3, 7, 1000])(
  'quotes whole numbers in the data of a stream that comes in pieces of %s bytes',
  async (size) => {
    const text =
      'id: 12345678901234567890\r\ndata: {"jsonrpc":"2.0","id":1,\ndata: "result":{"é":12345678901234567890}}\n\n';
    const { text: told } = await send(stream(text, size), { keepsDigits: true });
    expect(unquoteWholeNumbers(told)).toBe(text);
    expect(told).toMatch(/^id: 12345678901234567890\r\n.*\n.*:"whole-number-[^:]*:12345678901234567890"/);
  },
);
