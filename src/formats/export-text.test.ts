import { describe, expect, it } from 'vitest';
import type { WorkflowDocument } from '@/workflow/document';
import { type ExportOptions, exportText } from './export-text';
import { notations } from './notation';
import { readAny } from './read-any';
import { readYaml } from './yaml/read-yaml';

const text = `# How we review
heddle: 1
name: Review
default_model: sim:default
tasks:
  fetch: # the change
    description: Fetch
    disabled: true
  review:
    breakpoint: true
    description: "Review {{fetch}}" # with care
    depends_on: [ fetch ]
  steps:
    type: sequential
    steps:
      - description: One
        pinned: true
    depends_on: [ review ]
layout:
  tasks:
    fetch: [0, 0]
    review: [10, 0]
`;
const whole: ExportOptions = { notation: 'yaml', omitLayout: false, omitAids: false, omitPins: false };

function exported(wish: Partial<ExportOptions>): string {
  const { source, document } = readYaml(text);
  return exportText(source, document as WorkflowDocument, { ...whole, ...wish });
}

describe('YAML', () => {
  it('is the text to the letter if nothing is left out', () => expect(exported({})).toBe(text));

  it('keeps comments and style where layout and debugging aids are left out, in nested tasks too', () => {
    expect(exported({ omitLayout: true, omitAids: true, omitPins: true })).toBe(`# How we review
heddle: 1
name: Review
default_model: sim:default
tasks:
  fetch: # the change
    description: Fetch
  review:
    description: "Review {{fetch}}" # with care
    depends_on: [ fetch ]
  steps:
    type: sequential
    steps:
      - description: One
    depends_on: [ review ]
`);
  });

  it('of some tasks is a workflow with them, in which nothing waits for the others', () => {
    expect(exported({ tasks: ['steps', 'review'], omitLayout: true })).toBe(`# How we review
heddle: 1
name: Review
default_model: sim:default
tasks:
  review:
    breakpoint: true
    description: "Review {{fetch}}" # with care
  steps:
    type: sequential
    steps:
      - description: One
        pinned: true
    depends_on: [ review ]
`);
    expect(exported({ tasks: ['review', 'steps'] })).toContain('layout:\n  tasks:\n    review: [10, 0]\n');
  });

  it('of one task is that task alone', () => {
    expect(exported({ tasks: ['review'], omitAids: true })).toBe('id: review\ndescription: Review {{fetch}}\n');
  });
});

it('leaves out debugging aids wherever a task stands', () => {
  const deep = readYaml(`library:
  helper: { task: { description: Help, breakpoint: true } }
tasks:
  a:
    inputs:
      one: { task: { description: One, disabled: true } }
      two: { from: PLACE }
      three: { pinned: kept, disabled: kept }
    best_of: { n: 2, evaluator: { description: Choose, pinned: { disabled: true } } }
  b:
    type: cond
    cases: [ { test: "true", task: { description: Then, disabled: true } } ]
    else: { description: Else, breakpoint: false }
`);
  if (deep.document === undefined) throw new Error(JSON.stringify(deep.diagnostics));
  const bare = exportText(deep.source, deep.document, { ...whole, omitAids: true });
  expect(bare.match(/breakpoint|disabled|pinned/g)).toEqual(['pinned', 'disabled', 'pinned', 'disabled']);
  const unpinned = exportText(deep.source, deep.document, { ...whole, omitPins: true });
  expect(unpinned.match(/breakpoint|disabled|pinned/g)).toEqual([
    ...['breakpoint', 'disabled', 'pinned', 'disabled', 'disabled', 'breakpoint'],
  ]);
  expect(bare).toMatch(/three: \{ pinned: kept, disabled: kept \}/);
});

describe.each(notations)('%s', (notation) => {
  it('says the same as the workflow', () => {
    expect(readAny[notation](exported({ notation })).document).toEqual(readYaml(text).document);
  });

  it('leaves out what is to be left out', () => {
    const { document } = readAny[notation](exported({ notation, omitLayout: true, omitAids: true }));
    expect(document).toEqual(readYaml(exported({ omitLayout: true, omitAids: true })).document);
  });

  it('of one task opens as a workflow with that task, even if nothing is said of it', () => {
    const bare = readYaml('tasks: { a: , b: { depends_on: [a] } }');
    const alone = exportText(bare.source, bare.document as WorkflowDocument, { ...whole, notation, tasks: ['b'] });
    expect(readAny[notation](alone).document).toEqual({ tasks: { b: { type: 'atomic' } } });
  });
});
