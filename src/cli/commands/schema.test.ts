import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { run } from '../memory-io.testing';

it('prints the schema that ships with the app', async () => {
  const { code, out } = await run('schema json');
  expect(code).toBe(0);
  expect(out).toBe(readFileSync('public/schemas/heddle-1.json', 'utf8'));
});
