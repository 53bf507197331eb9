import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { pdf, textBytes } from '../tests/makers/sample-files';
import { records } from './servers/makers/json';
import { startToolServer } from './servers/tool-server';
import { isAccessible } from './support/accessible';
import { App, expect } from './support/app';
import { ExportDialog } from './support/export-dialog';
import { openWithMakers, test } from './support/makers';
import { realPng } from './support/real-png';
import { Runs } from './support/runs';

const picture = realPng(300, 200);
const paper = Buffer.from(pdf(2));
const note = Buffer.from(textBytes('Grüße, 🌍!'));
const given = [
  { name: 'plan.png', mimeType: 'image/png', buffer: picture },
  { name: 'paper.pdf', mimeType: 'application/pdf', buffer: paper },
  { name: 'note.txt', mimeType: 'text/plain', buffer: note },
];

/** Asserts that a picture is drawn, with an aspect ratio of three to two. */
async function isDrawn(thumbnail: Locator): Promise<void> {
  await expect(thumbnail).toBeVisible();
  await expect
    .poll(() =>
      thumbnail.evaluate((image: HTMLImageElement) => Math.round((image.naturalWidth / image.naturalHeight) * 10)),
    )
    .toBe(15);
}

/** Adds files with the button of the field. */
async function attach(app: App, files: typeof given): Promise<void> {
  await app.node('look').click();
  const chooser = app.page.waitForEvent('filechooser');
  await app.inspector.getByTestId('attachments').getByRole('button', { name: 'Add files' }).click();
  await (await chooser).setFiles(files);
}

test('files are sent the same after a reload in the middle, by a fork, and from an archive in another browser', async ({
  app,
  makers,
  browser,
}) => {
  const yaml = 'default_model: anthropic:claude-opus-5-5\ntasks:\n  look: { description: What is it? }\n';
  await openWithMakers(app, makers, yaml);
  await attach(app, given);
  for (const { name } of given) {
    await expect(app.inspector.getByRole('button', { name: `Remove /${name}` })).toBeVisible();
  }
  await isDrawn(app.inspector.getByRole('img', { name: '/plan.png' }));
  await app.isSaved();

  makers.next('[hold:text]', { maker: 'anthropic' });
  await app.start();
  await expect.poll(() => makers.requests.length).toBe(1);
  await app.page.reload();
  await expect.poll(() => makers.requests.length).toBe(2);
  makers.release();
  expect(await app.isOver()).toBe('completed');
  const asked = () => records(records(makers.requests.at(-1)?.body.messages)[0]?.content);
  const first = asked();
  expect(first).toMatchObject([
    { type: 'image', source: { media_type: 'image/png', data: picture.toString('base64') } },
    { type: 'document', source: { media_type: 'application/pdf', data: paper.toString('base64') } },
    { type: 'text', text: expect.stringContaining('<attachment name="note.txt">\nGrüße, 🌍!\n</attachment>') },
  ]);
  expect(makers.requests[0]?.body).toEqual(makers.requests[1]?.body);

  const runs = new Runs(app);
  await runs.open();
  const recorded = await runs.saved(() => runs.act('Export the recording'));
  await runs.bar.getByRole('button', { name: 'Fork from the end' }).click();
  await runs.isShown('Run 2');
  expect(await app.isOver()).toBe('completed');
  expect(makers.requests).toHaveLength(2);
  expect(recorded.join('\n')).toContain(picture.toString('base64'));

  const dialog = new ExportDialog(app);
  await dialog.open();
  await expect(dialog.root.getByRole('checkbox', { name: /With its files, as a ZIP \(3, / })).toBeChecked();
  await isAccessible(app, 'an export with files');
  const started = app.page.waitForEvent('download');
  await dialog.root.getByRole('button', { name: 'Download' }).click();
  const archive = await started;
  expect(archive.suggestedFilename()).toBe('workflow.zip');
  const bytes = await readFile(await archive.path());
  for (const { buffer } of given) expect(bytes.includes(buffer)).toBe(true);

  const other = await browser.newContext();
  try {
    const there = new App(await other.newPage(), app.errors);
    await openWithMakers(there, makers, yaml.replace('look', 'other'));
    await there.openStart();
    await there.openFile('workflow.zip', bytes);
    await there.isReady();
    expect(await there.run()).toBe('completed');
    expect(makers.requests).toHaveLength(3);
    expect(asked()).toEqual(first);
    expect(makers.refused()).toEqual([]);

    // A recording has them too: a fork of it makes no calls.
    const copies = new Runs(there);
    await copies.open();
    const chooser = there.page.waitForEvent('filechooser');
    await there.page.getByRole('button', { name: 'Filter and import' }).click();
    await there.page.getByRole('menuitem', { name: 'Import a recording' }).click();
    const content = Buffer.from(`${recorded.join('\n')}\n`);
    await (await chooser).setFiles({ name: 'run.jsonl', mimeType: '', buffer: content });
    await expect(there.messages).toContainText('“run.jsonl” is kept as run');
    await expect(copies.list.getByRole('option')).toHaveCount(2);
    await there.page.getByRole('tab', { name: 'Tasks' }).click();
    await there.output('look');
    await there.drawer.getByRole('button', { name: 'What it was sent' }).click();
    const told = there.page.getByRole('main', { name: 'What calls were sent' });
    await told.getByRole('button', { name: 'plan.png' }).click();
    await isDrawn(told.getByRole('img', { name: 'plan.png' }));
  } finally {
    await other.close();
  }
});

test('a picture that a tool gives is shown to the model, and seen in small, also after a reload and in a fork', async ({
  app,
  makers,
}) => {
  const tools = await startToolServer();
  try {
    tools.files.set('plan.png', { type: 'image/png', bytes: picture });
    await openWithMakers(
      app,
      makers,
      `default_model: anthropic:claude-opus-5-5
tools:
  show:
    description: Shows a file.
    parameters: { type: object, properties: { name: { enum: [plan.png] } }, required: [name], additionalProperties: false }
    mcp: { url: "${tools.url}/mcp", tool: show }
tasks:
  look: { description: "What is it? [tools:1]", tools: [show] }
`,
    );
    expect(await app.run()).toBe('completed');
    expect(makers.refused()).toEqual([]);
    expect(JSON.stringify(makers.requests.at(-1)?.body)).toContain(picture.toString('base64'));
    expect(JSON.stringify(await app.storedEvents())).not.toContain(picture.toString('base64').slice(0, 60));
    tools.files.clear();

    await app.reload();
    const output = await app.output('look');
    const call = output.getByRole('region', { name: 'Tools' });
    await call.getByText('show', { exact: true }).click();
    await expect(call).toContainText('[image: image/png, 300 × 200');
    await call.getByRole('figure').scrollIntoViewIfNeeded();
    await isDrawn(call.getByRole('img', { name: 'image-1.png' }));
    await isAccessible(app, 'a picture of a tool');

    const runs = new Runs(app);
    await runs.open();
    await runs.bar.getByRole('button', { name: 'Fork from the end' }).click();
    await runs.isShown('Run 2');
    expect(await app.isOver()).toBe('completed');
    expect(makers.requests).toHaveLength(2);

    // A call whose result comes from another run is not recorded again.
    await runs.choose('Run 1');
    await app.page.getByRole('tab', { name: 'Tasks' }).click();
    await app.output('look');
    await app.drawer.getByRole('button', { name: 'What it was sent' }).click();
    const told = app.page.getByRole('main', { name: 'What calls were sent' });
    await told.getByRole('button', { name: 'image-1.png' }).click();
    await isDrawn(told.getByRole('img', { name: 'image-1.png' }));
    await expect(told.getByText(/image-1\.png: image\/png, 300 × 200/)).toBeVisible();
    await isAccessible(app, 'a picture in what was told');
  } finally {
    await tools.close();
  }
});
