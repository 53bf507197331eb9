import { describe, expect, it } from 'vitest';
import { addTest } from '@/workflow/commands/add-test';
import { renameTask } from '@/workflow/commands/rename/rename-task';
import type { WorkflowDocument } from '@/workflow/document';
import { separateTests } from '@/workflow/join-tests';
import { id } from '@/workflow/sample.testing';
import { editText } from './edit-text';
import type { Notation } from './notation';
import { readAny } from './read-any';
import { joinTestsFile } from './tests-file';
import { readXml } from './xml/read-xml';
import { readYaml } from './yaml/read-yaml';

const workflow = `default_model: sim:fast
tasks: { say: { description: Hello } }
tests: file:///x.tests.yaml # elsewhere
`;
const document = readYaml(workflow).document as WorkflowDocument;
const join = (text: string, notation: Notation = 'yaml', of = document) =>
  joinTestsFile(of, readAny[notation](text), []);
const tell = (text: string) =>
  join(text).diagnostics.map(
    ({ code, message, range }) => `${range?.line ?? 1}:${range?.column ?? 1} ${code} ${message}`,
  );

const written: Readonly<Record<Notation, string>> = {
  yaml: '# ours\ntests:\n  one: # first\n    target: say\n',
  json: '{\n  "tests": { "one": { "target": "say" } }\n}\n',
  xml: '<workflow>\n  <!-- ours -->\n  <tests>\n    <test name="one"><target>say</target></test>\n  </tests>\n</workflow>\n',
};

describe('a file of tests', () => {
  it('is read into the workflow that names it, in each notation', () => {
    for (const notation of ['yaml', 'json', 'xml'] as const) {
      const { document: joined, diagnostics } = join(written[notation], notation);
      expect(diagnostics).toEqual([]);
      expect(joined).toEqual({ ...document, tests: { one: { target: 'say' } } });
    }
    const shared = join('test_defaults: { repeat: 2 }\ntests: { one: {} }');
    expect(shared.document.testDefaults).toEqual({ repeat: 2 });
  });

  it('may say what it is called and what it is about, and stays a file of tests when it is edited', () => {
    const about = { name: 'Ours', version: '1.0', description: 'About these' };
    const texts: Readonly<Record<Notation, string>> = {
      yaml: `name: Ours\nversion: "1.0"\ndescription: About these # mine\n${written.yaml}`,
      json: `${JSON.stringify({ ...about, tests: { one: { target: 'say' } } }, null, 2)}\n`,
      xml: written.xml.replace('<workflow>', '<workflow name="Ours" version="1.0" description="About these">'),
    };
    for (const notation of ['yaml', 'json', 'xml'] as const) {
      const { document: joined, held = joined, diagnostics } = join(texts[notation], notation);
      expect(diagnostics).toEqual([]);
      expect(held).toEqual({ ...about, tasks: {}, tests: { one: { target: 'say' } } });
      expect(joined).toEqual({ ...document, tests: held.tests });
      const renamed = renameTask(joined, { id: id('say'), newId: 'tell' });
      const parts = separateTests(renamed.ok ? renamed.value : joined, document, held);
      const edited = editText(texts[notation], notation, held, parts.held);
      expect(edited).toBe(texts[notation].replace('say', 'tell'));
      const { tests: _taken, ...left } = held;
      expect(readAny[notation](editText(texts[notation], notation, held, left)).document).toEqual(left);
    }
  });

  it('has its problems at their places in it', () => {
    expect(tell('tests:\n  one:\n    target: sey\n')).toEqual(['3:13 HED331 No task “sey”. Did you mean say?']);
    expect(tell('tests:\n  one: { targt: say }\n')[0]).toMatch(/^2:10 HED\d+ /);
    expect(tell('one: { target: say }')[0]).toContain('Write tests: above the tests');
    expect(tell('test_defaults: {}\n')[0]).toContain('Write tests: above the tests');
    expect(tell('tests: file:///y.yaml\n')[0]).toMatch(/^1:8 HED332 .*cannot name another/);
    expect(tell('tests: {}\ntasks: { say: {} }')[0]).toContain('Only tests and test_defaults');
    expect(tell('tests: {}\nvariables: { a: 1 }')[0]).toContain('Only tests and test_defaults');
    const wrong = { expect: [{ type: 'contains' as const, task: 'sey', value: 'x' }] };
    expect(tell(JSON.stringify({ test_defaults: wrong, tests: { one: {} } }))).toEqual([
      '1:55 HED331 No task “sey”. Did you mean say?',
    ]);
    // What the workflow says for all tests is told at its place there.
    const shared = { ...document, testDefaults: wrong };
    expect(join('tests: { one: {} }', 'yaml', shared).diagnostics).toEqual([]);
    expect(join('tests: file:///y.yaml\n').document.tests).toEqual({});
    expect(tell('name: Ours\nx-own: 1\ntests: {}\n')).toEqual([]);
    expect(readAny.yaml('tests: " "\n').diagnostics[0]?.message).toContain('named as file:///x.tests.yaml');
    expect(tell('description: D\ntests: {}\nmodel: sim:fast\n')[0]).toMatch(/^3:1 HED201 .*"model"/);
    const both = join('tests: {}\ntest_defaults: {}', 'yaml', { ...document, testDefaults: {} });
    expect(both.diagnostics[0]).toMatchObject({ code: 'HED332', range: { line: 2 } });
  });

  it('is edited as the workflow is: what names a task follows it, comments stay', () => {
    for (const notation of ['yaml', 'json', 'xml'] as const) {
      const { document: joined, held = joined } = join(written[notation], notation);
      const renamed = renameTask(joined, { id: id('say'), newId: 'tell' });
      const parts = separateTests(renamed.ok ? renamed.value : joined, document, held);
      expect(parts.document.tests).toBe(document.tests);
      expect(Object.keys(parts.document.tasks)).toEqual(['tell']);
      expect(editText(written[notation], notation, held, parts.held)).toBe(
        written[notation]
          .replace('say', 'tell')
          .replace('{ "one": { "target": "tell" } }', '{\n    "one": {\n      "target": "tell"\n    }\n  }'),
      );
    }
  });

  it('stays as it is, the same object, when the workflow alone is edited', () => {
    const { document: joined, held = joined } = join(written.yaml);
    const parts = separateTests({ ...joined, name: 'New' }, document, held);
    expect(parts.held).toBe(held);
    expect(parts.document).toEqual({ ...document, name: 'New' });
  });

  it('is left without tests when its last one is taken away', () => {
    const { document: joined, held = joined } = join(written.yaml);
    const { tests: _taken, ...without } = joined;
    const parts = separateTests(without, document, held);
    expect(parts.held.tests).toEqual({});
    expect(parts.document.tests).toBe(document.tests);
  });

  it('has what holds for all its tests edited in it, and nothing of that put into the workflow', () => {
    const text =
      'test_defaults:\n  expect:\n    - type: equals\n      task: say # it\n      value: x\ntests: { one: {} }\n';
    const { document: joined, held = joined } = join(text);
    const renamed = renameTask(joined, { id: id('say'), newId: 'tell' });
    const parts = separateTests(renamed.ok ? renamed.value : joined, document, held);
    expect(parts.document).not.toHaveProperty('testDefaults');
    expect(editText(text, 'yaml', held, parts.held)).toBe(text.replace('task: say', 'task: tell'));
    const same = separateTests({ ...joined, name: 'New' }, document, held);
    expect(same.held).toBe(held);
  });

  it('leaves what the workflow says for all tests in the workflow, also where it is edited', () => {
    const shared = { ...document, testDefaults: { repeat: 2 } };
    const { document: joined, held = joined } = join(written.yaml, 'yaml', shared);
    expect(joined.testDefaults).toEqual({ repeat: 2 });
    const parts = separateTests({ ...joined, testDefaults: { repeat: 3 } }, shared, held);
    expect([parts.held, parts.document.testDefaults]).toEqual([held, { repeat: 3 }]);
    expect(parts.held).toBe(held);
  });

  it('takes no test into the workflow that names it', () => {
    expect(addTest(document, { id: 'two', test: {} })).toMatchObject({
      ok: false,
      error: { message: 'The tests are in file:///x.tests.yaml. Edit them there.' },
    });
  });
});

it('the name of a file of tests is a text in XML, and is edited there', () => {
  const text = '<workflow>\n  <tests>file:///x.tests.yaml</tests> <!-- elsewhere -->\n</workflow>\n';
  const { document: named, diagnostics } = readXml(text);
  expect(diagnostics).toEqual([]);
  expect(named).toEqual({ tasks: {}, tests: 'file:///x.tests.yaml' });
  if (named === undefined) return;
  const moved = { ...named, tests: 'file:///y.tests.yaml' };
  expect(editText(text, 'xml', named, moved)).toBe(text.replace('x.tests', 'y.tests'));
  const own = { ...named, tests: { one: {} } };
  const inside = editText(text, 'xml', named, own);
  expect(readXml(inside).document).toEqual(own);
  expect(readXml(editText(inside, 'xml', own, named)).document).toEqual(named);
});
