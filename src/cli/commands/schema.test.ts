import { expect, it } from 'vitest';
import { buildDocumentJsonSchema } from '@/formats/json-schema';
import { buildDocumentXsd } from '@/formats/xsd';
import { run } from '../memory-io.testing';

it('prints the JSON Schema', async () => {
  const { code, out } = await run('schema json');
  expect(code).toBe(0);
  expect(JSON.parse(out)).toEqual(buildDocumentJsonSchema());
});

it('prints the XSD', async () => {
  expect(await run('schema xsd')).toMatchObject({ code: 0, out: buildDocumentXsd() });
});
