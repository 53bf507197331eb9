import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { samples } from '@/base/samples.testing';
import { applyModelChange, applyTextEdits, invertTextEdits } from '@/workflow/change';
import { computeChange } from '@/workflow/commands/change-between';
import type { WorkflowDocument } from '@/workflow/document';
import type { TaskId } from '@/workflow/names';
import type { Task } from '@/workflow/tasks';
import { editYaml } from './edit-yaml';
import { readYaml } from './read-yaml';

type Edit = (document: WorkflowDocument) => WorkflowDocument;

/** Makes an edit in a text, and checks what must hold of every edit. */
function editText(text: string, edit: Edit) {
  const read = readYaml(text);
  if (read.document === undefined) throw new Error(`Not a document: ${JSON.stringify(read.diagnostics)}\n${text}`);
  const change = computeChange(read.document, edit(read.document));
  const edited = editYaml(read, change);
  const after = readYaml(edited.source.text);
  expect(after.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(after.document).toEqual(applyModelChange(read.document, change));
  expect(Object.keys(after.document?.tasks ?? {})).toEqual(Object.keys(edit(read.document).tasks));
  expect(edited.source).toEqual(after.source);
  expect(applyTextEdits(text, edited.edits)).toBe(edited.source.text);
  expect(applyTextEdits(edited.source.text, invertTextEdits(edited.edits))).toBe(text);
  return { text: edited.source.text, writtenOut: edited.writtenOut ?? [] };
}

const setTask =
  (id: string, change: (task: Task) => object): Edit =>
  (document) => {
    const task = document.tasks[id as TaskId];
    if (task === undefined) throw new Error(`No task ${id}`);
    return { ...document, tasks: { ...document.tasks, [id]: change(task) as Task } };
  };
const patch = (id: string, fields: object): Edit => setTask(id, (task) => ({ ...task, ...fields }));
const dropField = (id: string, field: string): Edit =>
  setTask(id, (task) => Object.fromEntries(Object.entries(task).filter(([name]) => name !== field)));
const removeTask =
  (id: string): Edit =>
  (document) => ({
    ...document,
    tasks: Object.fromEntries(Object.entries(document.tasks).filter(([name]) => name !== id)) as never,
  });
const moveToEnd =
  (id: string): Edit =>
  (document) => {
    const { [id as TaskId]: moved, ...rest } = document.tasks;
    return { ...document, tasks: { ...rest, [id]: moved } as never };
  };

const shared = `# Ours.
x-common: &common  # for all
  model: sim:echo  # cheap
  variables: &words { tone: kind }
tasks:
  # The first.
  a: &first
    <<: *common  # as all
    description: &text "Say it"  # the prompt
  b:
    <<: [*first]
    description: *text  # the same
    # Last of b.
  c:
    variables: *words
    description: 'Own'  # single
`;

describe('editShared', () => {
  it('edits an entry with an anchor alone, and writes out who used it', () => {
    const { text, writtenOut } = editText(shared, patch('a', { description: 'Say more' }));
    expect(text).toBe(
      shared.replace('&text "Say it"', '&text "Say more"').replace('*text  # the same', 'Say it  # the same'),
    );
    expect(writtenOut).toEqual(['tasks.b']);
  });

  it('writes a field that a merge key no longer gives into the entry', () => {
    const { text, writtenOut } = editText(shared, patch('a', { name: 'A' }));
    expect(text).toContain('&first\n    name: A\n    <<: *common  # as all\n');
    expect(readYaml(text).document?.tasks['b' as TaskId]).not.toHaveProperty('name');
    expect(writtenOut).toEqual(['tasks.b']);
  });

  it('overrides what a merge key gives, and takes it away by writing the merge key out', () => {
    expect(editText(shared, patch('c', { description: 'Mine' })).text).toBe(shared.replace("'Own'", "'Mine'"));
    const over = editText(shared, patch('b', { model: 'sim:fast' }));
    expect(over.text).toContain('    <<: [*first]\n');
    expect(over.writtenOut).toEqual([]);
    const without = editText(shared, dropField('b', 'model'));
    expect(without.text).toContain('# the same\n    # Last of b.\n');
    expect(without.writtenOut).toEqual(['tasks.b']);
  });

  it('removes and moves an entry to which others refer', () => {
    const removed = editText(shared, removeTask('a'));
    expect(removed.text).toContain("description: 'Own'  # single");
    expect(removed.text).toContain('# the same\n    # Last of b.\n');
    expect(removed.writtenOut).toEqual(['tasks.b']);
    const moved = editText(shared, moveToEnd('a'));
    expect(moved.text).toContain('description: &text "Say it"  # the prompt\n');
    expect(moved.text).toContain('# the same\n    # Last of b.\n');
  });

  it('keeps the comments of a text whose tasks are merged', () => {
    const text = `x-more: &more  # kept 1
  # kept 2
  b: { description: B }
tasks:
  <<: *more  # kept 3
  a:  # kept 4
    description: A  # kept 5
`;
    const edited = editText(text, patch('b', { description: 'C' }));
    for (const number of [1, 2, 3, 4, 5]) expect(edited.text).toContain(`# kept ${number}`);
  });

  it('loses no comment, whatever shares what', () => {
    fc.assert(
      fc.property(sharingText, fc.array(anyEdit, { minLength: 1, maxLength: 3 }), (start, edits) => {
        let { text } = start;
        const gone = new Set<string>();
        for (const { edit, touches } of edits) {
          const { document } = readYaml(text);
          const ids = Object.keys(document?.tasks ?? {});
          const id = ids.length === 0 ? undefined : ids[edit.seed % ids.length];
          if (id === undefined) break;
          if (touches === 'task') gone.add(`${id}.`);
          else if (touches !== undefined) gone.add(`${id}.${touches}`);
          text = editText(text, edit.make(id)).text;
        }
        const lost = start.comments.filter(
          (comment) => !text.includes(`${comment}!`) && ![...gone].some((place) => comment.includes(` ${place}`)),
        );
        expect(lost.map((comment) => `${comment} of\n${start.text}\nin\n${text}`)).toEqual([]);
      }),
      { numRuns: samples('SHARED_TEXTS', 40, 600) },
    );
  });
});

/** A text with a comment on each line, which names its task and field. */
interface SharingText {
  readonly text: string;
  readonly comments: readonly string[];
}

interface AnyEdit {
  readonly edit: { readonly seed: number; readonly make: (id: string) => Edit };
  /** What the edit may take comments of: the whole task, or one of its fields. */
  readonly touches: string | undefined;
}

const words = fc.constantFrom('one', 'Two words', 'a: b', 'x # y', 'first\nsecond\n', ' led', '{{a}}', '');
const fieldNames = fc.constantFrom('description', 'name', 'model', 'variables');

const anyEdit: fc.Arbitrary<AnyEdit> = fc
  .tuple(fc.nat(), fieldNames, words, fc.nat(6))
  .map(([seed, field, word, kind]) => {
    const value = field === 'variables' ? { k: word, more: ['x'] } : field === 'model' ? 'sim:fast' : word;
    if (kind === 0) return { edit: { seed, make: removeTask }, touches: 'task' };
    if (kind === 1) return { edit: { seed, make: moveToEnd }, touches: undefined };
    if (kind === 2) return { edit: { seed, make: (id) => dropField(id, field) }, touches: field };
    if (kind === 3) {
      const make =
        (id: string): Edit =>
        (document) => ({
          ...document,
          tasks: {
            [`n${seed % 50}`]: { type: 'atomic', description: word },
            ...removeTask(id)(document).tasks,
          } as never,
        });
      return { edit: { seed, make }, touches: 'task' };
    }
    return {
      edit: { seed, make: (id) => patch(id, { [field]: value }) },
      touches: field === 'variables' ? field : undefined,
    };
  });

/** Where a value or a map is, as one that is anchored, an alias, or neither. */
const sharing = fc.constantFrom('plain', 'plain', 'anchor', 'alias');

const sharingText: fc.Arbitrary<SharingText> = fc
  .array(
    fc.record({
      anchored: fc.boolean(),
      merge: fc.constantFrom('none', 'none', 'first', 'last', 'list', 'middle'),
      fields: fc.uniqueArray(fc.tuple(fieldNames, sharing, fc.nat(30), fc.nat(4)), { selector: ([field]) => field }),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map((tasks) => {
    const comments: string[] = [];
    const comment = (place: string) => {
      comments.push(`# c${comments.length} ${place}`);
      return `${comments.at(-1)}!`;
    };
    /** The anchors of each kind so far. */
    const anchors: Record<string, string[]> = { text: [], model: [], variables: [], task: [] };
    const lines = [
      comment('head'),
      `x-base: &base ${comment('x-base')}`,
      `  model: &model0 sim:echo ${comment('x-base model')}`,
      `  variables: &variables0 ${comment('x-base variables')}`,
      `    k: v ${comment('x-base k')}`,
      `x-more: &more { name: 'More', variables: *variables0 } ${comment('x-more')}`,
    ];
    anchors['model']?.push('model0');
    anchors['variables']?.push('variables0');
    anchors['task']?.push('base', 'more');
    lines.push(`tasks: ${comment('tasks')}`);
    for (const [index, { anchored, merge, fields }] of tasks.entries()) {
      const id = `t${index}`;
      const place = `${id}.`;
      const known = anchors['task'] as string[];
      const from = known[(index * 7 + fields.length) % known.length];
      const merged = merge === 'list' ? `[*${from}, *base]` : `*${from}`;
      const mergeLine = () => [`    <<: ${merged} ${comment(`${id}.merge`)}`];
      lines.push(
        `  # Above ${comment(`${id}-above`)}`,
        `  ${id}: ${anchored ? `&task${index} ` : ''}${comment(`${id}.key`)}`,
      );
      const own: string[][] = fields.map(([field, how, pick, form]) => {
        const kind = field === 'description' || field === 'name' ? 'text' : field;
        const there = anchors[kind] as string[];
        const behind = () => comment(place + field);
        if (how === 'alias' && there.length > 0) return [`    ${field}: *${there[pick % there.length]} ${behind()}`];
        const name = `${kind}${index}${field}`;
        const anchor = how === 'anchor' ? `&${name} ` : '';
        if (how === 'anchor') there.push(name);
        if (kind === 'model') return [`    ${field}: ${anchor}sim:echo ${behind()}`];
        if (kind === 'variables') {
          return form < 2
            ? [`    ${field}: ${anchor}{ k: "${pick}", l: 1.0 } ${behind()}`]
            : [
                `    ${field}: ${anchor}${behind()}`,
                `      <<: *variables0 ${behind()}`,
                `      z: ${pick} ${behind()}`,
              ];
        }
        if (form === 0) return [`    ${field}: ${anchor}| ${behind()}`, `      text ${pick} # no comment`];
        return [
          `    ${field}: ${anchor}${form === 1 ? `'it ${pick}'` : form === 2 ? `"it ${pick}"` : `it ${pick}`} ${behind()}`,
        ];
      });
      if (merge === 'first') own.unshift(mergeLine());
      else if (merge === 'middle') own.splice(1, 0, mergeLine());
      else if (merge !== 'none') own.push(mergeLine());
      lines.push(...own.flat());
      if (own.length === 0) lines.push(`    description: x ${comment(`${place}description`)}`);
      lines.push(`    # Below ${comment(`${id}.below`)}`);
      if (anchored) known.push(`task${index}`);
    }
    lines.push(`# The end. ${comment('end')}`);
    return { text: `${lines.join('\n')}\n`, comments };
  });
