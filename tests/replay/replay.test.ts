import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sampleAnswer, samplePlan, sampleScript } from '@/engine/testing/sample-run.testing';
import { createWorld } from '@/engine/testing/world.testing';
import { runEventSchema } from '@/run/events';
import { emptyRun, reduceRun } from '@/run/reduce-run';

const read = (name: string) =>
  readFileSync(`tests/replay/${name}.jsonl`, 'utf8')
    .trim()
    .split('\n')
    .map((line) => runEventSchema.parse(JSON.parse(line)));

// The stored run never changes: a change of the engine that reads it differently breaks people's runs. A run in a new
// format gets a file of its own beside it.
it('a stored run ends as it did, from its log alone', () => {
  const { status, tasks, totals } = reduceRun(emptyRun, read('sample-run'));
  expect(status).toBe('failed');
  expect(Object.fromEntries([...tasks].map(([id, task]) => [id, task.status]))).toEqual({
    fetch: 'ok',
    facts: 'ok',
    flaky: 'ok',
    unlikely: 'skipped',
    after_unlikely: 'skipped',
    fragile: 'ok',
    dropped: 'skipped',
    doomed: 'failed',
    beyond: 'skipped',
    join: 'ok',
    report: 'ok',
  });
  expect(totals.calls).toBe(6);
});

it('the same run today writes the same log', async () => {
  const world = createWorld({ answer: sampleAnswer, script: sampleScript });
  await world.run(samplePlan);
  const lines = world.log.events.map((event) => `${JSON.stringify(event)}\n`);
  await expect(lines.join('')).toMatchFileSnapshot('sample-run.jsonl');
});
