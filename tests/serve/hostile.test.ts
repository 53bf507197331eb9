import { mkdtempSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { memoryOf, type ServedProcess, serveFolder } from './served-process';

const waiting = `
tasks:
  ask: { type: ask, message: Which?, form: { word: { type: text } } }
`;
/** Its output is 30 MB. */
const large = `
tasks:
  much: { type: script, script: { language: javascript, content: "const line = 'x'.repeat(1e6); for (let n = 0; n < 30; n += 1) console.log(line)" } }
`;

let served: ServedProcess;
let port: number;

const folder = mkdtempSync(join(tmpdir(), 'heddle-hostile-'));

beforeAll(async () => {
  writeFileSync(join(folder, 'waiting.yaml'), waiting);
  writeFileSync(join(folder, 'large.yaml'), large);
  served = await serveFolder(folder, ['--max-requests', '1000000', '--arrival-seconds', '2', '--max-body-mb', '1']);
  port = Number(new URL(served.url).port);
});
afterAll(() => served.kill('SIGKILL'));

async function started(name: string, at: ServedProcess): Promise<string> {
  const response = await fetch(`${at.url}/api/v1/workflows/${name}/runs`, { method: 'POST' });
  return (await response.json()).id;
}

/** What a server answers to bytes, until it closes the connection. */
function answerTo(pieces: readonly string[], pauseMs = 0): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', async () => {
      for (const piece of pieces) {
        if (socket.destroyed) return;
        socket.write(piece);
        if (pauseMs > 0) await setTimeout(pauseMs);
      }
    });
    socket.on('data', (data) => {
      text += data.toString('latin1');
    });
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? resolve(text) : reject(error),
    );
    socket.on('close', () => resolve(text));
  });
}

const head = (more: string) =>
  `POST /api/v1/workflows/waiting/runs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${more}\r\n`;

it('who takes nothing of an answer holds little of it', async () => {
  const id = await started('large', served);
  await expect
    .poll(async () => (await (await fetch(`${served.url}/api/v1/runs/${id}`)).json()).status)
    .toBe('completed');
  const before = memoryOf(served);
  const sockets = Array.from({ length: 50 }, () => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`GET /api/v1/runs/${id}/result HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`),
    );
    return socket.on('error', () => undefined).pause();
  });
  await setTimeout(3000);
  expect(memoryOf(served) - before).toBeLessThan(400 * 2 ** 20);
  for (const socket of sockets) socket.destroy();
});

it('what arrives too slowly is ended', async () => {
  const slowBody = await answerTo([head('Content-Length: 100\r\n'), ...Array.from({ length: 100 }, () => ' ')], 100);
  expect(slowBody === '' || slowBody.startsWith('HTTP/1.1 408')).toBe(true);
  const slowHead = await answerTo([...head('')].slice(0, 90), 100);
  expect(slowHead === '' || slowHead.startsWith('HTTP/1.1 408')).toBe(true);
});

it.each([
  ['no HTTP', ['\x16\x03\x01\x02\x00\x01\x00\r\n\r\n'], /^(HTTP\/1.1 400|$)/],
  ['two lengths', [head('Content-Length: 2\r\nContent-Length: 3\r\n'), '{}'], /^HTTP\/1.1 400/],
  ['length and chunks', [head('Content-Length: 2\r\nTransfer-Encoding: chunked\r\n'), '{}'], /^HTTP\/1.1 400/],
  [
    'a chunk that is none',
    [head('Transfer-Encoding: chunked\r\nConnection: close\r\n'), 'zz\r\n{}\r\n'],
    /^(HTTP\/1.1 400|$)/,
  ],
  ['headers without end', [`GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`], /^HTTP\/1.1 431/],
  ['no host', ['GET /api/v1/runs HTTP/1.1\r\n\r\n'], /^HTTP\/1.1 400/],
  ['another host', ['GET /api/v1/runs HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n'], /^HTTP\/1.1 421/],
  [
    'a body that says that it is too large',
    [head('Content-Length: 99999999\r\nConnection: close\r\n'), '{'],
    /^HTTP\/1.1 413/,
  ],
  [
    'JSON that is deep',
    [head('Content-Length: 200000\r\nConnection: close\r\n'), '['.repeat(200_000)],
    /^HTTP\/1.1 400/,
  ],
  [
    'a name of the prototype',
    [head('Content-Length: 50\r\nConnection: close\r\n'), '{"inputs": {"__proto__": 1, "constructor": 2}}    '],
    /^HTTP\/1.1 400/,
  ],
])('%s is refused, and nothing breaks', async (_what, pieces, expected) => {
  expect(await answerTo(pieces as string[])).toMatch(expected as RegExp);
  expect((await fetch(`${served.url}/healthz`)).status).toBe(200);
  expect(served.child.exitCode).toBeNull();
});
