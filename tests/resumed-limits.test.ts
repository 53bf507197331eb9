import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FaultServer, startFaultServer } from '../e2e/servers/fault-server';
import { runHere } from './support/run-here';

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
      if (isNew && waits.test(said)) stop();
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
