import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { panelMs } from './motion';

test('a panel moves as long as the token says', () => {
  const tokens = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');
  expect(/--d-3: (\d+)ms/.exec(tokens)?.[1]).toBe(String(panelMs));
});
