import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { Lexer } from 'yaml';
import { samples } from '@/base/samples.testing';
import { applyTextEdits, type TextEdit } from '@/workflow/change';
import { computeChange } from '@/workflow/commands/change-between';
import type { DocumentPath } from '@/workflow/diagnostic';
import type { WorkflowDocument } from '@/workflow/document';
import type { TaskId } from '@/workflow/names';
import type { Task } from '@/workflow/tasks';
import { mapParts } from '@/workflow/tasks/parts';
import { validateDocument } from '@/workflow/validate/validate';
import { anyCommand } from '../../command-arbitrary.testing';
import { workflowDocument } from '../../document-arbitrary.testing';
import { writeDocumentForm } from '../../written-form';
import { editYaml } from '../edit-yaml';
import { readYaml } from '../read-yaml';
import { writeForm } from '../write-yaml';
import { LiveYaml } from './live-yaml';

/** Pieces of what a person types into a workflow. */
const typed = fc.oneof(
  { weight: 3, arbitrary: fc.string({ maxLength: 3 }) },
  fc.constantFrom(
    ...[
      '\n',
      ' ',
      '  ',
      '    ',
      '#',
      '# note\n',
      '\n\n',
      '"',
      "'",
      '|',
      '- ',
      ': ',
      '{',
      '[a]',
      '&a ',
      '*a',
      '---\n',
      '\t',
    ],
    ...['  new:\n    description: New\n', '    depends_on: [a]\n', '    name: x\n', 'agents:\n  b:\n    model: c\n'],
    ...[
      '  a:\n',
      '    type: function\n',
      '  <<: *a\n',
      '        more:\n',
      '    task:\n',
      '      subtasks:\n',
      '    inner_task:\n',
      'layout:\n  tasks:\n    a: [1, 2]\n',
      '{{a}}',
      '%',
      '\r',
    ],
  ),
);

/** Length from which entries of the library are divided further: that of every text, of some, or none. */
const long = fc.constantFrom(1, 150, 20_000);

/** An edit of any text, its place and length as parts of the whole. */
const edit = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(12), fc.boolean(), typed);
type AnyEdit = typeof edit extends fc.Arbitrary<infer T> ? T : never;

/** Edits take whole lines as often as single characters, as people and commands do. */
function editOf(text: string, [place, length, lines, inserted]: AnyEdit): TextEdit {
  let from = Math.floor(place * text.length);
  let to = Math.min(text.length, from + length);
  if (lines) {
    from = text.lastIndexOf('\n', from - 1) + 1;
    const end = length === 0 ? from : text.indexOf('\n', from + length * 10);
    to = length === 0 ? from : end < 0 ? text.length : end + 1;
  }
  return { at: from, removed: text.slice(from, to), inserted };
}

function check(live: LiveYaml): void {
  const whole = readYaml(live.text);
  const read = live.read();
  expect(read.document).toEqual(whole.document);
  const inOrder = (document?: WorkflowDocument) => JSON.stringify([document?.tasks, document?.library]);
  expect(inOrder(read.document)).toEqual(inOrder(whole.document));
  expect(read.diagnostics).toEqual(whole.diagnostics);
  if (whole.document === undefined) return;
  expect(read.source).toEqual(whole.source);
  const paths = [
    ...validateDocument(whole.document, []).map(({ path }) => path),
    ['tasks'],
    ['layout'],
    ['name'],
    ['no'],
  ];
  for (const id of Object.keys(whole.document.tasks))
    paths.push(['tasks', id], ['layout', 'tasks', id], ['tasks', id, 'type']);
  for (const [name, { task }] of Object.entries(whole.document.library ?? {})) {
    paths.push(['library', name], ['library', name, 'parameters', 0], ['library', name, 'task', 'subtasks', 'no']);
    const look = (part: Task, path: DocumentPath): Task => {
      paths.push([...path], [...path, 'subtasks'], [...path, 'description']);
      return mapParts(part, (inner, own) => look(inner, [...path, ...own.path]));
    };
    if (task !== undefined) look(task, ['library', name, 'task']);
  }
  for (const path of paths) expect([path, read.locate(path)]).toEqual([path, whole.locate(path)]);
}

const settledText = `# A workflow
name: Report
default_model: sim:default
x-own: {a: 1}

tasks:
  # The first
  fetch:
    description: Fetch & tell # more

  write:
    type: script
    depends_on: [fetch, nobody]
    script:
      content: |
        echo *hello*

  # Between
  sum:
    depends_on: write
    description: >-
      Sum up {{write}}
      and {{fetch}}
    unknown_name: {{x}}
  # Behind

layout:
  tasks:
    fetch: [0, 0] # here
    write: [280, 0]

    sum: [560, 0]
  collapsed: [sum]
# End
`;

/** With functions of several tasks, before the tasks and after them, with all that can stand around. */
const withFunctions = `name: Report
library:
  # A function
  big:
    parameters:
      - name: topic
    task:
      name: Big # one
      subtasks: # all of them
        # The first
        web:
          description: Search {{topic}}

        sum:
          depends_on: web
          description: |
            Sum up {{web}}
          unknown_is_kept_by: {{x}}
        # Behind
      # Of the task
      type: group
      completion_mode: all
  other:
    task:
      type: group
      subtasks:
        web: {description: Also}
        web.deep:
          description: Deep {{web}}
  small:
    task: {description: Small}
tasks:
  use:
    type: call
    ref: big
    args: {topic: x}
  write:
    description: Write {{use}}
`;
const mended = withFunctions.replace('          unknown_is_kept_by: {{x}}\n', '');
const listed = mended.replace(
  / {8}web: \{description: Also\}\n.*?(?= {2}small)/s,
  '      - id: web\n        description: Also\n      - id: deep\n        description: Deep {{web}}\n',
);
const libraryLast = mended.replace(/^(name.*?\n)(library:.*?)(tasks:.*)$/s, '$1$3$2');

/** With groups in other tasks, and in groups. */
const withNested = `name: Report
library:
  mapped: # over all
    parameters: [{name: topic}]
    task:
      type: map
      items: [1]
      inner_task:
        # Each
        description: What is done with each
        subtasks:
          web:
            description: Search {{item}}
          sum: # behind
            depends_on: [web]
        # Behind both
  led:
    task:
      type: director_evaluator
      director:
        type: group
        subtasks:
          - id: web
            description: Lead

          - id: sum
            description: >-
              Lead
              on
        completion_mode: all
      evaluator:
        subtasks:
          judge: {description: Judge}
  deep:
    task:
      name: Deep
      subtasks:
        web:
          description: Search
        inner:
          subtasks:
            web:
              description: Search inside, for all that can be found there
            sum:
              type: cond
              cases:
                - test: "true"
                  task:
                    subtasks:
                      end:
                        description: End
          # Of the inner one
          name: Inner
        last:
          description: Last
    # Of the definition
    origin: deep@1
tasks:
  write:
    description: Write
`;

const texts = fc.oneof(
  ...[
    withNested,
    withNested,
    withFunctions,
    mended,
    listed,
    libraryLast,
    libraryLast.replace(/ {2}small:.*/s, '').trimEnd(),
  ].map((text) => fc.constant(text)),
  fc.constant(settledText),
  fc.constant(settledText.replace('    unknown_name: {{x}}\n', '')),
  fc.constant(settledText.replace('    unknown_name: {{x}}\n', '').replace(/\n/g, '\r\n')),
  fc.constant(
    settledText
      .replace('    unknown_name: {{x}}\n', '')
      .replace(/layout:.*/s, '')
      .trimEnd(),
  ),
  workflowDocument.map((document) => writeForm(writeDocumentForm(document))),
);

it('reads after any edits what a whole reading reads, with the same places', () => {
  fc.assert(
    fc.property(texts, long, fc.array(edit, { minLength: 1, maxLength: 8 }), (text, most, edits) => {
      const live = new LiveYaml(text, most);
      check(live);
      for (const one of edits) {
        const made = editOf(live.text, one);
        live.edit([made]);
        check(live);
        // Half of what is typed is taken back, as one that mends what is broken.
        if (one[1] % 2 === 0) {
          live.edit([{ at: made.at, removed: made.inserted, inserted: made.removed }]);
          check(live);
        }
      }
    }),
    { numRuns: samples('LIVE_RUNS', 10, 100) },
  );
});

it.each([
  ['as a whole where its layout is in one line', 'layout: { tasks: { one: [1, 2] } }', false],
  ['by its tasks where its library has a tag', 'library: !!map\n  f:\n    task:\n      description: F', true],
])('reads a text %s, whether its library is divided or not', (_what, before, isDivided) => {
  const text = `${before}\ntasks:\n  one:\n    description: One\n  two:\n    description: Two\n`;
  for (const most of [undefined, 5]) {
    const live = new LiveYaml(text, most);
    check(live);
    live.edit([{ at: text.indexOf('One'), removed: 'One', inserted: 'Other' }]);
    expect(live.branch().readAhead()).toBe(isDivided);
    check(live);
  }
});

it('reads after commands what a whole reading reads', () => {
  fc.assert(
    fc.property(
      workflowDocument,
      fc.array(fc.tuple(anyCommand, fc.nat(5), fc.nat(5)), { maxLength: 6 }),
      (document, commands) => {
        const live = new LiveYaml(writeForm(writeDocumentForm(document)));
        for (const [command, a, b] of commands) {
          const present = live.read().document;
          if (present === undefined) return;
          const ids = Object.keys(present.tasks) as (keyof typeof present.tasks)[];
          const [first, second] = [ids[a % ids.length], ids[b % ids.length]];
          if (first === undefined || second === undefined) return;
          const result = command(present, [first, second]);
          if (!result.ok) continue;
          const { edits, source } = editYaml(live.read(), computeChange(present, result.value));
          live.edit(edits);
          expect(live.text).toBe(source.text);
          check(live);
        }
      },
    ),
    { numRuns: samples('LIVE_RUNS', 8, 80) },
  );
});

it('takes several edits at once, on a branch and read ahead too', () => {
  fc.assert(
    fc.property(texts, long, fc.array(edit, { minLength: 2, maxLength: 5 }), (text, most, some) => {
      const live = new LiveYaml(text, most);
      live.read();
      let last = 0;
      const edits = some
        .map((one) => editOf(text, one))
        .sort((a, b) => a.at - b.at)
        .filter(({ at, removed }) => {
          const isApart = at >= last;
          if (isApart) last = at + removed.length;
          return isApart;
        });
      const branch = live.branch();
      branch.edit(edits);
      while (branch.readAhead());
      check(branch);
      expect(live.text).toBe(text);
      check(live);
      live.edit(edits);
      expect(live.text).toBe(applyTextEdits(text, edits));
      check(live);
    }),
    { numRuns: samples('LIVE_RUNS', 8, 80) },
  );
});

const prompt = 'What is found is written down here. '.repeat(3000);
const parts = Array.from(
  { length: 40 },
  (_, n) => `  part_${n}:\n    description: ${prompt}${n}\n    name: Part ${n}\n`,
);
const tasksText = `tasks:\n${parts.join('')}  last:\n    description: Short\n`;

it.each([
  ['tasks', `heddle: 1\n${tasksText}`, ['tasks', 'last', 'description']],
  [
    'a function',
    `tasks: {}\nlibrary:\n  big:\n    task:\n      type: group\n${tasksText.replace('tasks', 'subtasks').replace(/^/gm, '      ').trimEnd()}\n`,
    ['library', 'big', 'task', 'subtasks', 'last', 'description'],
  ],
  [
    'a group in a map',
    `tasks: {}\nlibrary:\n  big:\n    task:\n      type: map\n      inner_task:\n${tasksText.replace('tasks', 'subtasks').replace(/^/gm, '        ').trimEnd()}\n`,
    ['library', 'big', 'task', 'innerTask', 'subtasks', 'last', 'description'],
  ],
  [
    'a group in a group',
    `tasks: {}\nlibrary:\n  big:\n    task:\n      subtasks:\n        inner:\n${tasksText.replace('tasks', 'subtasks').replace(/^/gm, '          ').trimEnd()}\n`,
    ['library', 'big', 'task', 'subtasks', 'inner', 'subtasks', 'last', 'description'],
  ],
  [
    'one of many functions',
    `tasks: {}\nlibrary:\n${parts.map((_, n) => `  part_${n}:\n    task:\n      description: ${prompt}\n`).join('')}  last:\n    task:\n      description: Short\n`,
    ['library', 'last', 'task', 'description'],
  ],
])('parses only the edited entry of a text of 4 MB, in %s', (_where, text, path) => {
  const live = new LiveYaml(text);
  const at = () => path.reduce<unknown>((held, key) => (held as Record<string, unknown>)[key], live.read().document);
  expect(at()).toBe('Short');
  const lex = vi.spyOn(Lexer.prototype, 'lex');
  for (const inserted of ['er', ' still']) {
    const end = live.text.indexOf('Short') + 'Short'.length;
    live.edit([{ at: end, removed: '', inserted }]);
    expect(at()).toContain(inserted);
  }
  const parsed = lex.mock.calls.reduce((sum, [text]) => sum + text.length, 0);
  lex.mockRestore();
  expect(parsed).toBeLessThan(10_000);
});

it('reads the parts of a task in the order in which they stand, also where nothing else of it changed', () => {
  const [one, two] = ['      a: {}\n', '      b:\n        name: B\n'];
  const write = (...parts: string[]) => `tasks:\n  g:\n    type: group\n    subtasks:\n${parts.join('')}`;
  const live = new LiveYaml(write(one, two));
  live.read();
  live.edit([{ at: write().length, removed: one + two, inserted: two + one }]);
  const g = live.read().document?.tasks['g' as TaskId];
  expect(Object.keys((g?.type === 'group' && g.subtasks) || {})).toEqual(['b', 'a']);
});
