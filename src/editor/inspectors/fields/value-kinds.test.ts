import { describe, expect, it } from 'vitest';
import { findValueKind, type ValueKind, valueKinds } from './value-kinds';

const all: readonly ValueKind[] = ['text', 'from', 'json'];

describe('kinds of values', () => {
  it('are told by the value', () => {
    expect(findValueKind('a', all)).toBe('text');
    expect(findValueKind({ from: 'fetch' }, all)).toBe('from');
    expect(findValueKind({ from: 'fetch' }, ['text', 'json'])).toBe('json');
    expect(findValueKind({ from: 'fetch', to: 'x' }, all)).toBe('json');
    expect(findValueKind(3, all)).toBe('json');
    expect(findValueKind({ task: { type: 'atomic' } }, [...all, 'task'])).toBe('task');
    expect(findValueKind({ task: { type: 'atomic' } }, all)).toBe('json');
  });

  it('show the values they read', () => {
    for (const [kind, value] of [
      ['text', ''],
      ['from', { from: 'fetch.output' }],
      ['json', [1, { a: null }]],
    ] as const) {
      const { format } = valueKinds[kind];
      expect(format.parse(format.show(value))).toEqual({ ok: true, value });
    }
  });

  it('keep what they can when one becomes another', () => {
    expect(valueKinds.from.from('fetch')).toEqual({ from: 'fetch' });
    expect(valueKinds.text.from({ from: 'fetch' })).toBe('fetch');
    expect(valueKinds.text.from(3)).toBe('3');
    expect(valueKinds.json.from('3')).toBe(3);
    expect(valueKinds.json.from('fetch')).toEqual(['fetch']);
    expect(valueKinds.task.from('Fetch it')).toEqual({ task: { type: 'atomic', description: 'Fetch it' } });
    expect(valueKinds.text.from({ task: { type: 'atomic', description: 'Fetch it' } })).toBe('Fetch it');
  });
});
