import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type FaultServer, startFaultServer } from '../e2e/servers/fault-server';
import { runHere } from './support/run-here';
// What a run needs is read before it begins: on a busy machine that took most of the time of the test.
import '@/cli/commands/start-commands';
import '@/host/engine-code';
import '@/providers/adapters/compatible';

const folder = mkdtempSync(join(tmpdir(), 'heddle-limits-'));
let server: FaultServer;
beforeAll(async () => {
  server = await startFaultServer();
  writeFileSync(
    join(folder, 'many.yaml'),
    // More than are asked in as many minutes as two runs may take to start on a busy machine.
    `default_model: openai:gpt-6-sol
tasks:
${Array.from({ length: 20 }, (_, index) => `  t${index}: { description: Question ${index} }`).join('\n')}
`,
  );
});
afterAll(() => server.close());

const waits = /\d+ waits? for OpenAI’s limit, about /;

/** The call that does not wait may be on its way to the server when the others say that they wait. */
const hasAsked = () => vi.waitUntil(() => server.requests.length > 0, { timeout: 50_000 });

/**
 * Runs the command line until a call waits for the limit, and then stops it as Ctrl-C does. Resolves to its exit
 * status.
 */
async function runUntilItWaits(...args: readonly string[]): Promise<number> {
  const env = {
    PATH: process.env['PATH'],
    OPENAI_BASE_URL: `${server.url}/v1`,
    OPENAI_LIMITS: 'rpm=1',
    HEDDLE_HOME: join(folder, 'home'),
  };
  let stop = () => {};
  let said = '';
  const { code } = await runHere(['run', ...args, '--protocol', 'compatible'], {
    folder,
    env,
    onStart: (asked) => {
      stop = asked;
    },
    onError: (text) => {
      const isNew = !waits.test(said);
      said += text;
      if (isNew && waits.test(said)) void hasAsked().then(() => stop());
    },
  });
  expect(said).toMatch(waits);
  return code;
}

/** ms from each request to the next. */
const gaps = () => server.requests.slice(1).map(({ at }, index) => at - (server.requests[index]?.at ?? 0));

// What one process leaves to the next is in files of the home folder, which the second run opens anew.
it('keeps to its limit when it is resumed by another process: no fresh minute is opened', async () => {
  expect(await runUntilItWaits('many.yaml')).toBe(3);
  expect(await runUntilItWaits('--resume')).toBe(3);
  expect(server.requests.length).toBeGreaterThan(0);
  // What is sent within the same ten milliseconds may arrive a little closer together.
  for (const gap of gaps()) expect(gap).toBeGreaterThan(59_000);
});
