import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { png } from './makers/sample-files';
import { builtCli } from './support/built-cli';

/** Most megabytes that a run may use in excess of the same run with almost nothing attached. */
const promised = 100;
/** Pictures that are attached, each to a task of its own or all to one call. */
const counts = { each: 12, together: 100 };
const bytes = 19_900_000;

const folder = mkdtempSync(join(tmpdir(), 'heddle-attached-'));
const measure = new URL('./hostile/measure.mjs', import.meta.url).href;
let program: string;
let server: Server;
/** Bytes of the bodies of the calls. */
let received: number[] = [];

beforeAll(async () => {
  program = await builtCli();
  // It stores nothing, because the sender is measured.
  server = createServer(async (request, response) => {
    let length = 0;
    for await (const chunk of request) length += (chunk as Buffer).length;
    // Some servers refuse a body of undeclared length.
    if (Number(request.headers['content-length']) !== length) return response.writeHead(411).end();
    received.push(length);
    const said = { choices: [{ index: 0, delta: { content: 'A plan.' }, finish_reason: 'stop' }] };
    const usage = { choices: [], usage: { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 } };
    response.setHeader('content-type', 'text/event-stream');
    return response.end(`data: ${JSON.stringify(said)}\n\ndata: ${JSON.stringify(usage)}\n\ndata: [DONE]\n\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  received = [];
});

/** Runs a workflow over pictures of a size with the built program, and returns the process's memory. */
async function run(of: keyof typeof counts, yaml: string, size: number): Promise<number> {
  const cwd = mkdtempSync(join(folder, `${of}-`));
  writeFileSync(join(cwd, 'flow.yaml'), yaml);
  for (let nth = 1; nth <= counts[of]; nth++) {
    const picture = png(100, 100, size);
    picture.set([nth], picture.length - 1);
    writeFileSync(join(cwd, `plan-${nth}.png`), picture);
  }
  const { port } = server.address() as AddressInfo;
  const child = spawn(
    process.execPath,
    ['--import', measure, program, 'run', 'flow.yaml', '--provider', 'plain', '--journal', 'runs'],
    {
      cwd,
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'] ?? '', PLAIN_BASE_URL: `http://127.0.0.1:${port}/v1` },
    },
  );
  const [, , stderr, measured] = child.stdio;
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [code, err, said] = await Promise.all([ended, text(stderr as never), text(measured as never)]);
  expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' });
  rmSync(cwd, { recursive: true });
  return (JSON.parse(said) as { megabytes: number }).megabytes;
}

const tasks = Array.from(
  { length: counts.each },
  (_, nth) => `  look_${nth + 1}: { description: "What is it?", attachments: ["/plan-${nth + 1}.png"] }\n`,
);
const each = `default_model: plain:any\ntasks:\n${tasks.join('')}`;
const together = `default_model: plain:any\ntasks:\n  look: { description: "What is it?", attachments: [{ glob: "/plan-*.png" }] }\n`;

describe('attachments of many megabytes', () => {
  it('of a dozen tasks take no more memory than the promise', async () => {
    const idle = await run('each', each, 100);
    const megabytes = await run('each', each, bytes);
    expect(received.filter((length) => length > bytes)).toHaveLength(counts.each);
    expect(megabytes - idle).toBeLessThan(promised);
  }, 600_000);

  it('of one call take no more memory than the promise', async () => {
    const idle = await run('together', together, 100);
    const megabytes = await run('together', together, 230_000);
    expect(megabytes - idle).toBeLessThan(promised);
  }, 300_000);
});
