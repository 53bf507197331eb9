import { expect, it } from 'vitest';
import { recall, remember } from './remembered';

function storageOf(text: string | null) {
  let kept = text;
  return {
    getItem: () => kept,
    setItem: (_key: string, value: string) => {
      kept = value;
    },
  };
}

it('remembers more without forgetting the rest', () => {
  const storage = storageOf(null);
  remember({ theme: 'dark' }, storage);
  remember({ lastWorkflow: 'a' }, storage);
  expect(recall(storage)).toEqual({ theme: 'dark', lastWorkflow: 'a' });
});

it('starts anew where something else stands in its place', () => {
  expect(recall(storageOf('{"theme": "pink"}'))).toEqual({});
  expect(recall(storageOf('{"theme": "dark", "panels": {"left": true}}'))).toEqual({});
  expect(recall(storageOf('{"toldDamages": [1]}'))).toEqual({});
  expect(recall(storageOf('[]'))).toEqual({});
  expect(recall(storageOf('not JSON'))).toEqual({});
});

it('leaves what it does not know', () => {
  expect(recall(storageOf('{"theme": "dark", "constructor": 1, "newer": 2}'))).toEqual({ theme: 'dark' });
});

it('lives with a browser that keeps nothing', () => {
  const refuses = () => {
    throw new Error('no storage');
  };
  expect(recall({ getItem: refuses })).toEqual({});
  expect(() => remember({ mode: 'code' }, { getItem: refuses, setItem: refuses })).not.toThrow();
});
