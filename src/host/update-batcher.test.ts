import { beforeEach, expect, it } from 'vitest';
import type { RunEvent } from '@/run/events';
import type { RunUpdate } from '@/run/runner';
import type { RunListener } from './host-options';
import { createUpdateBatcher } from './update-batcher';

const run = { executionId: 'e1', workflowId: 'w1' };
const base = { v: 1 as const, t: '2026-11-01T10:00:00.000Z', id: 'aaaaaaaa' };
const started = (seq: number): RunEvent => ({
  ...base,
  seq,
  path: 'task/a',
  kind: 'task.started',
  data: { type: 'atomic' },
});
const replied = (seq: number, path: string): RunEvent => ({
  ...base,
  seq,
  path,
  kind: 'model.replied',
  data: {
    provider: 'sim',
    finishReason: 'stop',
    usage: { inputTokens: 1, outputTokens: 1, cachedTokens: 0, costUsd: 0, estimated: false },
    durationMs: 1,
  },
});
const delta = (path: string, text: string) => ({ executionId: 'e1', path, text });

let sent: (readonly RunUpdate[])[];
let due: (() => void)[];
let batcher: RunListener;
const frame = () => {
  for (const flush of due.splice(0)) flush();
};

beforeEach(() => {
  sent = [];
  due = [];
  batcher = createUpdateBatcher(
    (updates) => sent.push(updates),
    (flush) => due.push(flush),
  );
});

it('sends once a frame, in order, and nothing when there is nothing', () => {
  batcher.events(run, [started(1)]);
  batcher.events(run, [started(2), started(3)]);
  expect(sent).toEqual([]);
  frame();
  frame();
  batcher.events(run, [started(4)]);
  frame();
  expect(sent.map((updates) => updates.flatMap((update) => update.events.map((event) => event.seq)))).toEqual([
    [1, 2, 3],
    [4],
  ]);
});

it('joins the text of each turn', () => {
  batcher.delta(run, delta('task/a/turn/1', 'Hel'));
  batcher.delta(run, delta('task/a/turn/2', 'x'));
  batcher.delta(run, delta('task/a/turn/1', 'lo'));
  frame();
  expect(sent[0]?.[0]?.deltas).toEqual([delta('task/a/turn/1', 'Hello'), delta('task/a/turn/2', 'x')]);
});

it('leaves out the text of a call that is made again', () => {
  const of = (call: string, text: string) => ({ ...delta('task/a/turn/1', text), call });
  batcher.delta(run, { ...of('1', 'Hm.'), isReasoning: true });
  batcher.delta(run, of('1', 'Hello'));
  batcher.delta(run, of('2', 'Hel'));
  batcher.delta(run, of('2', 'lo'));
  frame();
  expect(sent[0]?.[0]?.deltas).toEqual([of('2', 'Hello')]);
});

it('leaves out text of a turn whose reply is in the same batch', () => {
  batcher.delta(run, delta('task/a/turn/1', 'Hello'));
  batcher.delta(run, delta('task/a/turn/2', 'x'));
  batcher.events(run, [replied(1, 'task/a/turn/1')]);
  frame();
  expect(sent[0]?.[0]?.deltas).toEqual([delta('task/a/turn/2', 'x')]);
});

it('keeps runs apart, and says when one was given up', () => {
  batcher.events(run, [started(1)]);
  const failure = { code: 'STORAGE_FAILED' as const, message: 'Broken.', retryable: true };
  batcher.gaveUp({ executionId: 'e2', workflowId: 'w2' }, failure);
  frame();
  expect(sent).toEqual([
    [
      { ...run, events: [started(1)], deltas: [] },
      { executionId: 'e2', workflowId: 'w2', events: [], deltas: [], failure },
    ],
  ]);
});
