import { expect, it } from 'vitest';
import { eventVersion, type RunEvent } from '@/run/events';
import { emptyRun, reduceRun } from '@/run/reduce-run';
import { run } from '../memory-io.testing';
import { formatMetricsJson, formatMetricsLines } from './metrics-of';

const files = {
  'a.yaml': `default_model: "sim:fast"
limits: { max_stdout_bytes: 40, truncation_strategy: head }
tasks:
  long: { description: Write, options: { reply: "${'word '.repeat(60)}" } }
  after: { description: Go on, options: { reply: short }, depends_on: [long] }
`,
};

it('tells how large outputs and contexts were, in the words of seed 000, apart from the result', async () => {
  const { out, err } = await run('run a.yaml --metrics', { files });
  expect(out).toBe('short\n');
  const told = err.slice(err.indexOf('Context Metrics:'));
  expect(told).toMatch(/^Context Metrics:\n {2}Total bytes: 30\d\n {2}Task outputs: 2\n {2}Truncated: 1\n/);
  expect(told).toMatch(/\n {2}Avg relevance: 1\.00\n/);
  expect(told).toMatch(/\n {2}Window use: at most \d+\.\d % of 32768 tokens, in after \(turn 1\)\n/);
  expect((await run('run a.yaml', { files })).err).not.toContain('Metrics');
});

it('tells them to a program in a last line, with which the events can still be taken as a recording', async () => {
  const { out, err } = await run('run a.yaml --json --metrics', { files });
  const last = JSON.parse(out.trimEnd().split('\n').at(-1) ?? '');
  expect(last).toMatchObject({ metrics: { taskCount: 2, truncatedCount: 1, avgRelevance: 1, compactions: 0 } });
  const done = err.split('\n').filter((line) => line.startsWith('{"progress"'));
  expect(done).toEqual(['{"progress":{"done":1,"total":2}}', '{"progress":{"done":2,"total":2}}']);
  const again = await run('run a.yaml --recording events', { files: { ...files, events: out } });
  expect(again).toMatchObject({ code: 0, out: 'short\n' });
});

it('tells what was thought of the output, where something was', () => {
  const usage = {
    inputTokens: 9,
    outputTokens: 40,
    reasoningTokens: 30,
    cachedTokens: 0,
    costUsd: null,
    estimated: false,
  };
  const replied: RunEvent = {
    v: eventVersion,
    seq: 1,
    t: '2026-11-01T10:00:00.000Z',
    path: 'task/a/attempt/1/turn/1',
    id: 'x',
    kind: 'model.replied',
    data: { provider: 'openai', finishReason: 'stop', usage, durationMs: 1 },
  };
  const state = reduceRun(emptyRun, [replied]);
  expect(formatMetricsLines(state).at(-1)).toBe('  Thinking: 30 of 40 output tokens');
  expect(formatMetricsJson(state)).toMatchObject({ reasoningTokens: 30 });
  expect(formatMetricsLines(emptyRun).join()).not.toContain('Thinking');
  const cached = { cachedTokens: 2000, cacheWriteTokens: 500, cacheSavedUsd: 0.25 };
  const later = reduceRun(state, [{ ...replied, seq: 2, data: { ...replied.data, usage: { ...usage, ...cached } } }]);
  expect(formatMetricsLines(later).at(-1)).toBe('  Prompt cache: 2.0k tok read, 500 tok written, saved $0.25');
  expect(formatMetricsJson(later)).toMatchObject(cached);
  expect(formatMetricsLines(state).join()).not.toContain('Prompt cache');
});

it('tells what a model thought that was asked to, at the end and in expressions', async () => {
  const thinks = `default_model: "sim:fast"
tasks:
  ask: { description: Say when the tide ebbs., reasoning_effort: high }
  last: { description: Sum up., condition: tasks.ask.usage.reasoning_tokens > 0, options: { reply: It thought. }, depends_on: [ask] }
`;
  const { out, err } = await run('run a.yaml --metrics', { files: { 'a.yaml': thinks } });
  const thought = /Thinking: (\d+) of \d+ output tokens/.exec(err)?.[1];
  expect(Number(thought)).toBeGreaterThan(0);
  expect(err).toContain(`(${thought} tok thinking)`);
  expect(out).toBe('It thought.\n');
});

it('tells the call that filled its window most, by its share', () => {
  const sent = (seq: number, path: string, size: number | null, tokens: number): RunEvent => ({
    v: eventVersion,
    seq,
    t: '2026-11-01T10:00:00.000Z',
    path,
    id: path,
    kind: 'model.requested',
    data: {
      provider: 'openai',
      turn: 1,
      attempt: 1,
      window: { size, usable: size, reserve: 0, sent: tokens, exact: true },
    },
  });
  const call = (task: string) => `task/${task}/attempt/1/turn/1`;
  const state = reduceRun(emptyRun, [
    sent(1, call('wide'), 100_000, 5000),
    sent(2, call('narrow'), 8000, 4200),
    sent(3, call('unknown'), null, 9000),
  ]);
  expect(formatMetricsLines(state).at(-1)).toBe('  Window use: at most 52.5 % of 8000 tokens, in narrow (turn 1)');
  expect(formatMetricsJson(state)).toMatchObject({
    taskCount: 0,
    peak: { path: call('narrow'), sent: 4200, size: 8000 },
  });
});
