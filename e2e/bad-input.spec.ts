import { writeFile } from 'node:fs/promises';
import { expect, test } from './support/app';
import { dropFile } from './support/give-text';
import { Runs } from './support/runs';

const workflow = `heddle: 1
name: Notes
default_model: harbour:small
tasks:
  read: { description: "Read the log.", inject_context: false }
  write: { description: "Draft notes of {{read}}", depends_on: [read], inject_context: false }
`;

test('a renamed task, texts that are gone and a fork of a deleted run say what can be done', async ({
  app,
  page,
  server,
}) => {
  server.on({ match: 'Read the log.', reply: 'two faults '.repeat(400) });
  server.on({ match: 'Draft notes', reply: 'the notes' });
  await app.openText(workflow, { id: 'harbour', baseUrl: `${server.url}/v1` });
  expect(await app.run()).toBe('completed');

  // A run without its long texts: what it lacks is asked, and the rest can be written.
  const runs = new Runs(app);
  await runs.open();
  const log = `${(await runs.saved(() => runs.act('Export without long texts'))).join('\n')}\n`;
  await runs.act('Delete');
  await app.dialog.getByRole('button', { name: 'Delete run 1' }).click();
  await expect(app.dialog).toBeHidden();
  await dropFile(page, 'notes.jsonl', '', log);
  await expect(app.runButton()).toHaveText(/· 2 asked/);
  await page.getByRole('tab', { name: 'Tasks', exact: true }).click();
  await expect(app.node('read')).toContainText('Its long output is not stored in the last run');
  await app.select('read');
  await app.canvas.focus();
  await page.keyboard.press('p');
  await expect(app.messages).toContainText('The whole output of read is not stored any more.');
  await page.keyboard.press('w');
  await expect(app.dialog).toContainText('This is its first 2,000 of 4,400 characters.');
  await app.dialog.getByRole('textbox').fill('one fault');
  await app.dialog.getByRole('button', { name: 'Continue from here' }).click();
  await expect(app.dialog).toBeHidden();
  await expect.poll(() => server.requests.length).toBe(3);
  expect(server.requests[2]?.prompt).toContain('Draft notes of one fault');
  expect(await app.isOver()).toBe('completed');

  // A task that has another name since: nothing to write at the new one, and the old one is still in the run.
  await app.select('write');
  await app.inspector.getByLabel('Id', { exact: true }).fill('draft');
  await page.keyboard.press('Enter');
  await expect(app.node('draft')).toBeVisible();
  await app.canvas.focus();
  await page.keyboard.press('w');
  await expect(app.messages).toContainText('Select one task that has an output in the shown run.');
  await page.keyboard.press('p');
  await expect(app.messages).toContainText('There is no output to pin. Run the task first.');
  await app.tab('Timeline');
  await app.drawer.getByText('write', { exact: true }).first().click();
  await app.tab('Output');
  await app.drawer.getByRole('button', { name: 'What if' }).click();
  await expect(app.dialog.getByRole('button', { name: 'Pin this text instead' })).toHaveCount(0);
  await app.dialog.getByRole('textbox').fill('my notes');
  await app.dialog.getByRole('button', { name: 'Continue from here' }).click();
  await expect(app.dialog).toBeHidden();
  await expect.poll(async () => (await app.runs()).length).toBe(3);
  expect(await app.isOver()).toBe('completed');
  await app.canvas.focus();
  await page.keyboard.press('Control+z');
  await expect(app.node('write')).toBeVisible();

  // The run that it was forked from is deleted: a fork of the fork has everything.
  await runs.open();
  await runs.choose('Run 2');
  await runs.act('Delete');
  await expect(app.dialog).toContainText('Runs forked from it keep what they took');
  await app.dialog.getByRole('button', { name: 'Delete run 2' }).click();
  await expect(runs.list.getByRole('option')).toHaveCount(2);
  await runs.act('Describe');
  await expect(app.inspector).toContainText(/A run that was deleted at event \d+/);
  await app.reload();
  await runs.bar.getByRole('button', { name: 'Fork from the end' }).click();
  await expect.poll(async () => (await app.runs()).length).toBe(3);
  expect(await app.isOver()).toBe('completed');
  expect(server.requests).toHaveLength(3);
  await page.getByRole('tab', { name: 'Tasks', exact: true }).click();
  await expect(await app.output('write')).toContainText('my notes');
  expect(app.errors).toEqual([]);
});

test('an output of 10 MB is written otherwise by a paste and by a file, and nothing is lost', async ({
  app,
  page,
  server,
}, testInfo) => {
  server.on({ match: 'Read the log.', reply: 'two faults' });
  server.on({ match: 'Draft notes', reply: 'the notes' });
  await app.openText(workflow, { id: 'harbour', baseUrl: `${server.url}/v1` });
  expect(await app.run()).toBe('completed');
  await app.select('read');
  await app.canvas.focus();
  await page.keyboard.press('w');
  const line = 'A line of ten megabytes of words.\n';
  await app.dialog.getByRole('textbox').focus();
  await page.keyboard.press('Control+a');
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  }, line.repeat(30_000));
  // A field with that much text would block the page, so there is none.
  await expect(app.dialog).toContainText('This text is too long for a field: 1.0 MB.');
  await expect(app.dialog.getByRole('textbox')).toHaveCount(0);
  await app.dialog.getByRole('button', { name: 'Pin this text instead' }).click();
  await expect(app.messages).toContainText('The output of read is too long to be pinned.');
  await expect(app.dialog).toBeVisible();

  const path = testInfo.outputPath('written.txt');
  await writeFile(path, `${line.repeat(300_000)}The last line.`);
  const chooser = page.waitForEvent('filechooser');
  await app.dialog.getByRole('button', { name: 'Choose a file' }).press('Enter');
  await (await chooser).setFiles(path);
  await expect(app.dialog).toContainText('10 MB');
  await app.dialog.getByRole('button', { name: 'Continue from here' }).click();
  await expect(app.dialog).toBeHidden();
  await expect.poll(async () => (await app.runs()).length).toBe(2);
  expect(await app.isOver()).toBe('completed');
  expect(server.requests[2]?.prompt).toContain('The last line.');
  await app.reload();
  await expect(await app.output('read')).toContainText('The last line.');
  await expect(app.drawer).toContainText('Showing the last 1.0 MB of 10 MB.');
  await app.drawer.getByRole('button', { name: 'Open the whole output' }).click();
  await expect(app.dialog).toContainText('A line of ten megabytes of words.');
  expect(app.errors).toEqual([]);
});
