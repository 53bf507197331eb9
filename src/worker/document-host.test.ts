import { expect, it } from 'vitest';
import { applyTextEdits } from '@/workflow/change';
import { updateSettings } from '@/workflow/commands/update-settings';
import { emptyDocument } from '@/workflow/document';
import { createDocumentHost } from './document-host';

const text = `# A comment
name: Review
default_model: sim:fast
tasks:
  fetch:
    description: Fetch the change
  review:
    description: "Review {{fetch}}"
    depends_on: [fetch]
`;

it('reads a text, and keeps it so that edits can come alone', async () => {
  const host = createDocumentHost();
  host.open(text, []);
  expect(await host.read(true)).toMatchObject({ document: { name: 'Review' }, source: { text }, diagnostics: [] });
  const at = text.indexOf('Review');
  host.edit([{ at, removed: 'Review', inserted: 'Look' }]);
  const edited = await host.read(true);
  expect(edited.document?.name).toBe('Look');
  expect(edited.source.text).toBe(text.replace('Review', 'Look'));
  host.edit([{ at, removed: 'Look', inserted: '"unclosed' }]);
  const again = await host.read(false);
  expect(again).not.toHaveProperty('document');
  expect(again.diagnostics).toMatchObject([{ severity: 'error' }]);
});

it('puts a change of the document into the text, and tells the edits that did it', async () => {
  const host = createDocumentHost();
  host.open(text, []);
  const { document = emptyDocument } = await host.read(true);
  const renamed = updateSettings(document, { patch: { name: 'Look' } });
  if (!renamed.ok) throw new Error(renamed.error.message);
  const { source, edits } = host.change(renamed.value);
  expect(source.text).toBe(text.replace('name: Review', 'name: Look'));
  expect(applyTextEdits(text, edits)).toBe(source.text);
  expect((await host.read(true)).document?.name).toBe('Look');
});

it('refuses an edit of another text, and goes on with the one it has', async () => {
  const host = createDocumentHost();
  host.open(text, []);
  expect(() => host.edit([{ at: 0, removed: 'not there', inserted: '' }])).toThrow();
  host.edit([{ at: 0, removed: '', inserted: '# First\n' }]);
  expect((await host.read(false)).source.text).toBe(`# First\n${text}`);
});

it('knows the providers that were named when the text was opened', async () => {
  const host = createDocumentHost();
  const mine = text.replace('sim:fast', 'mine:model');
  const codes = async (known: string[]) => {
    host.open(mine, known);
    return (await host.read(false)).diagnostics.map((problem) => problem.code);
  };
  expect(await codes(['mine'])).toEqual([]);
  expect(await codes([])).not.toEqual([]);
});

it('plans the text that it holds, with what is worth reading before the run', async () => {
  const host = createDocumentHost();
  host.open(text.replace('    description: Fetch', '    breakpoint: true\n    description: Fetch'), []);
  const planned = await host.plan();
  expect(planned).toMatchObject({
    ok: true,
    plan: { name: 'Review', tasks: [{ id: 'fetch' }, { id: 'review' }] },
    estimate: { waves: [['fetch'], ['review']], calls: { low: 2, high: 2 } },
    notes: [{ code: 'HED501', severity: 'warning', path: ['tasks', 'fetch', 'breakpoint'], range: { line: 6 } }],
  });
});

it('refuses a plan for each problem, with its place in the text', async () => {
  const host = createDocumentHost();
  host.open(`${text}tasks: [`, []);
  expect(await host.plan()).toMatchObject({
    ok: false,
    diagnostics: expect.arrayContaining([expect.objectContaining({ severity: 'error' })]),
  });
  host.open(text.replace('depends_on: [fetch]', 'depends_on: [fetsh]'), []);
  expect(await host.plan()).toMatchObject({
    ok: false,
    diagnostics: expect.arrayContaining([expect.objectContaining({ code: 'HED301' })]),
  });
  host.open(text.replace('depends_on: [fetch]', 'depends_on: [fetch]\n    pinned: true'), []);
  expect(await host.plan()).toMatchObject({
    ok: false,
    diagnostics: [{ code: 'HED501', severity: 'error', path: ['tasks', 'review', 'pinned'], range: { line: 10 } }],
  });
});

it('gives the text to the letter though it has mistakes, and says so where it must be read', async () => {
  const host = createDocumentHost();
  const broken = `${text}tasks: [`;
  host.open(broken, []);
  const whole = { notation: 'yaml', omitLayout: false, omitAids: false } as const;
  expect(host.exportText(whole)).toBe(broken);
  expect(() => host.exportText({ ...whole, notation: 'xml' })).toThrow('The code has mistakes.');
});

it('exports what was edited since it was opened', async () => {
  const host = createDocumentHost();
  host.open(text, []);
  host.edit([{ at: text.indexOf('Review'), removed: 'Review', inserted: 'Look' }]);
  const xml = host.exportText({ notation: 'xml', omitLayout: true, omitAids: true });
  expect(xml).toMatch(/^<workflow heddle="1" name="Look">/);
});

it('reads files and what was pasted beside the text that it holds', async () => {
  const host = createDocumentHost();
  host.open(text, []);
  const bytes = new TextEncoder().encode('<task id="one"><description>One</description></task>');
  expect(host.readFile(bytes, 'one.xml')).toMatchObject({ status: 'sound', notation: 'xml' });
  expect(host.readPasted('Dear all,')).toMatchObject({ status: 'broken' });
  expect((await host.read(false)).source.text).toBe(text);
});

it('tells how another text differs from the one that it holds, or why it cannot be read', async () => {
  const host = createDocumentHost();
  host.open(text, []);
  expect(host.diff(text.replace('# A comment\n', ''))).toMatchObject({ ok: true, value: { settings: [], tasks: [] } });
  expect(host.diff(text.replace('Fetch the change', 'Fetch it'))).toMatchObject({
    ok: true,
    value: { tasks: [{ id: 'fetch', changes: [{ before: 'Fetch it', after: 'Fetch the change' }] }] },
  });
  expect(host.diff('tasks: [')).toMatchObject({ ok: false, error: [{ severity: 'error' }] });
  host.open('tasks: [', []);
  expect(() => host.diff(text)).toThrow('The code has mistakes.');
});

it('tells of models that end, with prices compared, of the text as it was when it was asked', async () => {
  const host = createDocumentHost(() => Date.parse('2026-11-22'));
  host.open(text.replace('sim:fast', 'openai:gpt-4o'), []);
  const before = host.read(true);
  host.open(text, []);
  expect((await before).diagnostics).toMatchObject([
    { code: 'HED515', message: expect.stringContaining('1/22 of the price'), fix: { kind: 'replace_model' } },
  ]);
  expect((await host.read(true)).diagnostics).toEqual([]);
});
