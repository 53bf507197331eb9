import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { applyTextEdits, type TextEdit } from '@/workflow/change';
import { computeChange } from '@/workflow/commands/change-between';
import type { WorkflowDocument } from '@/workflow/document';
import { editXml } from './xml/edit-xml';
import { readXml } from './xml/read-xml';
import { editYaml } from './yaml/edit-yaml';
import { readYaml } from './yaml/read-yaml';

/**
 * What each change of a text by hand touches. If a piece cannot be edited, a whole task or text is written again: that
 * says the same, so only the edits themselves show that an author's layout and comments are lost.
 */

type Fields = { [key: string]: unknown };
type Edit = (object: Fields) => Fields;

/** Changes one object in a document, and leaves the order of everything else. */
const at =
  (path: string, change: Edit): Edit =>
  (object) => {
    const [key = '', ...rest] = path.split('.');
    const inner = object[key] as Fields;
    const changed = rest.length === 0 ? change(inner) : at(rest.join('.'), change)(inner);
    if (!Array.isArray(object)) return { ...object, [key]: changed };
    return object.with(Number(key), changed) as unknown as Fields;
  };
const set =
  (fields: Fields): Edit =>
  (object) => ({ ...object, ...fields });
const from = (object: Fields, change: (entries: [string, unknown][]) => [string, unknown][]): Fields =>
  Object.fromEntries(change(Object.entries(object)));
const without =
  (...keys: string[]): Edit =>
  (object) =>
    from(object, (entries) => entries.filter(([key]) => !keys.includes(key)));
const named =
  (was: string, is: string): Edit =>
  (object) =>
    from(object, (entries) => entries.map(([key, value]) => [key === was ? is : key, value]));
const turned: Edit = (object) => from(object, (entries) => entries.toReversed());
const put =
  (index: number, key: string, value: unknown): Edit =>
  (object) =>
    from(object, (entries) => entries.toSpliced(index, 0, [key, value]));
const list =
  (field: string, items: readonly unknown[]): Edit =>
  (object) => ({ ...object, [field]: items });

const fresh = { type: 'atomic', description: 'New' };

/** Changes that either notation can hold. */
const common: Readonly<Record<string, Edit>> = {
  'the name': set({ name: 'Better' }),
  'the version': set({ version: '2' }),
  'no version': without('version'),
  'a description': set({ description: 'About' }),
  'the default model': set({ defaultModel: 'sim:large' }),
  'no default model': without('defaultModel'),
  'a limit more': set({ maxConcurrency: 2 }),
  'a key of others': at('extensions', set({ 'x-owner': 'you' })),
  'another key of others': at('extensions', set({ 'x-team': ['a'] })),
  'no keys of others': without('extensions'),
  'a variable': at('variables', set({ a: '3' })),
  'a variable at the end': at('variables', put(2, 'c', '3')),
  'a variable at the start': at('variables', put(0, 'c', '3')),
  'a variable between': at('variables', put(1, 'c', '3')),
  'a variable of several lines': at('variables', set({ a: '3\n4\n' })),
  'another name of the first variable': at('variables', named('a', 'c')),
  'another name of the last variable': at('variables', named('b', 'c')),
  'no first variable': at('variables', without('a')),
  'no last variable': at('variables', without('b')),
  'no variable': at('variables', () => ({})),
  'variables the other way round': at('variables', turned),
  'no variables': without('variables'),
  'an input': at('tasks.review.inputs', set({ style: 'long' })),
  'a number of an input': at('tasks.review.inputs', set({ size: 8 })),
  'a list item at the end': at('tasks.review', list('dependsOn', ['fetch', 'other', 'more'])),
  'a list item at the start': at('tasks.review', list('dependsOn', ['more', 'fetch', 'other'])),
  'a list item between': at('tasks.review', list('dependsOn', ['fetch', 'more', 'other'])),
  'another first list item': at('tasks.review', list('dependsOn', ['more', 'other'])),
  'another last list item': at('tasks.review', list('dependsOn', ['fetch', 'more'])),
  'no first list item': at('tasks.review', list('dependsOn', ['other'])),
  'no last list item': at('tasks.review', list('dependsOn', ['fetch'])),
  'an empty list': at('tasks.review', list('dependsOn', [])),
  'no list': at('tasks.review', without('dependsOn')),
  'a text': at('tasks.review', set({ description: 'Judge' })),
  'a text with spaces around it': at('tasks.review', set({ description: ' Judge\n' })),
  'a text of two lines': at('tasks.review', set({ description: 'Judge\n\nwell' })),
  JSON: at('tasks.review', set({ options: { seed: 2, top: [1, 'b c'] } })),
  'an attribute of a task': at('tasks.review', set({ name: 'R' })),
  'fields more': at('tasks.review', set({ model: 'sim:x', outputSchema: { type: 'object' } })),
  'a field more of a short task': at('tasks.fetch', set({ dependsOn: ['x'] })),
  'no field of a short task': at('tasks.fetch', without('agent')),
  'a task at the start': at('tasks', put(0, 'new', fresh)),
  'a task between': at('tasks', put(1, 'new', fresh)),
  'a task at the end': at('tasks', put(9, 'new', fresh)),
  'no first task': at('tasks', without('fetch')),
  'no middle task': at('tasks', without('review')),
  'another name of a task': at('tasks', named('fetch', 'get')),
  'another name of a longer task': at('tasks', named('review', 'check')),
  'tasks the other way round': at('tasks', turned),
  'another type of task': at('tasks.fetch', () => ({ type: 'script', script: { content: 'a' } })),
  'a subtask at the start': at('tasks.all.subtasks', put(0, 'new', fresh)),
  'a subtask between': at('tasks.all.subtasks', put(2, 'new', fresh)),
  'a subtask at the end': at('tasks.all.subtasks', put(3, 'new', fresh)),
  'no first subtask': at('tasks.all.subtasks', without('x')),
  'no middle subtask': at('tasks.all.subtasks', without('y')),
  'no last subtask': at('tasks.all.subtasks', without('z')),
  'another name of a subtask': at('tasks.all.subtasks', named('y', 'w')),
  'subtasks the other way round': at('tasks.all.subtasks', turned),
  'a text of a subtask': at('tasks.all.subtasks.z', set({ description: 'ZZ' })),
  'a text more of an empty subtask': at('tasks.all.subtasks.x', set({ description: 'X' })),
  'no subtasks': at('tasks.all', without('subtasks')),
};

/** Changes of the parts that only the text in YAML has. */
const more: Readonly<Record<string, Edit>> = {
  'a text of a short case': at('tasks.choose.cases.0.task', set({ description: 'AA' })),
  'a text of a long case': at('tasks.choose.cases.1.task', set({ description: 'BB' })),
  'a test': at('tasks.choose.cases.1', set({ test: 'c' })),
  'a text of the other case': at('tasks.choose.else', set({ description: 'CC' })),
  'no first case': at('tasks.choose', (task) => ({ ...task, cases: (task['cases'] as unknown[]).slice(1) })),
  'a case more': at('tasks.choose', (task) => ({
    ...task,
    cases: [...(task['cases'] as unknown[]), { test: 'd', task: fresh }],
  })),
  'a task of a function': at('library.greet.task.subtasks.say', set({ description: 'Ho {{who}}' })),
  'a field more of a task of a function': at('library.greet.task.subtasks.wave', set({ model: 'sim:x' })),
  'a task more of a function': at('library.greet.task.subtasks', put(1, 'new', fresh)),
  'no task of a function': at('library.greet.task.subtasks', without('wave')),
  'another name of a task of a function': at('library.greet.task.subtasks', named('say', 'tell')),
  'tasks of a function the other way round': at('library.greet.task.subtasks', turned),
  'a field of the group of a function': at('library.greet.task', set({ completionMode: 'any' })),
  'a parameter': at('library.greet.parameters.0', set({ name: 'whom' })),
  'a parameter more': at('library.greet', list('parameters', [{ name: 'who' }, { name: 'how' }])),
  'a short function': at('library.part.task', set({ description: 'PP' })),
  'a function more': at('library', put(1, 'new', { task: fresh })),
  'another name of a function': at('library', named('part', 'piece')),
  'no function': at('library', without('part')),
  'no functions': without('library'),
  'a position': at('layout.tasks', set({ fetch: [5, -1.5] })),
  'a position more': at('layout.tasks', set({ all: [1, 2] })),
  'no position': at('layout.tasks', without('fetch')),
  'positions the other way round': at('layout.tasks', turned),
  'a note': at('layout.notes.0', set({ text: 'Uno' })),
  'a short note': at('layout.notes.1', set({ at: [3, 3] })),
  'a note more': at('layout', (layout) => ({
    ...layout,
    notes: [...(layout['notes'] as unknown[]), { text: 'Three', at: [3, 3] }],
  })),
  'no notes': at('layout', without('notes')),
  'no layout': without('layout'),
};

const fixtures = new URL('../../tests/fixtures/edits/', import.meta.url);

function documentOf(read: typeof readYaml | typeof readXml, text: string): WorkflowDocument {
  const { document, diagnostics } = read(text);
  if (document === undefined) throw new Error(`${text}\n${JSON.stringify(diagnostics)}`);
  return document;
}

/** What each change takes from the text and puts there, with the line before it. Every result says the change. */
function touched(
  text: string,
  read: typeof readYaml | typeof readXml,
  changes: Readonly<Record<string, Edit>>,
  edit: (text: string, before: WorkflowDocument, after: WorkflowDocument) => readonly TextEdit[],
): string {
  const before = documentOf(read, text);
  const told = Object.entries(changes).map(([name, change]) => {
    const after = change(before as unknown as Fields) as unknown as WorkflowDocument;
    const edits = edit(text, before, after);
    const changed = applyTextEdits(text, edits);
    const result = documentOf(read, changed);
    expect(result, name).toEqual(after);
    expect(Object.keys(result.tasks), name).toEqual(Object.keys(after.tasks));
    // The same of a text with a byte order mark and the line breaks of Windows, which stay.
    const [windows, wanted] = [text, changed].map((each) => `\ufeff${each.replaceAll('\n', '\r\n')}`);
    expect(applyTextEdits(windows ?? '', edit(windows ?? '', before, after)), name).toBe(wanted);
    const lines = edits.map(({ at: start, removed, inserted }) => {
      const line = text.slice(0, start).split('\n').length;
      const column = start - text.lastIndexOf('\n', start - 1);
      return `  ${line}:${column} ${JSON.stringify(removed)} → ${JSON.stringify(inserted)}\n`;
    });
    return `${name}\n${lines.join('')}`;
  });
  return told.join('');
}

it('an edit of YAML by hand touches what changes', async () => {
  const text = readFileSync(new URL('by-hand.yaml', fixtures), 'utf8');
  const told = touched(text, readYaml, { ...common, ...more }, (each, before, after) => {
    return editYaml(readYaml(each), computeChange(before, after)).edits;
  });
  await expect(told).toMatchFileSnapshot('../../tests/fixtures/edits/by-hand.yaml.txt');
});

it('an edit of XML by hand touches what changes', async () => {
  const text = readFileSync(new URL('by-hand.xml', fixtures), 'utf8');
  const told = touched(text, readXml, common, editXml);
  await expect(told).toMatchFileSnapshot('../../tests/fixtures/edits/by-hand.xml.txt');
});
