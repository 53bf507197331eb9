import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSameJson } from '@/base/json';
import { applyTextEdits } from '@/workflow/change';
import type { WorkflowDocument } from '@/workflow/document';
import { expectTaskId } from '@/workflow/names';
import type { Task } from '@/workflow/tasks';
import { workflowDocument } from '../document-arbitrary.testing';
import { editXml } from './edit-xml';
import { readXml } from './read-xml';
import { writeXml } from './write-xml';

function read(text: string): WorkflowDocument {
  const { document, diagnostics } = readXml(text);
  if (document === undefined) throw new Error(`${text}\n${JSON.stringify(diagnostics)}`);
  return document;
}

function edited(text: string, change: (document: WorkflowDocument) => WorkflowDocument): string {
  const before = read(text);
  return applyTextEdits(text, editXml(text, before, change(before)));
}

/** Changes the tasks of a document, which stay in the order that is given. */
const withTasks = (
  document: WorkflowDocument,
  change: (tasks: Readonly<Record<string, Task>>) => Record<string, Task>,
): WorkflowDocument => ({ ...document, tasks: change(document.tasks) });

const hand = `<?xml version="1.0"?>
<!-- Reviews a change. -->
<workflow name='Review' heddle="1">
    <default_model>sim:small</default_model> <!-- cheap -->

    <tasks>
        <!-- First. -->
        <task id="fetch" agent="worker"><instructions>Fetch</instructions></task>
        <!-- Then. -->
        <task id="review">
            <description>
                Review {{fetch}}
            </description>
            <depends_on>fetch</depends_on>
            <inputs>
                <!-- as a text -->
                <input name="style">short</input>
            </inputs>
        </task>
        <!-- End. -->
    </tasks>
</workflow>
`;

describe('editXml', () => {
  it('makes any text say any other document', () => {
    fc.assert(
      fc.property(workflowDocument, workflowDocument, fc.nat(), (before, other, seed) => {
        const text = writeXml(before);
        const held = read(text);
        const after = mixed(held, read(writeXml(other)), seed);
        const result = read(applyTextEdits(text, editXml(text, held, after)));
        expect(isSameJson(result, after)).toBe(true);
        expect(Object.keys(result.tasks)).toEqual(Object.keys(after.tasks));
      }),
    );
  });

  it('leaves the lines of other tasks as they are', () => {
    fc.assert(
      fc.property(workflowDocument, fc.nat(), (document, seed) => {
        const ids = Object.keys(document.tasks);
        fc.pre(ids.length > 1);
        const changed = ids[seed % ids.length] ?? '';
        const text = writeXml(document).replaceAll('\n    <task id=', '\n    <!-- c -->\n    <task id=');
        const before = read(text);
        const after = withTasks(before, (tasks) => ({ ...tasks, [changed]: { type: 'atomic', description: 'new' } }));
        const result = applyTextEdits(text, editXml(text, before, after));
        const others = (of: string): string => {
          const { root } = parts(of, changed);
          return root;
        };
        expect(others(result)).toBe(others(text));
      }),
    );
  });

  it('changes a text in its place', () => {
    const text = edited(hand, (document) =>
      withTasks(document, ({ fetch, ...rest }) => ({ fetch: { ...fetch, description: 'Get it' } as Task, ...rest })),
    );
    expect(text).toBe(hand.replace('<instructions>Fetch<', '<instructions>Get it<'));
  });

  it('keeps comments where a task comes, goes and changes', () => {
    const added = edited(hand, (document) =>
      withTasks(document, (tasks) => ({ ...tasks, report: { type: 'atomic', dependsOn: [expectTaskId('review')] } })),
    );
    expect(added).toBe(
      hand.replace(
        '        </task>\n        <!-- End. -->',
        '        </task>\n        <task id="report">\n          <depends_on>review</depends_on>\n        </task>\n        <!-- End. -->',
      ),
    );
    const removed = edited(hand, (document) => withTasks(document, ({ fetch: _fetch, ...rest }) => rest));
    expect(removed).toBe(hand.replace(/\n {8}<task id="fetch".*/, ''));
  });

  it('renames a task without writing it anew', () => {
    const text = edited(hand, (document) =>
      withTasks(document, ({ fetch, review }) => ({
        get: fetch as Task,
        review: { ...review, dependsOn: [expectTaskId('get')], description: 'Review {{get}}' } as Task,
      })),
    );
    expect(text).toBe(
      hand
        .replace('id="fetch"', 'id="get"')
        .replace(/<description>[\s\S]*<\/description>/, '<description>Review {{get}}</description>')
        .replace('<depends_on>fetch', '<depends_on>get'),
    );
  });

  it('moves what stands before a task with it', () => {
    const text = edited(hand, (document) =>
      withTasks(document, ({ fetch, review }) => ({ review: review as Task, fetch: fetch as Task })),
    );
    expect(text.indexOf('<!-- Then. -->')).toBeLessThan(text.indexOf('<!-- First. -->'));
    expect(text).toContain('<!-- as a text -->');
    expect(text).toContain('</tasks>');
  });

  it('changes and adds settings as attributes and elements', () => {
    const text = edited(hand, (document) => ({ ...document, name: 'A "better" one', version: '2', maxConcurrency: 2 }));
    expect(text).toBe(
      hand
        .replace(`name='Review' heddle="1"`, `name="A &quot;better&quot; one" heddle="1" version="2"`)
        .replace('</default_model>', '</default_model>\n    <max_concurrency>2</max_concurrency>'),
    );
  });

  it('keeps the line breaks of the text', () => {
    const text = edited(hand.replaceAll('\n', '\r\n'), (document) => ({ ...document, maxConcurrency: 2 }));
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  it('fills and empties elements that hold nothing', () => {
    const text = '<workflow>\n  <tasks/>\n</workflow>\n';
    const filled = edited(text, (document) => withTasks(document, () => ({ a: { type: 'atomic' } })));
    expect(filled).toBe('<workflow>\n  <tasks>\n    <task id="a"/>\n  </tasks>\n</workflow>\n');
  });

  it('writes the type of a task where it had none only once nothing else says it', () => {
    const text = '<workflow>\n  <tasks>\n    <task id="a" name="A"><ref>f</ref></task>\n  </tasks>\n</workflow>\n';
    const editTask = (of: string, change: (task: Task) => object) =>
      edited(of, (document) => withTasks(document, ({ a }) => ({ a: change(a as Task) as Task })));
    const unnamed = ({ name, ...task }: Task) => task;
    expect(editTask(text, unnamed)).toBe(text.replace(' name="A"', ''));
    expect(editTask(text, (task) => ({ ...task, name: 'B' }))).toBe(text.replace('"A"', '"B"'));
    const typed = text.replace('name="A"', 'type="call" name="A"');
    expect(editTask(typed, unnamed)).toBe(typed.replace(' name="A"', ''));
    const asking = text.replace('name="A"><ref>f</ref>', 'type="ask" name="A"><description>Who?</description>');
    expect(editTask(asking, (task) => ({ ...task, name: 'B' }))).toBe(asking.replace('"A"', '"B"'));
    const silent = editTask(text, (task) => ({ type: task.type, name: 'A' }));
    expect(silent).toContain('<task id="a" name="A" type="call">');
    const cond = text
      .replaceAll('task id', 'cond id')
      .replace('</task>\n', '</cond>\n')
      .replace(/<ref>.*ref>/, '');
    expect(editTask(cond, unnamed)).toBe(cond.replace(' name="A"', ''));
  });

  it('changes a task within an element of a field in its place', () => {
    const text = `<workflow>
  <tasks>
    <task id="a">
      <director><task agent="x"><description>One</description></task></director>
      <evaluator><description>Two</description></evaluator>
    </task>
  </tasks>
</workflow>
`;
    for (const [slot, was, now] of [
      ['director', 'One', 'Three'],
      ['evaluator', 'Two', 'Four'],
    ] as const) {
      const changed = edited(text, (document) =>
        withTasks(document, ({ a }) => {
          const task = a as Task & Record<typeof slot, Task>;
          return { a: { ...task, [slot]: { ...task[slot], description: now } } };
        }),
      );
      expect(changed).toBe(text.replace(was, now));
    }
  });

  it('edits a text that is a single task', () => {
    const text = '<!-- A template. -->\n<task id="a">\n  <description>Do it</description>\n</task>\n';
    const changed = edited(text, (document) =>
      withTasks(document, ({ a }) => ({ a: { ...a, description: 'Do that', output: 'a.md' } as Task })),
    );
    expect(changed).toBe(text.replace('Do it</description>', 'Do that</description>\n  <output>a.md</output>'));
    const grown = edited(text, (document) => withTasks(document, (tasks) => ({ ...tasks, b: { type: 'atomic' } })));
    expect(grown).toBe(
      `<!-- A template. -->\n<workflow>\n  <tasks>\n    ${text.slice(text.indexOf('<task'), -1)}\n    <task id="b"/>\n  </tasks>\n</workflow>\n`,
    );
  });
});

/** A document with some parts of another, so that much stays the same. */
function mixed(one: WorkflowDocument, other: WorkflowDocument, seed: number): WorkflowDocument {
  const pick = (index: number): boolean => ((seed >> (index % 24)) & 1) === 1;
  const part = <T extends object>(a: T, b: T): T => {
    const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])] as (keyof T)[];
    const chosen = keys.flatMap((key, index) => {
      const value = pick(index) ? a[key] : b[key];
      return value === undefined ? [] : [[key, value]];
    });
    return Object.fromEntries(chosen) as T;
  };
  return { ...part(one, other), tasks: part(one.tasks, other.tasks) };
}

/** A text without the element of a top-level task. */
function parts(text: string, id: string): { readonly root: string } {
  const lines = text.split('\n');
  const from = lines.findIndex((line) => line.startsWith(`    <task id="${id}"`));
  const isOne = /\/>$|<\/task>$/.test(lines[from] ?? '');
  const length = isOne ? 0 : lines.slice(from).indexOf('    </task>');
  return { root: lines.toSpliced(from, length + 1).join('\n') };
}
