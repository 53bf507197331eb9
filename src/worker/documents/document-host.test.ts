import { describe, expect, it, onTestFinished } from 'vitest';
import type { TextReading } from '@/formats/text-reading';
import { readYaml } from '@/formats/yaml/read-yaml';
import type { EstimateStep } from '@/plan/estimate/estimate';
import type { Plan } from '@/plan/plan';
import { applyModelChange, applyTextEdits, invertModelChange, invertTextEdits } from '@/workflow/change';
import { computeChange } from '@/workflow/commands/change-between';
import { updateSettings } from '@/workflow/commands/update-settings';
import { emptyDocument, listTaskIds } from '@/workflow/document';
import { servePlans } from '../border/connect-plans';
import type { EngineForPlans } from '../border/engine-api';
import { createDocumentHost } from './document-host';

const whole = { notation: 'yaml', omitLayout: false, omitAids: false, omitPins: false } as const;
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

const changedIn = ({ change }: TextReading) => [...(change?.tasks.keys() ?? [])];

it('reads a text, and keeps it so that edits can come alone', async () => {
  const host = createDocumentHost();
  await host.open(text);
  const first = await host.read(0);
  expect(first).toMatchObject({ document: { name: 'Review' }, diagnostics: [] });
  expect(listTaskIds(first.document ?? emptyDocument)).toEqual(['fetch', 'review']);
  const at = text.indexOf('Review');
  await host.edit([{ at, removed: 'Review', inserted: 'Look' }]);
  const edited = await host.read(first.number);
  const name = { before: 'Review', after: 'Look' };
  expect(edited.change).toEqual({ tasks: new Map(), settings: { members: new Map([['name', name]]) } });
  expect(edited).not.toHaveProperty('document');
  expect(edited).not.toHaveProperty('diagnostics');
  await host.edit([{ at, removed: 'Look', inserted: '"unclosed' }]);
  const again = await host.read(edited.number);
  expect(again).not.toHaveProperty('change');
  expect(again.diagnostics).toMatchObject([{ severity: 'error' }]);
});

it('tells only what is different since the reading that was taken over', async () => {
  const host = createDocumentHost();
  await host.open(text);
  const first = await host.read(0);
  await host.edit([{ at: text.indexOf('Fetch the'), removed: 'Fetch', inserted: 'Get' }]);
  const missed = await host.read(first.number);
  expect(changedIn(missed)).toEqual(['fetch']);
  // A follower that applied only the first reading receives all changes since then.
  const at = (await host.exportText(whole)).indexOf('"Review');
  await host.edit([{ at, removed: '"Review', inserted: '"Judge' }]);
  const second = await host.read(first.number);
  expect(changedIn(second)).toEqual(['fetch', 'review']);
  expect((await host.read(second.number)).change).toEqual({ tasks: new Map() });
  expect((await host.read(99)).document?.name).toBe('Review');
});

it('finds the lines of an entry, and the task at an offset', async () => {
  const host = createDocumentHost();
  await host.open(text);
  const lines = await host.find('tasks.review');
  expect(text.slice(lines?.from, lines?.to)).toMatch(/^ {2}review:\n.*\[fetch\]\n$/s);
  expect((await host.find(text.indexOf('Fetch the')))?.key).toBe('tasks.fetch');
  expect(await host.find(3)).toBeUndefined();
});

it('puts a change of the document into the text, and tells the edits that did it', async () => {
  const host = createDocumentHost();
  await host.open(text);
  const { document = emptyDocument } = readYaml(text);
  const renamed = updateSettings(document, { patch: { name: 'Look' } });
  if (!renamed.ok) throw new Error(renamed.error.message);
  const { number } = await host.read(0);
  const change = computeChange(document, renamed.value);
  const { edits, reading } = await host.change({ change, taken: number });
  expect(reading).toMatchObject({ change: { tasks: new Map() } });
  expect(Object.keys(reading?.change ?? {})).toEqual(['tasks']);
  const written = text.replace('name: Review', 'name: Look');
  expect(applyTextEdits(text, edits)).toBe(written);
  // Undone on both sides, the text says what the follower has.
  const back = { change: invertModelChange(change), taken: number };
  await host.edit(invertTextEdits(edits), back);
  expect((await host.read(number)).change).toEqual({ tasks: new Map() });
  expect(await host.exportText(whole)).toBe(text);
});

it('tells what the text says otherwise than the change that was written into it', async () => {
  const host = createDocumentHost();
  await host.open(text);
  const { number, document = emptyDocument } = await host.read(0);
  const asked = { ...document, tasks: { ...document.tasks, fetch: { type: 'atomic', description: 'One\r\nTwo' } } };
  const { reading } = await host.change({ change: computeChange(document, asked as never), taken: number });
  const again = reading ?? (await host.read(number));
  const { document: read = emptyDocument } = readYaml(await host.exportText(whole));
  expect(applyModelChange(asked as never, again.change ?? { tasks: new Map() })).toEqual(read);
});

it('refuses an edit of another text, and goes on with the one it has', async () => {
  const host = createDocumentHost();
  await host.open(text);
  await expect(host.edit([{ at: 0, removed: 'not there', inserted: '' }])).rejects.toThrow();
  await host.edit([{ at: 0, removed: '', inserted: '# First\n' }]);
  expect(await host.exportText(whole)).toBe(`# First\n${text}`);
});

it('knows the providers that were named when the text was opened', async () => {
  const host = createDocumentHost();
  const mine = text.replace('sim:fast', 'mine:model');
  const codes = async (known: string[]) => {
    await host.configure({ providers: known.map((id) => ({ id })), models: undefined, prices: undefined });
    await host.open(mine);
    return ((await host.read(0)).diagnostics ?? []).map((problem) => problem.code);
  };
  expect(await codes(['mine'])).toEqual([]);
  expect(await codes([])).not.toEqual([]);
});

it('plans the text that it holds, with what is worth reading before the run', async () => {
  const host = createDocumentHost();
  await host.open(
    text.replace('    description: Fetch', '    context_management: { inherit_context: none }\n    description: Fetch'),
  );
  const planned = await host.plan('w1');
  expect(planned).toMatchObject({
    ok: true,
    plan: { name: 'Review', tasks: [{ id: 'fetch' }, { id: 'review' }] },
    estimate: { waves: [['fetch'], ['review']], calls: { low: 2, high: 2 } },
    notes: [
      { code: 'HED525', severity: 'warning', path: ['tasks', 'fetch', 'context_management'], range: { line: 6 } },
    ],
  });
});

describe('a long plan, made in steps', () => {
  const part = (n: number) => `  t${n}: { type: group, subtasks: { one: { description: Part ${n} } } }`;
  const long = `default_model: sim:fast\ntasks:\n${Array.from({ length: 1250 }, (_, n) => part(n)).join('\n')}\n`;

  it('tells each task once, with sums that grow, and nothing that the plan at once does not have', async () => {
    const host = createDocumentHost();
    await host.open(long);
    const steps: EstimateStep[] = [];
    const last = await host.planInSteps('w', (step) => steps.push(step), new AbortController().signal);
    const whole = await host.plan('w');
    if (!last.ok || !whole.ok) throw new Error('It cannot be planned.');
    expect(steps.map(({ done, all, calls }) => [done, all, calls.high])).toEqual([
      [100, 1250, 100],
      [600, 1250, 600],
      [1100, 1250, 1100],
    ]);
    expect(steps[0]?.waves).toEqual(whole.estimate.waves);
    const told = [...steps, last.estimate].flatMap(({ tasks }) => Object.entries(tasks));
    expect(told).toHaveLength(2500);
    expect(Object.fromEntries(told)).toEqual(whole.estimate.tasks);
    expect({ ...last.estimate, tasks: {} }).toEqual({ ...whole.estimate, tasks: {} });
  });

  it('ends between two steps when it is stopped', async () => {
    const host = createDocumentHost();
    await host.open(long);
    const steps: number[] = [];
    const stop = new AbortController();
    const made = host.planInSteps('w', ({ done }) => steps.push(done) && stop.abort(), stop.signal);
    await expect(made).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(steps).toEqual([100]);
  });
});

it('refuses a plan for each problem, with its place in the text', async () => {
  const host = createDocumentHost();
  await host.open(`${text}tasks: [`);
  expect(await host.plan('w1')).toMatchObject({
    ok: false,
    diagnostics: expect.arrayContaining([expect.objectContaining({ severity: 'error' })]),
  });
  await host.open(text.replace('depends_on: [fetch]', 'depends_on: [fetsh]'));
  expect(await host.plan('w1')).toMatchObject({
    ok: false,
    diagnostics: expect.arrayContaining([expect.objectContaining({ code: 'HED301' })]),
  });
});

describe('a run of the text that is held', () => {
  const started: { readonly workflowId: string; readonly plan: Plan }[] = [];
  let prepared = 0;
  const engine: EngineForPlans = {
    start: async (request) => {
      started.push(request);
      return 'e1';
    },
    fork: async ({ executionId }) => `fork of ${executionId}`,
    prepare: async () => {
      prepared += 1;
    },
    earlierRuns: async () => [],
    runsBefore: async () => [],
    textNames: async ({ place, variables }) => [
      {
        name: `${place.path} ${Object.keys(variables)}`,
        kind: 'given',
        type: 'nothing',
        start: '',
        length: 0,
        members: [],
      },
    ],
    fillText: async () => Promise.reject(new Error('Nothing is filled in.')),
    tryExpression: async () => ({ kind: 'failed', message: 'Nothing is tried.' }),
    inspectFiles: async (_workflow, patterns) =>
      patterns.map((path) => ({ path, inspected: { ok: false, problem: `“${path}” is empty.` } })),
  };
  const opened = async (held: string) => {
    const { port1: near, port2: far } = new MessageChannel();
    onTestFinished(() => near.close());
    servePlans(engine, near);
    const host = createDocumentHost();
    await host.connectEngine(far);
    await host.open(held);
    return host;
  };

  it('goes to the engine with its plan, which the page is not told', async () => {
    const host = await opened(text);
    expect(await host.start('w1')).toEqual({ ok: true, value: 'e1' });
    expect(started).toMatchObject([{ workflowId: 'w1', plan: { name: 'Review', tasks: [{}, {}] } }]);
    expect(await host.planHash('w1')).toEqual({ ok: true, value: started[0]?.plan.hash });
    expect(await host.fork('w1', { executionId: 'e0' })).toEqual({ ok: true, value: 'fork of e0' });
  });

  it('is planned ahead, until the text changes', async () => {
    const host = await opened(text);
    const before = prepared;
    await host.prepareRun();
    expect(prepared).toBe(before + 2);
    await host.start('w1');
    const [ahead] = started.splice(-1);
    await host.edit([{ at: text.indexOf('Review'), removed: 'Review', inserted: 'Looked at' }]);
    await host.start('w1');
    const [after] = started.splice(-1);
    expect([ahead?.plan.name, after?.plan.name]).toEqual(['Review', 'Looked at']);
    expect(after?.plan.hash).not.toBe(ahead?.plan.hash);
    const broken = await opened(`${text}tasks: [`);
    await broken.prepareRun();
  });

  it('is refused with every problem, what models do not take among them', async () => {
    const broken = await opened(text.replace('depends_on: [fetch]', 'depends_on: [fetsh]'));
    const problems = [{ code: 'HED301', range: { line: 9 } }, { code: 'HED304' }];
    expect(await broken.start('w1')).toMatchObject({ ok: false, error: problems });
    const attaching = await opened(`${text}    attachments: [/a.png]\n`);
    const refusal = { code: 'HED318', message: '“/a.png” is empty.', range: { line: 10 } };
    expect(await attaching.start('w1')).toMatchObject({ ok: false, error: [refusal] });
    expect(await attaching.planHash('w1')).toMatchObject({ ok: false, error: [refusal] });
    const tool = '    tools: [{ name: web_search, type: provider }]\n';
    const searching = await opened(`${text.replace('sim:fast', 'openrouter:m')}${tool}`);
    expect(await searching.start('w1')).toMatchObject({ ok: false, error: [{ code: 'HED319' }] });
    expect(started).toHaveLength(1);
  });
});

it('gives the text to the letter though it has mistakes, and says so where it must be read', async () => {
  const host = createDocumentHost();
  const broken = `${text}tasks: [`;
  await host.open(broken);
  expect(await host.exportText(whole)).toBe(broken);
  const refused = host.exportText({ ...whole, notation: 'xml' });
  await expect(refused).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: 'The code has mistakes.',
    details: { path: 'tasks' },
  });
});

it('exports what was edited since it was opened', async () => {
  const host = createDocumentHost();
  await host.open(text);
  await host.edit([{ at: text.indexOf('Review'), removed: 'Review', inserted: 'Look' }]);
  const xml = await host.exportText({ notation: 'xml', omitLayout: true, omitAids: true, omitPins: true });
  expect(xml).toMatch(/^<workflow heddle="1" name="Look">/);
});

it('reads files and what was pasted beside the text that it holds', async () => {
  const host = createDocumentHost();
  await host.open(text);
  const bytes = new TextEncoder().encode('<task id="one"><description>One</description></task>');
  expect(await host.readFile(bytes, 'one.xml')).toMatchObject({ status: 'sound', notation: 'xml' });
  expect(await host.readPasted('Dear all,')).toMatchObject({ status: 'broken' });
  expect(await host.exportText(whole)).toBe(text);
});

it('tells how another text differs from the one that it holds, or why it cannot be read', async () => {
  const host = createDocumentHost();
  await host.open(text);
  expect(await host.diff(text.replace('# A comment\n', ''))).toMatchObject({
    ok: true,
    value: { settings: [], tasks: [] },
  });
  expect(await host.diff(text.replace('Fetch the change', 'Fetch it'))).toMatchObject({
    ok: true,
    value: { tasks: [{ id: 'fetch', changes: [{ before: 'Fetch it', after: 'Fetch the change' }] }] },
  });
  expect(await host.diff('tasks: [')).toMatchObject({ ok: false, error: [{ severity: 'error' }] });
  await host.open('tasks: [');
  await expect(host.diff(text)).rejects.toThrow('The code has mistakes.');
});

it('tells of models that end, with prices compared, of the text as it was when it was asked', async () => {
  const host = createDocumentHost(() => Date.parse('2026-11-22'));
  await host.open(text.replace('sim:fast', 'openai:gpt-4o'));
  const before = host.read(0);
  await host.open(text);
  expect((await before).diagnostics).toMatchObject([
    { code: 'HED515', message: expect.stringContaining('1/22 of the price'), fix: { kind: 'replace_model' } },
  ]);
  expect((await host.read(0)).diagnostics).toEqual([]);
});

describe('replacing texts', () => {
  const query = {
    text: 'fetch',
    replacement: 'load',
    matchCase: true,
    wholeWord: false,
    isRegex: false,
    kinds: ['name', 'prompt', 'script', 'model', 'expression'],
  } as const;
  const quietly = [() => undefined, new AbortController().signal] as const;
  const replaced = (made: Awaited<ReturnType<ReturnType<typeof createDocumentHost>['replaceTexts']>>) =>
    made.ok ? applyTextEdits(text, made.value.edits) : made.error;

  it('gives edits that keep the rest of the text, and makes none of them itself', async () => {
    const host = createDocumentHost();
    await host.open(text);
    const found = await host.findTexts({ ...query, kinds: [...query.kinds] }, 0, 10);
    expect(found).toMatchObject({ ok: true, value: { total: 2 } });
    const made = await host.replaceTexts({ ...query, kinds: [...query.kinds] }, { allBut: [] }, ...quietly);
    expect(replaced(made)).toBe(text.replaceAll('fetch', 'load'));
    expect(await host.exportText(whole)).toBe(text);
  });

  it('refuses what would be a mistake, with its reason, and replaces the rest', async () => {
    const host = createDocumentHost();
    await host.open(text);
    // The prompt would name a task that there is not.
    const made = await host.replaceTexts(
      { ...query, text: 'etch', replacement: 'ind', kinds: ['prompt'] },
      { allBut: [] },
      ...quietly,
    );
    expect(made).toMatchObject({
      ok: true,
      value: { count: 1, refused: [{ key: 'tasks.review.description 0', problem: expect.stringContaining('find') }] },
    });
    expect(replaced(made)).toBe(text.replace('Fetch the', 'Find the'));
    expect(await host.exportText(whole)).toBe(text);
  });

  it('replaces many texts in parts, tells how far it is, and can be cancelled', async () => {
    const host = createDocumentHost();
    const tasks = Array.from({ length: 900 }, (_, n) => `  task_${n}:\n    # kept ${n}\n    description: fetch ${n}\n`);
    const many = `name: Many\ntasks:\n${tasks.join('')}`;
    await host.open(many);
    const told: [number, number][] = [];
    const onProgress = ({ done, all }: { done: number; all: number }) => void told.push([done, all]);
    const wish = { ...query, kinds: [...query.kinds] };
    const made = await host.replaceTexts(wish, { allBut: [] }, onProgress, new AbortController().signal);
    const edits = made.ok ? made.value.edits : [];
    expect(applyTextEdits(many, edits)).toBe(many.replaceAll('fetch', 'load'));
    expect(told.map(([done]) => done)).toEqual([200, 400, 600, 800, 900]);
    expect(told.every(([, all]) => all === 900)).toBe(true);
    // What was read of the replaced text is taken over when the page makes the edits.
    await host.edit([...edits]);
    expect(await host.exportText(whole)).toBe(many.replaceAll('fetch', 'load'));
    const back = { ...wish, text: 'load', replacement: 'get' };
    const work = new AbortController();
    await expect(host.replaceTexts(back, { allBut: [] }, () => work.abort(), work.signal)).rejects.toMatchObject({
      code: 'CANCELLED',
    });
    expect(await host.exportText(whole)).toBe(many.replaceAll('fetch', 'load'));
  });

  it('finds and replaces models, and refuses one of a provider that nobody knows', async () => {
    const host = createDocumentHost();
    const models = 'default_model: sim:echo\ntasks: { a: { description: A, model: own:one } }\n';
    await host.open(models);
    await host.configure({ providers: [{ id: 'own' }], models: undefined, prices: undefined });
    const wish = { ...query, text: 'o', replacement: '0', kinds: [...query.kinds] };
    expect(await host.findTexts(wish, 0, 10)).toMatchObject({ ok: true, value: { total: 3 } });
    const made = await host.replaceTexts({ ...wish, text: 'own', replacement: 'sim:no' }, { allBut: [] }, ...quietly);
    const problem = expect.stringContaining('“no” is not a known provider');
    expect(made).toMatchObject({ ok: true, value: { refused: [{ key: 'tasks.a.model 0', problem }] } });
  });

  it('says so of a text with mistakes', async () => {
    const host = createDocumentHost();
    await host.open('tasks: [');
    await expect(host.findTexts({ ...query, kinds: [] }, 0, 10)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });
});
