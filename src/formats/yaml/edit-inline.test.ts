import { expect, it } from 'vitest';
import { applyTextEdits } from '@/workflow/change';
import { computeChange } from '@/workflow/commands/change-between';
import { changeExpectations } from '@/workflow/commands/change-expectations';
import { renameTask } from '@/workflow/commands/rename/rename-task';
import type { WorkflowDocument } from '@/workflow/document';
import { id } from '@/workflow/sample.testing';
import { editYaml } from './edit-yaml';
import { readYaml } from './read-yaml';

type Changed = ReturnType<typeof changeExpectations>;

/** The text after a command, whose result it must say. */
function edited(text: string, command: (document: WorkflowDocument) => Changed): string {
  const { document, source } = readYaml(text);
  if (document === undefined) throw new Error(text);
  const changed = command(document);
  if (!changed.ok) throw new Error(changed.error.message);
  const now = applyTextEdits(text, editYaml({ source, document }, computeChange(document, changed.value)).edits);
  expect(readYaml(now).document).toEqual(changed.value);
  return now;
}

const accept = (place: number) => (document: WorkflowDocument) =>
  changeExpectations(document, { id: 'one', expected: new Map([[place, { type: 'equals', value: 'b, c' }]]) });
const rename = (document: WorkflowDocument) => renameTask(document, { id: id('say'), newId: 'tell' });

const withTests = (tests: string) => `tasks:\n  say: { description: Hello } # it\n${tests}`;

it('an expectation in brackets that is accepted keeps its place, its comment and the quotes of what stays', () => {
  const text = withTests(
    "tests:\n  one:\n    expect: # all\n      - { 'type': equals, value: a } # why\n      - { type: cost, threshold: 1 } # dear\n",
  );
  expect(edited(text, accept(0))).toBe(text.replace('value: a', 'value: "b, c"'));
});

it('a list of expectations in brackets keeps the comments between its lines', () => {
  const text = withTests(
    "tests:\n  one:\n    expect: [\n      # first\n      { type: equals, value: 'a' }, # why\n      { type: cost, threshold: 1 }, # dear\n    ] # end\n",
  );
  expect(edited(text, accept(0))).toBe(text.replace("'a'", "'b, c'"));
});

it('tests in brackets keep their comments when the task that they name is renamed, also where it is a key', () => {
  const tests = [
    'tests:',
    '  one: { target: say, tags: [a] } # whole',
    '  two:',
    '    mock: { outputs: {',
    '      say: { n: 1 }, # kept',
    '      } }',
    '    expect:',
    '      - { type: status, task: say, value: COMPLETE } # the end',
    '      - { type: contains, # here',
    '          task: say, value: x }',
    '',
  ].join('\n');
  const text = withTests(tests);
  expect(edited(text, rename)).toBe(text.replace(/say/g, 'tell'));
});

it('an item on one line keeps its comment when what it names is renamed', () => {
  const text =
    'tasks:\n  say: {}\n  b:\n    description: B\n    depends_on:\n      - say # first\n      - c # second\n  c: {}\n';
  expect(edited(text.replaceAll('{}', '\n    description: X'), rename)).toBe(
    text.replaceAll('{}', '\n    description: X').replaceAll('say', 'tell'),
  );
});

it('a value in brackets that loses a part stays in brackets, with the comment behind it', () => {
  const text = withTests('tests:\n  one:\n    expect:\n      - { type: equals, value: a, weight: 2 } # why\n');
  expect(edited(text, accept(0))).toBe(text.replace('value: a, weight: 2', 'value: "b, c"'));
});
