import { describe, expect, it } from 'vitest';
import type { RunEvent } from '@/run/events';
import { createEventStep, findStepNumber, formatStepWords } from './step-entry';

const path = 'task/p/attempt/1/step/41';
const base = {
  v: 2,
  seq: 7,
  t: '2026-01-01T00:00:00.000Z',
  path,
  id: 'x',
  result: 'move',
  full_result_len: 4,
} as const;

describe('a step of a pipeline', () => {
  it('is counted from 1', () => {
    expect(findStepNumber(path)).toBe(42);
    expect(findStepNumber('task/p')).toBe(0);
  });

  it('is told by its vote, or by its call', () => {
    const vote: RunEvent = {
      ...base,
      kind: 'vote.decided',
      data: { k: 3, votes: [5, 2], samples: 8, flags: 1, usage: null, durationMs: 4 },
    };
    const step = createEventStep(vote);
    expect(step).toMatchObject({ step: 42, seq: 7, votes: [5, 2], answer: { text: 'move', length: 4 } });
    expect(step && formatStepWords(step)).toBe('5 to 2 of 8 samples, 1 red flag');
    const call: RunEvent = {
      ...base,
      kind: 'model.replied',
      data: {
        provider: 'sim',
        finishReason: 'stop',
        usage: { inputTokens: 1, outputTokens: 1, cachedTokens: 0, costUsd: 0, estimated: false },
        failures: { count: 2, last: { code: 'PROVIDER_ERROR', message: 'Busy.', retryable: true }, usage: null },
        durationMs: 4,
      },
    };
    const plain = createEventStep(call);
    expect(plain && formatStepWords(plain)).toBe('2 failed tries');
    expect(createEventStep({ ...base, kind: 'task.started', data: { type: 'atomic' } })).toBeUndefined();
  });
});
