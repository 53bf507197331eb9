import { expect, it } from 'vitest';
import type { WorkflowDocument } from '../document';
import { documentOf } from '../sample.testing';
import { findTexts } from './find-texts';
import { findableKinds } from './map-findable';
import { replaceTexts } from './replace-texts';
import type { TextQuery } from './text-query';

const query = (text: string, more: Partial<TextQuery> = {}): TextQuery => ({
  text,
  replacement: '',
  matchCase: false,
  wholeWord: false,
  isRegex: false,
  kinds: findableKinds,
  ...more,
});
const world = { providers: [] };
const document: WorkflowDocument = documentOf({
  fetch: { type: 'script', script: { content: 'echo fetch\necho Fetched' } },
  by: {
    type: 'group',
    dependsOn: ['fetch'],
    subtasks: { web: { type: 'atomic', description: 'Fetch {{fetch}}', model: 'openai:gpt-5', condition: 'fetch.ok' } },
  },
});

function found(wanted: TextQuery) {
  const result = findTexts(document, wanted, world, 100);
  if (!result.ok) throw new Error(result.error);
  return result.value.rows.map(({ taskPath, field, before, found: text }) => [taskPath, field, before + text]);
}

it('finds names, prompts, scripts, models and expressions at any depth, in the order of the document', () => {
  expect(found(query('fetch'))).toEqual([
    ['fetch', 'id', 'fetch'],
    ['fetch', 'script.content', 'echo fetch'],
    ['fetch', 'script.content', 'echo Fetch'],
    ['by/web', 'description', 'Fetch'],
    ['by/web', 'description', 'Fetch {{fetch'],
    ['by/web', 'condition', 'fetch'],
  ]);
  expect(found(query('fetch', { matchCase: true, wholeWord: true, kinds: ['script'] }))).toHaveLength(1);
  expect(found(query('gpt-(\\d)', { isRegex: true }))).toEqual([['by/web', 'model', 'openai:gpt-5']]);
});

it('says what is wrong with a regular expression', () => {
  expect(findTexts(document, query('(', { isRegex: true }), world, 9)).toMatchObject({ ok: false });
});

it('replaces texts, and renames ids with what refers to them', () => {
  const done = replaceTexts(document, query('fetch', { replacement: 'load', matchCase: true }), { allBut: [] }, world);
  expect(done).toMatchObject({ ok: true, value: { refused: [] } });
  expect(done.ok && done.value.document.tasks).toMatchObject({
    load: { script: { content: 'echo load\necho Fetched' } },
    by: { dependsOn: ['load'], subtasks: { web: { description: 'Fetch {{load}}', condition: 'load.ok' } } },
  });
});

it('leaves what would lose its form, and says why', () => {
  const broken = replaceTexts(
    document,
    query('fetch', { replacement: '((', kinds: ['expression'] }),
    { allBut: [] },
    world,
  );
  expect(broken.ok && broken.value).toMatchObject({ count: 0, document, refused: [{}] });
  const model = replaceTexts(document, query('gpt-5', { replacement: 'a b' }), { allBut: [] }, world);
  expect(model.ok && model.value.refused).toHaveLength(1);
});
