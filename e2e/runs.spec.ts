import { writeZip } from '@/app/archive/write-zip';
import { isAccessible } from './support/accessible';
import { expect, test } from './support/app';
import { dropFile } from './support/give-text';
import { Runs } from './support/runs';

/** Three model calls in a row, each with the reply before it in its prompt. */
const chain = `heddle: 1
name: Chain
default_model: harbour:small
tasks:
  first: { description: First question. }
  second: { description: "Second question on {{first}}", depends_on: [first], inject_context: false }
  third: { description: "Third question on {{second}}", depends_on: [second], inject_context: false }
`;

test('runs are listed, an older one is shown whole, and the newest is one click away', async ({ app, server }) => {
  server.on({ match: 'First question', reply: 'one' });
  server.on({ match: 'Second question', reply: 'two' });
  server.on({ match: 'Third question', status: 400, message: 'too odd', times: 1 });
  await app.openText(chain, { id: 'harbour', baseUrl: `${server.url}/v1` });
  expect(await app.run()).toBe('failed');
  server.on({ match: 'Third question', reply: 'three' });
  expect(await app.run()).toBe('completed');
  const runs = new Runs(app);
  await runs.open();
  await expect(runs.row('Run 2').getByRole('img')).toHaveAccessibleName('Done');
  await expect(runs.row('Run 1').getByRole('img')).toHaveAccessibleName('Failed');
  await expect(runs.row('Run 1')).toContainText('third: ');
  await expect(app.page.getByText(/^2 runs · .*kB$/)).toBeVisible();

  await runs.isShown('Run 2');
  await runs.choose('Run 1');
  await expect(runs.header).toContainText('2 calls');
  await app.page.getByRole('tab', { name: 'Tasks' }).click();
  await app.isTask('third', 'Failed');
  await app.isTask('second', 'Done');
  await runs.header.getByRole('button', { name: 'Show the newest run' }).click();
  await app.isTask('third', 'Done');

  await runs.open();
  await app.page.getByRole('textbox', { name: 'Find a run' }).fill('failed');
  await expect(runs.row('Run 2')).toBeHidden();
  await app.page.getByRole('textbox', { name: 'Find a run' }).fill('');
  await app.page.getByRole('button', { name: 'Filter and import' }).click();
  await app.page.getByRole('menuitemradio', { name: 'Done' }).click();
  await expect(runs.row('Run 1')).toBeHidden();
  await expect(runs.row('Run 2')).toBeVisible();
});

test('a run is looked back at by keyboard, event by event, and what one sees is how it stood', async ({
  app,
  page,
}) => {
  await app.openText(chain.replace('harbour:small', 'sim:default'));
  expect(await app.run()).toBe('completed');
  const runs = new Runs(app);
  await expect(runs.bar).toBeVisible();
  const last = (await app.storedEvents()).length;
  await expect(runs.bar).toContainText(`Event ${last} of ${last}`);

  await runs.slider.focus();
  await page.keyboard.press('Home');
  await runs.isAt(1);
  await app.isTask('first', 'Queued');
  const events = await app.storedEvents();
  const begun = events.find(({ kind, path }) => kind === 'task.started' && path === 'task/second')?.seq ?? 0;
  for (let seq = 1; seq < begun; seq += 1) await page.keyboard.press('ArrowRight');
  await runs.isAt(begun);
  await expect(runs.slider).toHaveAttribute('aria-valuetext', /second began/);
  await app.isTask('first', 'Done');
  await app.isTask('second', 'Writing');
  await app.isTask('third', 'Waits for second');
  await app.tab('Events');
  await expect(app.drawer.getByRole('listbox').getByRole('option')).toHaveCount(begun);
  await page.reload();
  await app.isTask('third', 'Done');

  await runs.bar.getByRole('button', { name: 'Event before' }).click();
  await runs.isAt(last - 1);
  await runs.bar.getByRole('combobox', { name: 'Speed' }).selectOption({ label: '50 events a second' });
  await runs.bar.getByRole('button', { name: 'First event' }).click();
  await runs.isAt(1);
  await runs.bar.getByRole('button', { name: 'Play' }).click();
  await expect(runs.bar).toContainText(`Event ${last} of ${last}`);
  await expect(runs.bar.getByRole('button', { name: 'Play' })).toBeVisible();
  await app.isTask('third', 'Done');
  expect(await app.runs()).toHaveLength(1);
});

test('a fork from an event asks only for what came after it, with the workflow as it ran or as it is now', async ({
  app,
  page,
  server,
}) => {
  server.on({ match: 'First question', reply: 'one' });
  server.on({ match: 'Second question', reply: 'two' });
  server.on({ match: 'Third question', reply: 'three' });
  await app.openText(chain, { id: 'harbour', baseUrl: `${server.url}/v1` });
  expect(await app.run()).toBe('completed');
  expect(server.requests).toHaveLength(3);
  const runs = new Runs(app);
  await runs.open();
  const done = (await app.storedEvents()).find(({ kind, path }) => kind === 'task.completed' && path === 'task/second');
  await runs.slider.focus();
  await page.keyboard.press('End');
  while (!(await runs.slider.getAttribute('aria-valuetext'))?.startsWith(`Event ${done?.seq} `)) {
    await page.keyboard.press('ArrowLeft');
  }
  // The button says before what the fork asks.
  await runs.bar.getByRole('button', { name: /^Fork from here ?· 2 kept, 1 asked/ }).click();
  await runs.isShown('Run 2');
  expect(await app.isOver()).toBe('completed');
  expect(['First', 'Second', 'Third'].map((word) => server.count(`${word} question`))).toEqual([1, 1, 2]);
  await expect(runs.row('Run 2')).toContainText('Forked from run 1');

  server.on({ match: 'Another question', reply: 'other' });
  await runs.changePrompt('third', 'Another question on {{second}}');
  await runs.bar.getByRole('button', { name: 'Fork from the end' }).click();
  await page.getByRole('menuitem', { name: /as it is now 2 kept, 1 asked/ }).click();
  await runs.isShown('Run 3');
  expect(await app.isOver()).toBe('completed');
  expect(['First', 'Second', 'Third', 'Another'].map((word) => server.count(word))).toEqual([1, 1, 2, 1]);

  // The timeline has the tree of forks beside it.
  await app.tab('Timeline');
  const forks = app.drawer.getByRole('navigation', { name: 'Forks' });
  await expect(forks.getByRole('button')).toHaveText([/^Run 3/, `Run 2from run 1, event ${done?.seq}`, 'Run 1']);
  await expect(forks.getByRole('button', { name: /^Run 3/ })).toHaveAttribute('aria-current', 'true');
  await forks.getByRole('button', { name: 'Run 1', exact: true }).click();
  await runs.isShown('Run 1');
  await isAccessible(app, 'the timeline with its forks');
});

test('a paused run whose workflow has changed asks how it is to go on', async ({ app, page, server }) => {
  server.on({ match: 'First question', reply: 'one' });
  server.on({ match: 'Second question', reply: 'two', holdAfterChunks: 0, times: 1 });
  await app.openText(chain, { id: 'harbour', baseUrl: `${server.url}/v1` });
  await app.start();
  await expect.poll(() => server.count('Second question')).toBe(1);
  await app.topBar.getByRole('button', { name: 'Pause the run' }).click();
  const resume = app.topBar.getByRole('button', { name: 'Resume' });
  await expect(resume).toBeVisible();
  const runs = new Runs(app);
  await runs.changePrompt('third', 'Another question on {{second}}');
  server.on({ match: 'Second question', reply: 'two' });

  await resume.click();
  await expect(app.dialog.getByRole('heading', { name: 'The workflow has changed' })).toBeVisible();
  await app.dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(resume).toBeVisible();
  expect(server.requests).toHaveLength(2);

  await runs.open();
  await resume.click();
  await app.dialog.getByRole('button', { name: 'Reuse what still matches' }).click();
  await runs.isShown('Run 2');
  await expect(runs.row('Run 2').getByRole('img')).toHaveAccessibleName('Done');
  expect(['First', 'Second', 'Third', 'Another'].map((word) => server.count(word))).toEqual([1, 2, 0, 1]);

  await runs.choose('Run 1');
  await resume.click();
  await app.dialog.getByRole('button', { name: 'Start over' }).click();
  await runs.isShown('Run 3');
  await expect(runs.row('Run 3').getByRole('img')).toHaveAccessibleName('Done');
  expect(['First', 'Another'].map((word) => server.count(word))).toEqual([2, 2]);

  await runs.choose('Run 1');
  await resume.click();
  await app.dialog.getByRole('button', { name: 'Continue with the old workflow' }).click();
  await expect(runs.row('Run 1').getByRole('img')).toHaveAccessibleName('Done');
  expect(['First', 'Third', 'Another'].map((word) => server.count(word))).toEqual([2, 1, 2]);
  await expect(page.getByText('Forked from run 1', { exact: false }).first()).toBeVisible();
});

test('a run is exported, imported again and forked; a file that is none says in which line', async ({
  app,
  page,
  server,
}) => {
  server.on({ match: 'question', reply: 'fine' });
  await app.openText(chain, { id: 'harbour', baseUrl: `${server.url}/v1` });
  expect(await app.run()).toBe('completed');
  const runs = new Runs(app);
  await runs.open();
  const lines = await runs.saved(() => runs.act('Export the recording'));
  expect(lines.length).toBeGreaterThan(10);
  for (const line of lines) JSON.parse(line);

  const choose = async (content: string) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Filter and import' }).click();
    await page.getByRole('menuitem', { name: 'Import a recording' }).click();
    await (await chooser).setFiles({ name: 'run.jsonl', mimeType: '', buffer: Buffer.from(content) });
  };
  const first = (await app.runs())[0]?.id;
  await choose(`${lines.join('\n')}\n`);
  await expect(app.messages).toContainText('“run.jsonl” is kept as run');
  await expect(runs.list.getByRole('option')).toHaveCount(2);
  // It began when the run it was copied from began.
  await expect(runs.list.getByRole('option', { selected: true })).not.toHaveAttribute('data-id', first ?? '');
  await expect(runs.header).toContainText('3 calls');
  await dropFile(page, 'run.jsonl', '', `${lines.slice(0, 4).join('\n')}\nnot an event\n`);
  await expect(app.messages).toContainText(/line 5/i);
  await expect(runs.row('Run 3')).toBeHidden();

  await runs.bar.getByRole('button', { name: 'Fork from the end' }).click();
  await runs.isShown('Run 3');
  expect(await app.isOver()).toBe('completed');
  expect(server.requests).toHaveLength(3);
});

test('an export without long texts of a run that has not ended says what it cannot be used for', async ({
  app,
  server,
}) => {
  server.on({ match: 'First question', reply: 'one', holdAfterChunks: 0, times: 1 });
  await app.openText(chain, { id: 'harbour', baseUrl: `${server.url}/v1` });
  await app.start();
  await expect.poll(() => server.count('First question')).toBe(1);
  await app.topBar.getByRole('button', { name: 'Pause the run' }).click();
  await expect(app.topBar.getByRole('button', { name: 'Resume' })).toBeVisible();
  const runs = new Runs(app);
  await runs.open();
  await runs.saved(() => runs.act('Export the recording'));
  await expect(app.messages).toContainText('is written as');
  await expect(app.messages).not.toContainText('has not ended');
  await runs.saved(() => runs.act('Export without long texts'));
  await expect(app.messages).toContainText('Run 1 has not ended.');
});

test('what a cleanup would remove is shown first, then it is removed; one run is deleted after a question', async ({
  app,
  page,
}) => {
  await app.openText('heddle: 1\nname: Short\ntasks: { say: { type: script, script: { content: echo hi } } }\n');
  for (const _ of [1, 2, 3]) expect(await app.run()).toBe('completed');
  const runs = new Runs(app);
  await runs.open();
  await page.getByRole('button', { name: 'Clean up' }).click();
  await expect(app.dialog.getByRole('status').filter({ hasText: 'This rule deletes nothing.' })).toBeVisible();
  await app.dialog.getByLabel('Keep runs for, days').fill('0');
  await app.dialog.getByLabel('Always keep the last runs').fill('2');
  const preview = app.dialog.getByRole('region', { name: 'What would be deleted' });
  await expect(preview.getByRole('rowheader')).toHaveText(['Run 1']);
  expect(await app.runs()).toHaveLength(3);
  await app.dialog.getByRole('button', { name: /^Remove 1 run, / }).click();
  await expect(app.dialog).toBeHidden();
  await expect(page.getByText(/^2 runs · /)).toBeVisible();
  expect(await app.runs()).toHaveLength(2);

  await runs.list.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Delete');
  await app.dialog.getByRole('button', { name: /^Delete run 2/ }).click();
  await expect(page.getByText(/^1 run · /)).toBeVisible();
  await runs.isShown('Run 1');
  expect(await app.runs()).toHaveLength(1);
});

test('a run is taken over from another tab, which says so', async ({ app, server, context }) => {
  server.on({ match: 'First question', reply: 'one' });
  server.on({ match: 'Second question', reply: 'two', holdAfterChunks: 0, times: 1 });
  server.on({ match: 'Third question', reply: 'three' });
  await app.openText(chain, { id: 'harbour', baseUrl: `${server.url}/v1` });
  await app.start();
  await expect.poll(() => server.count('Second question')).toBe(1);

  const second = app.inTab(await context.newPage());
  await second.page.goto(app.page.url());
  await second.isReady();
  await second.isTask('first', 'Done');
  await expect(second.page.getByText('Runs in another tab.')).toBeVisible();
  server.on({ match: 'Second question', reply: 'two' });
  await second.page.getByRole('button', { name: 'Run it here' }).click();
  await second.isTask('third', 'Done');
  await expect(second.page.getByText('Runs in another tab.')).toBeHidden();
  expect(['First', 'Second', 'Third'].map((word) => server.count(`${word} question`))).toEqual([1, 2, 1]);
  await app.isTask('third', 'Done');
});

test('the panel, the bar and the dialogs of runs are accessible in both themes', async ({ app, page }) => {
  await app.openText('heddle: 1\nname: Short\ntasks: { say: { type: script, script: { content: echo hi } } }\n');
  for (const _ of [1, 2]) await app.run();
  const runs = new Runs(app);
  await runs.open();
  await runs.bar.getByRole('button', { name: 'Event before' }).click();
  await isAccessible(app, 'the panel and a look back');
  await runs.act('Describe');
  await isAccessible(app, 'what is said of a run');
  await page.getByRole('button', { name: 'Clean up' }).click();
  await app.dialog.getByLabel('Keep runs for, days').fill('0');
  await app.dialog.getByLabel('Always keep the last runs').fill('0');
  await expect(app.dialog.getByRole('rowheader').first()).toBeVisible();
  await isAccessible(app, 'the dialog of the cleanup');
  await app.closeDialog();
  await runs.list.focus();
  await page.keyboard.press('Delete');
  await isAccessible(app, 'the question before a run is deleted');
});

test('a recording opens as what it is: with its own workflow, from the start page or over another', async ({
  app,
  page,
}) => {
  await app.openText('name: Looms\ndefault_model: sim:echo\ntasks:\n  weave: { description: Weave }\n');
  await app.run();
  const runs = new Runs(app);
  await runs.open();
  const recording = `${(await runs.saved(() => runs.act('Export the recording'))).join('\n')}\n`;

  await app.openStart();
  await app.openFile('looms.jsonl', recording);
  await expect(app.messages).toContainText('“looms.jsonl” is kept as run');
  await expect(app.node('weave')).toBeVisible();
  expect((await app.runs()).length).toBe(2);

  await app.openText('name: Other\ndefault_model: sim:echo\ntasks:\n  other: { description: Other }\n');
  await dropFile(page, 'looms.jsonl', '', recording);
  await expect(app.node('weave')).toBeVisible();
  await expect.poll(async () => (await app.runs()).length).toBe(3);
});

test('a ZIP opens with the recordings in it, as runs of its workflow or of their own', async ({ app }) => {
  const yaml = 'name: Looms\ndefault_model: sim:echo\ntasks:\n  weave: { description: Weave }\n';
  await app.openText(yaml);
  await app.run();
  const runs = new Runs(app);
  await runs.open();
  const recording = `${(await runs.saved(() => runs.act('Export the recording'))).join('\n')}\n`;
  const rows = '{"id": 1}\n{"id": 2}\n';

  await app.openStart();
  const looms = { 'looms.yaml': yaml, 'monday.jsonl': recording, 'rows.jsonl': rows, 'data/rows.jsonl': rows };
  await app.openFile('looms.zip', await zipOf(looms));
  await app.isReady();
  await runs.open();
  await expect(runs.list.getByRole('option')).toHaveCount(1);
  // What is no recording is data of the workflow.
  await app.page.getByRole('tab', { name: 'Files' }).click();
  const files = app.page.getByRole('tabpanel', { name: 'Files' });
  await expect(files).toContainText('rows.jsonl');
  await expect(files).not.toContainText('monday.jsonl');

  await app.openStart();
  await app.openFile('recording.zip', await zipOf({ 'Looms/monday.jsonl': recording }));
  await expect(app.messages).toContainText('“monday.jsonl” is kept as run');
  await expect(app.node('weave')).toBeVisible();
});

async function zipOf(files: Readonly<Record<string, string>>): Promise<Buffer> {
  async function* entries() {
    for (const [name, text] of Object.entries(files)) yield { name, bytes: Buffer.from(text) };
  }
  return Buffer.from(await (await writeZip(entries())).arrayBuffer());
}

test('a changed prompt holds from round 3 of a loop on: the rounds before are kept, also after a reload', async ({
  app,
  page,
  server,
}) => {
  server.on({ match: 'Old words', reply: 'old' });
  server.on({ match: 'New words', reply: 'new' });
  const loop = 'loop: { type: repeat, count: 4 }, description: "Old words, round {{iteration}} after {{last}}"';
  const yaml = `default_model: harbour:small\ntasks:\n  turn: { ${loop} }\n  end: { description: "Old words on {{turn}}", depends_on: [turn] }\n`;
  await app.openText(yaml, { id: 'harbour', baseUrl: `${server.url}/v1` });
  expect(await app.run()).toBe('completed');
  expect(server.count('Old words')).toBe(5);
  const runs = new Runs(app);
  await runs.open();
  const rounds = (await app.storedEvents()).filter(({ kind }) => kind === 'iteration.logged');
  await runs.slider.focus();
  await page.keyboard.press('End');
  while (!(await runs.slider.getAttribute('aria-valuetext'))?.startsWith(`Event ${rounds[1]?.seq} `)) {
    await page.keyboard.press('ArrowLeft');
  }
  await runs.changePrompt('turn', 'New words, round {{iteration}} after {{last}}');
  await runs.bar.getByRole('button', { name: 'Fork from here' }).click();
  await page.getByRole('menuitem', { name: /from here on/ }).click();
  await runs.isShown('Run 2');
  expect(await app.isOver()).toBe('completed');
  // Rounds 3 and 4, and what follows from them.
  expect([server.count('New words'), server.count('Old words on new')]).toEqual([2, 1]);
  expect(server.requests).toHaveLength(8);

  // A fork of it keeps them too, and is whole after a reload; a run of the workflow as it is asks every round.
  await app.reload();
  await runs.open();
  await runs.bar.getByRole('button', { name: 'Fork from the end' }).click();
  await runs.isShown('Run 3');
  expect(await app.isOver()).toBe('completed');
  expect(server.requests).toHaveLength(8);
  expect(await app.run()).toBe('completed');
  expect(server.requests).toHaveLength(13);
});

test('a press holds though the end of a run moves what is pressed; one that the pointer has left is none', async ({
  app,
  page,
}) => {
  await app.openText(`default_model: sim:echo
tasks:
  wait: { type: script, script: { content: sleep 4 } }
  say: { description: Say, depends_on: [wait] }
`);
  const button = app.topBar.getByRole('button', { name: 'Export' });
  const press = async () => {
    const { x, y, width, height } = (await button.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    return x;
  };
  await app.start();
  await expect(app.cancelButton()).toBeVisible();
  const before = await press();
  expect(await app.isOver()).toBe('completed');
  await expect.poll(async () => Math.abs(((await button.boundingBox())?.x ?? 0) - before)).toBeGreaterThan(14);
  await page.mouse.up();
  await expect(app.dialog).toHaveAccessibleName('Export');
  await app.closeDialog();
  const x = await press();
  await page.mouse.move(x - 200, 400);
  await page.mouse.up();
  await button.click();
  await expect(app.dialog).toHaveCount(1);
  await app.closeDialog();
});
