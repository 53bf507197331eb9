import { open, stat } from 'node:fs/promises';
import type { Browser } from '@playwright/test';
import { type App, expect, test } from './support/app';
import { memoryOfEngine } from './support/memory-of-engine';

/** How many outputs of 10 MB. A hundred, as in the scenario of the seed, take some minutes: `LARGE_OUTPUTS=100`. */
const rounds = Number(process.env['LARGE_OUTPUTS'] ?? 5);
const bytes = 10_000_000;
/** Most megabytes that the worker may use in excess of the same run with almost no outputs. */
const promised = 100;

const flow = (lines: number) => `
tasks:
  generate_reports:
    type: script
    loop: { type: repeat, count: ${rounds} }
    script:
      language: javascript
      env: { N: "{{iteration}}" }
      content: |
        const line = ('round ' + env.N + ' ').padEnd(999, 'x');
        for (let n = 0; n < ${lines}; n++) console.log(line);
`;

/** Runs the workflow to its end. Resolves to the peak memory of the worker, in MB. */
async function peakOf(app: App, browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  let peak = 0;
  await app.start();
  const look = async () => {
    peak = Math.max(peak, await memoryOfEngine(session));
    return app.runButton().isVisible();
  };
  await expect.poll(look, { timeout: 20_000 + rounds * 10_000, intervals: [100] }).toBe(true);
  await session.detach();
  expect(await app.isOver()).toBe('completed');
  return peak;
}

test('outputs of 10 MB, one after the other, take no more memory than the promise, and open in full', async ({
  app,
  page,
  browser,
}) => {
  test.setTimeout(90_000 + rounds * 15_000);
  await app.openText(flow(1));
  const idle = await peakOf(app, browser);
  await app.openText(flow(bytes / 1000));
  const peak = await peakOf(app, browser);
  const figures = `${idle} MB with small outputs, ${peak} MB with ${rounds} of 10 MB`;
  test.info().annotations.push({ type: 'peak of the worker', description: figures });
  expect(peak - idle, figures).toBeLessThan(promised);

  const output = await app.output('generate_reports');
  await expect(output).toContainText(`round ${rounds} xxx`);
  await app.tab('Metrics');
  const buttons = app.drawer.getByRole('button', { name: /^Download the output of generate_reports, round \d+$/ });
  await expect(buttons).toHaveCount(rounds);
  for (let round = 1; round <= rounds; round += 1) {
    const waiting = page.waitForEvent('download');
    const name = `Download the output of generate_reports, round ${round}`;
    await app.drawer.getByRole('button', { name, exact: true }).click();
    const file = await (await waiting).path();
    expect((await stat(file)).size).toBe(bytes);
    const start = await readStart(file);
    expect(start.startsWith(`round ${round} xxx`), start).toBe(true);
  }
});

async function readStart(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(20), length: 20 });
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}
