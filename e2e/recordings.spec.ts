import { App, expect, test } from './support/app';
import { dropFile } from './support/give-text';
import { Runs } from './support/runs';

const tides = 'heddle: 1\nname: Tides\ntasks: { say: { type: script, script: { content: echo high water } } }\n';
const harbour = 'heddle: 1\nname: Harbour\ntasks: { ask: { type: script, script: { content: echo open } } }\n';

/** The lines of the recording of a run of Tides. */
async function record(app: App): Promise<readonly string[]> {
  await app.openText(tides);
  expect(await app.run()).toBe('completed');
  const runs = new Runs(app);
  await runs.open();
  return runs.saved(() => runs.act('Export the recording'));
}

/** The recording as a Heddle wrote it that did not keep the workflow in it. */
function withoutText([head = '', ...rest]: readonly string[]): string {
  const { text: _text, ...older } = JSON.parse(head);
  return [JSON.stringify(older), ...rest].join('\n');
}

/** Tides is open, and its run is shown. */
async function showsTides(app: App): Promise<void> {
  await expect(app.messages).toContainText('“tides.jsonl” is kept as run');
  await expect(app.page).toHaveTitle(/Tides/);
  await app.isTask('say', 'Done');
}

test('a recording opens with its workflow where that is not stored, also over another one', async ({
  app,
  browser,
}) => {
  const lines = await record(app);
  for (const isOverAnother of [false, true]) {
    const context = await browser.newContext();
    const other = new App(await context.newPage());
    if (isOverAnother) await other.openText(harbour);
    else await other.openStart();
    await dropFile(other.page, 'tides.jsonl', '', lines.join('\n'));
    await showsTides(other);
    await other.isSaved();
    expect(await other.runs()).toHaveLength(1);
    await other.reload();
    await other.isTask('say', 'Done');
    await context.close();
  }
});

test('a recording that is opened as a file becomes a run of its workflow, where that is stored', async ({ app }) => {
  const lines = await record(app);
  await app.openStart();
  await app.openFile('tides.jsonl', lines.join('\n'));
  await app.page.getByRole('tab', { name: 'Tasks' }).click();
  await showsTides(app);
  // Runs are counted in their workflow.
  await expect(app.messages).toContainText('is kept as run 2.');
  expect(await app.runs()).toHaveLength(2);
});

test('a recording without its workflow says so', async ({ app, browser }) => {
  const lines = await record(app);
  const context = await browser.newContext();
  const other = new App(await context.newPage());
  await other.openStart();
  await dropFile(other.page, 'tides.jsonl', '', withoutText(lines));
  await expect(other.messages).toContainText('“tides.jsonl” is a recording of “Tides” without that workflow.');
  await other.openText(harbour);
  await dropFile(other.page, 'tides.jsonl', '', withoutText(lines));
  await expect(other.messages).toContainText('It was recorded with another workflow: “Tides”.');
  await expect(other.page).toHaveTitle(/Harbour/);
  await context.close();
});
