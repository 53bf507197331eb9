import { expect, it } from 'vitest';
import { documentOf } from '../sample.testing';
import { validateDocument } from './validate';

const outputSchema = { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] };

function problems(pinned: unknown, schema: object | null = outputSchema): string[] {
  const task = { description: 'x', pinned, ...(schema && { outputSchema: schema }) };
  const document = documentOf({ a: task }, { defaultModel: 'sim:x' });
  return validateDocument(document, []).map(({ code, severity, path }) => `${code} ${severity} ${path.join('.')}`);
}

it('a pinned output has to be what the schema asks for, as JSON or as a text of it', () => {
  expect(problems({ title: 'x' })).toEqual([]);
  expect(problems('{"title": "x"}')).toEqual([]);
  for (const wrong of [{ titel: 'x' }, { title: 3 }, 'a text', [], 7]) {
    expect(problems(wrong)).toEqual(['HED323 error tasks.a.pinned']);
  }
  for (const none of [true, false, null]) expect(problems(none)).toEqual([]);
  expect(problems('a text', { type: 'string' })).toEqual([]);
  expect(problems({ any: 'thing' }, null)).toEqual([]);
  // What is no schema asks for nothing.
  expect(problems('a text', { type: 'sentence' })).toEqual(['HED403 error tasks.a.output_schema.type']);
});
