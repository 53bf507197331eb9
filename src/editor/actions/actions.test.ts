import { describe, expect, it } from 'vitest';
import { matchKeys } from '@/ui/keys';
import { actions } from './actions';

describe('the table of actions', () => {
  it('names every action once', () => {
    expect(new Set(actions.map(({ id }) => id)).size).toBe(actions.length);
  });

  it('gives the same keys only to actions of which the first that is on is meant', () => {
    const owners = new Map<string, string[]>();
    for (const { id, keys } of actions) for (const key of keys) owners.set(key, [...(owners.get(key) ?? []), id]);
    const shared = [...owners.values()].filter((ids) => ids.length > 1);
    expect(shared).toEqual([
      ['run', 'resume', 'go-to-question', 'cancel'],
      ['continue', 'go-to-message'],
      ['select-all', 'select-output'],
      ['finish-connecting', 'finish-moving', 'open'],
      ['to-canvas', 'clear-selection', 'leave-container'],
    ]);
  });

  it('can tell every key from the event that a keyboard sends for it', () => {
    const tidy = { key: 'T', code: 'KeyT', ctrlKey: false, metaKey: false, shiftKey: true, altKey: true };
    expect(actions.filter(({ keys }) => keys.some((one) => matchKeys(tidy, one, false))).map(({ id }) => id)).toEqual([
      'tidy',
    ]);
  });
});
