import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { type App, expect, test } from './support/app';
import { memoryOfEngine } from './support/memory-of-engine';
import { realPng } from './support/real-png';

/** How many tasks, each with a picture of 20 MB. A hundred take some minutes: `LARGE_ATTACHMENTS=100`. */
const count = Number(process.env['LARGE_ATTACHMENTS'] ?? 8);
const bytes = 19_900_000;
/** Most megabytes that the worker may use in excess of the same run with almost nothing attached. */
const promised = 100;
/** How many are added at once: a page accepts 100 MB at a time. */
const atOnce = 4;

const folder = mkdtempSync(join(tmpdir(), 'heddle-pictures-'));
let server: Server;
/** Lengths of the bodies of the calls, in bytes. */
let received: number[] = [];

test.beforeAll(async () => {
  // It stores nothing of what it receives.
  server = createServer(async (request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', '*');
    if (request.method === 'OPTIONS') return response.writeHead(204).end();
    let length = 0;
    for await (const chunk of request) length += (chunk as Buffer).length;
    received.push(length);
    const said = { choices: [{ index: 0, delta: { content: 'A plan.' }, finish_reason: 'stop' }] };
    response.setHeader('content-type', 'text/event-stream');
    return response.end(`data: ${JSON.stringify(said)}\n\ndata: [DONE]\n\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
test.afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

/** Opens a workflow with a picture of the given size for each of its tasks. */
async function openWith(app: App, size: number): Promise<void> {
  const paths = Array.from({ length: count }, (_, nth) => join(folder, `plan-${nth + 1}.png`));
  for (const [nth, path] of paths.entries()) writeFileSync(path, realPng(300, 200 + nth, size));
  const tasks = paths.map(
    (_, nth) => `  look_${nth + 1}: { description: Look., attachments: [/plan-${nth + 1}.png] }\n`,
  );
  const { port } = server.address() as AddressInfo;
  const provider = { id: 'sink', baseUrl: `http://127.0.0.1:${port}/v1` };
  await app.openText(`default_model: sink:any\ntasks:\n${tasks.join('')}`);
  await app.openModels();
  if ((await app.provider('sink').count()) === 0) await app.addProvider(provider);
  await app.closeDialog();
  await app.page.getByRole('tablist', { name: 'Left panel' }).getByRole('tab', { name: 'Files' }).click();
  const panel = app.page.getByRole('tabpanel', { name: 'Files' });
  for (let at = 0; at < count; at += atOnce) {
    const chooser = app.page.waitForEvent('filechooser');
    // Without files there is a button; otherwise a menu.
    await panel.getByRole('button', { name: 'Add files' }).click();
    if (at > 0) await app.page.getByRole('menuitem', { name: 'Add files' }).click();
    await (await chooser).setFiles(paths.slice(at, at + atOnce));
    const added = panel.getByRole('status').filter({ hasText: `${Math.min(count, at + atOnce)} files, ` });
    await expect(added).toBeVisible({ timeout: 60_000 });
  }
  await app.isSaved();
  // Memory left over from adding them does not belong to the run.
  await app.reload();
}

/** Runs the workflow to its end. Resolves to the peak memory of the worker, in MB. */
async function peakOf(app: App, browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  let peak = 0;
  const before = (await app.runs()).length;
  await app.runButton().click();
  // Each file is examined before the run begins, which counts too.
  const look = async () => {
    peak = Math.max(peak, await memoryOfEngine(session));
    const runs = await app.runs();
    return runs.length > before && runs.at(-1)?.status === 'completed';
  };
  await expect.poll(look, { timeout: 60_000 + count * 10_000, intervals: [100] }).toBe(true);
  await session.detach();
  expect(await app.isOver()).toBe('completed');
  return peak;
}

test('pictures of 20 MB, one for each task, take no more memory than the promise', async ({ app, browser }) => {
  test.setTimeout(90_000 + count * 30_000);
  await openWith(app, 1);
  const idle = await peakOf(app, browser);
  received = [];
  await openWith(app, bytes);
  const peak = await peakOf(app, browser);
  const figures = `${idle} MB with small pictures, ${peak} MB with ${count} of 20 MB`;
  test.info().annotations.push({ type: 'peak of the worker', description: figures });
  expect(received.filter((length) => length > bytes)).toHaveLength(count);
  expect(peak - idle, figures).toBeLessThan(promised);
});
