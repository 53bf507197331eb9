import { expect, it } from 'vitest';
import { readRemembered, writeRemembered } from './local-settings';

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
  writeRemembered({ theme: 'dark' }, storage);
  writeRemembered({ lastWorkflow: 'a' }, storage);
  expect(readRemembered(storage)).toEqual({ theme: 'dark', lastWorkflow: 'a' });
});

it('starts anew where something else stands in its place', () => {
  expect(readRemembered(storageOf('{"theme": "pink"}'))).toEqual({});
  expect(readRemembered(storageOf('{"theme": "dark", "panels": {"left": true}}'))).toEqual({});
  expect(readRemembered(storageOf('{"toldDamages": [1]}'))).toEqual({});
  expect(readRemembered(storageOf('[]'))).toEqual({});
  expect(readRemembered(storageOf('not JSON'))).toEqual({});
});

it('leaves what it does not know', () => {
  expect(readRemembered(storageOf('{"theme": "dark", "constructor": 1, "newer": 2}'))).toEqual({ theme: 'dark' });
});

it('lives with a browser that keeps nothing', () => {
  const refuses = () => {
    throw new Error('no storage');
  };
  expect(readRemembered({ getItem: refuses })).toEqual({});
  expect(() => writeRemembered({ mode: 'code' }, { getItem: refuses, setItem: refuses })).not.toThrow();
});
