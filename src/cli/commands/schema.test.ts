import { expect, it } from 'vitest';
import { documentJsonSchema } from '@/formats/json-schema';
import { run } from '../memory-io.testing';

it('prints the JSON Schema', async () => {
  const { code, out } = await run('schema json');
  expect(code).toBe(0);
  expect(JSON.parse(out)).toEqual(documentJsonSchema());
});
