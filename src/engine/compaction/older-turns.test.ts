import { describe, expect, it } from 'vitest';
import type { Message } from '@/plan/message';
import type { PlannedCompaction } from '@/plan/plan';
import { countCharacters } from './message-text';
import { findOlderTurns } from './older-turns';
import { formatTurnsTitle } from './turn-digest';

/** Turns of a hundred characters each, after a prompt of a hundred. A token is a character. */
const prompt: Message = { role: 'user', content: 'p'.repeat(100) };
const turn: Message = { role: 'assistant', content: 'x'.repeat(100) };
const turns = (count: number) => Array.from({ length: count }, () => turn);

function older(
  rest: readonly Message[],
  usable: number | undefined,
  rules: Partial<PlannedCompaction> = {},
  tokens = 100 + countCharacters(rest),
) {
  const messages = [prompt, ...rest];
  const compaction = { trigger: 'on_complete', threshold: 1_000_000, ...rules } as PlannedCompaction;
  return findOlderTurns({ messages, promptLength: 1, tokens, turn: 9 }, compaction, {
    usable,
    tokensOf: countCharacters,
  });
}

describe('the older turns of a conversation', () => {
  it('are due once a request takes 97 % of the window, whatever the trigger but a person', () => {
    expect(older(turns(90), 10_000, {}, 9700)).toBeUndefined();
    for (const trigger of ['on_complete', 'batch', 'on_threshold'] as const) {
      expect(older(turns(90), 10_000, { trigger }, 9701)).toEqual({ trigger: 'window', count: 41 });
    }
    expect(older(turns(90), 10_000, { trigger: 'manual' }, 99_999)).toBeUndefined();
    expect(older(turns(9), undefined)).toBeUndefined();
    expect(older([], 100)).toBeUndefined();
  });

  it('leave the latest as far as they take half of what is free beside the prompt', () => {
    expect(older(turns(10), 1100)).toEqual({ trigger: 'window', count: 5 });
    expect(older(turns(10), 1099)).toEqual({ trigger: 'window', count: 6 });
    expect(older(turns(10), 100)).toBeUndefined();
  });

  it('leave the last up to three quarters of it, and nothing of one that is longer', () => {
    const last = (length: number): Message => ({ role: 'assistant', content: 'y'.repeat(length) });
    expect(older([turn, last(750)], 1100, {}, 1100)).toEqual({ trigger: 'window', count: 1 });
    expect(older([turn, last(751)], 1100, {}, 1100)).toEqual({ trigger: 'window', count: 2 });
    expect(older([last(750)], 1100, {}, 1100)).toBeUndefined();
  });

  it('are due from a number of characters on, and leave half as many, where that is the rule', () => {
    const rules = { trigger: 'on_threshold', threshold: 1000 } as const;
    expect(older(turns(10), undefined, rules)).toBeUndefined();
    expect(older(turns(11), undefined, rules)).toEqual({ trigger: 'on_threshold', count: 6 });
    expect(older(turns(11), undefined, { ...rules, trigger: 'batch' })).toBeUndefined();
    expect(older(turns(11), 1200, rules)).toEqual({ trigger: 'window', count: 6 });
    expect(older(turns(11), 100_000, rules)).toEqual({ trigger: 'on_threshold', count: 6 });
  });

  it('have the digest of those before them among them, which is not shortened for its own sake', () => {
    const digest: Message = { role: 'user', content: formatTurnsTitle(3) };
    const rules = { trigger: 'on_threshold', threshold: 1000 } as const;
    expect(older([digest, ...turns(11)], undefined, rules)).toEqual({ trigger: 'on_threshold', count: 7 });
    const long: Message = { role: 'assistant', content: 'y'.repeat(1200) };
    expect(older([digest, long], undefined, rules)).toBeUndefined();
    expect(older([digest, long], 1340, rules)).toEqual({ trigger: 'window', count: 2 });
    expect(older([digest, ...turns(10)], undefined, rules)).toBeUndefined();
  });
});
