import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { holdStreams, serveFolder } from './served-process';

/** Connections to the event stream; those above the limit are refused. */
const connections = Number(process.env['CONNECTIONS'] ?? 10_000);
const held = Math.floor(connections / 2);
/** Most megabytes of the server's heap: without it V8 collects when it likes, and what is measured is chance. */
const heapMegabytes = 256;
/** What the server may take beside its heap, such as for the connections in Node: megabytes. */
const besideMegabytes = 150;

const folder = mkdtempSync(join(tmpdir(), 'heddle-streams-'));
afterAll(() => rmSync(folder, { recursive: true }));

it(`of ${connections} connections to the event stream half are held and half are refused, in bounded memory`, async () => {
  writeFileSync(
    join(folder, 'waiting.yaml'),
    'tasks: { ask: { type: ask, message: Which?, form: { word: { type: text } } } }',
  );
  const served = await serveFolder(folder, ['--max-streams', String(held), '--max-requests', '1000000'], {
    NODE_OPTIONS: `--max-old-space-size=${heapMegabytes}`,
  });
  try {
    const response = await fetch(`${served.url}/api/v1/workflows/waiting/runs`, { method: 'POST' });
    const { id } = (await response.json()) as { id: string };
    const grown = await holdStreams(served, id, connections, held);
    expect(grown).toBeLessThan((heapMegabytes + besideMegabytes) * 2 ** 20);
  } finally {
    await served.kill('SIGKILL');
  }
}, 600_000);
