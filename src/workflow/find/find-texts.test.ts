import { expect, it } from 'vitest';
import type { WorkflowDocument } from '../document';
import { documentOf } from '../sample.testing';
import { locateTask } from '../task-path';
import { findTexts } from './find-texts';
import { findableKinds } from './map-findable';
import { replaceTexts } from './replace-texts';
import { mapRenamedPath } from './replaced-path';
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
const all = { skip: 0, limit: 100 };
const document: WorkflowDocument = documentOf({
  fetch: { type: 'script', script: { content: 'echo fetch\necho Fetched' } },
  by: {
    type: 'group',
    dependsOn: ['fetch'],
    subtasks: { web: { type: 'atomic', description: 'Fetch {{fetch}}', model: 'openai:gpt-5', condition: 'fetch.ok' } },
  },
});

function found(wanted: TextQuery) {
  const result = findTexts(document, wanted, world, all);
  if (!result.ok) throw new Error(result.error);
  return result.value.rows.map(({ taskPath, field, before, found: text }) => [
    taskPath,
    field.join('.'),
    before + text,
  ]);
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
  expect(findTexts(document, query('(', { isRegex: true }), world, all)).toMatchObject({ ok: false });
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

it('finds texts of settings first, then of tasks, then of the library, and names of agents', () => {
  const rows = findTexts(
    {
      ...documentOf({
        write: { model: 'ink:pen', agent: 'ink', inputs: { doc: { task: { type: 'atomic', name: 'ink' } } } },
      }),
      defaultModel: 'ink:main',
      agents: { ink: { system: 'Use ink.' } },
      library: { draw: { task: { type: 'atomic', description: 'ink' } } },
    },
    query('ink', { replacement: 'pen' }),
    world,
    all,
  );
  expect(rows.ok && rows.value.rows.map(({ path, field }) => [path.join('.'), field.join('.')])).toEqual([
    ['default_model', 'default_model'],
    ['agents.ink', ''],
    ['agents.ink.system', 'system'],
    ['tasks.write.model', 'model'],
    ['tasks.write.inputs.doc.task.name', 'name'],
    ['library.draw.task.description', 'description'],
  ]);
  expect(rows.ok && rows.value).toMatchObject({ total: 6, replaceable: 6 });
});

it('gives the rows in slices', () => {
  const rest = findTexts(document, query('fetch'), world, { skip: 2, limit: 3 });
  expect(rest.ok && rest.value).toMatchObject({ total: 6, rows: [{ at: 16 }, { at: 0 }, { at: 8 }] });
});

it('replaces the chosen ones only, and renames agents with what refers to them', () => {
  const before: WorkflowDocument = { ...documentOf({ one: { agent: 'a', description: 'a b a' } }), agents: { a: {} } };
  const done = replaceTexts(
    before,
    query('a', { replacement: 'z' }),
    { only: ['agents.a 0', 'tasks.one.description 1'] },
    world,
  );
  expect(done.ok && done.value).toMatchObject({
    count: 2,
    document: { agents: { z: {} }, tasks: { one: { agent: 'z', description: 'a b z' } } },
  });
});

it('tells where a task is after its id was replaced, at any depth', () => {
  const before = documentOf({
    old: { type: 'group', subtasks: { old_one: { type: 'atomic', description: 'x' }, other: { type: 'atomic' } } },
    steps: { type: 'sequential', steps: [{ type: 'atomic', id: 'old_step' }] },
  });
  const done = replaceTexts(before, query('old', { replacement: 'new' }), { allBut: [] }, world);
  const { newIds, document: after } = done.ok ? done.value : { newIds: new Map(), document: before };
  const moved = ['old', 'old/old_one', 'old/other', 'steps', 'steps/old_step', 'gone/old'].map((at) =>
    mapRenamedPath(before, at, newIds),
  );
  expect(moved).toEqual(['new', 'new/new_one', 'new/other', 'steps', 'steps/new_step', 'gone/old']);
  for (const at of moved.slice(0, -1)) expect(locateTask(after, at)).toBeDefined();
});

it('refuses an id that is taken, or that two tasks would have, and renames the others', () => {
  const tasks = documentOf({
    a1: {},
    a2: {},
    b: {},
    by: {
      type: 'sequential',
      steps: [
        { type: 'atomic', id: 'a3' },
        { type: 'atomic', id: 'a4', description: '{{a3}}' },
      ],
    },
  });
  const done = replaceTexts(
    tasks,
    query('a\\d', { isRegex: true, replacement: 'c', kinds: ['name'] }),
    { allBut: [] },
    world,
  );
  expect(done.ok && done.value.refused.map(({ key }) => key)).toEqual(['tasks.by.steps[1].id 0', 'tasks.a2.id 0']);
  expect(done.ok && done.value.document.tasks).toMatchObject({
    c: {},
    a2: {},
    by: { steps: [{ id: 'c' }, { id: 'a4', description: '{{c}}' }] },
  });
  const taken = replaceTexts(tasks, query('a1', { replacement: 'b' }), { allBut: [] }, world);
  expect(taken.ok && taken.value).toMatchObject({ count: 0, refused: [{ problem: 'There is a task “b” already.' }] });
});

it('renames thousands of tasks of a container in one pass over what they say', () => {
  // One by one, each looking at all others, would take longer than a test may.
  const steps = Array.from({ length: 3000 }, (_, index) => [
    `old_${index}`,
    { description: index === 0 ? '' : `{{old_${index - 1}}}`, dependsOn: index === 0 ? [] : [`old_${index - 1}`] },
  ]);
  const done = replaceTexts(
    documentOf(Object.fromEntries(steps)),
    query('old', { replacement: 'new', kinds: ['name'] }),
    { allBut: [] },
    world,
  );
  expect(done.ok && done.value).toMatchObject({ count: 3000, refused: [] });
  expect(done.ok && done.value.document.tasks).toMatchObject({
    new_2999: { description: '{{new_2998}}', dependsOn: ['new_2998'] },
  });
});
