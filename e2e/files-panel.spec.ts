import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { type App, expect, test } from './support/app';
import { expectSaved, savedText } from './support/saved-text';

const workflow = `name: Beamline
default_model: sim:echo
tasks:
  find: { type: associative_memory, query: Why was the beam lost in run 123? }
`;

/** The list of the workflow's files, at the left. */
class FilesPanel {
  readonly panel: Locator;
  readonly list: Locator;

  constructor(private readonly page: Page) {
    this.panel = page.getByRole('tabpanel', { name: 'Files' });
    this.list = this.panel.getByRole('listbox', { name: 'Files' });
  }

  async open(): Promise<void> {
    await this.page.getByRole('tablist', { name: 'Left panel' }).getByRole('tab', { name: 'Files' }).click();
  }

  row(name: string): Locator {
    return this.list.getByRole('option').filter({ hasText: name });
  }

  /** Drops files onto the panel, as if dragged from the desktop. */
  async drop(files: Readonly<Record<string, string>>): Promise<void> {
    const dataTransfer = await this.page.evaluateHandle((files) => {
      const data = new DataTransfer();
      for (const [name, text] of Object.entries(files)) data.items.add(new File([text], name));
      return data;
    }, files);
    const place = this.panel.locator('[data-takes-files]');
    await place.dispatchEvent('dragover', { dataTransfer });
    await place.dispatchEvent('drop', { dataTransfer });
  }

  /** Selects a file, and returns the field of its description. */
  async about(name: string): Promise<Locator> {
    await this.row(name).click();
    return this.panel.getByRole('region', { name: 'File' }).getByLabel('Description');
  }

  async menu(item: string): Promise<void> {
    await this.panel.getByRole('button', { name: 'Add files' }).click();
    await this.page.getByRole('menuitem', { name: item }).click();
  }
}

async function withFiles(app: App, files: Readonly<Record<string, string>>): Promise<FilesPanel> {
  await app.openText(workflow);
  const panel = new FilesPanel(app.page);
  await panel.open();
  await expect(panel.panel.getByText('No files yet')).toBeVisible();
  await panel.drop(files);
  await expect(panel.list.getByRole('option')).toHaveCount(Object.keys(files).length);
  return panel;
}

test.describe('files of a workflow', () => {
  test('are dropped, described, kept, and found by a memory match', async ({ app, page }) => {
    const files = await withFiles(app, {
      'log.txt': 'beam lost at 14:02 by a cooling fault',
      'notes.md': '# Meeting\n\nWe met.',
    });
    await expect(files.row('notes.md')).toContainText('Markdown: Meeting We met.');
    await expectSaved(app, '/log.txt');

    const about = await files.about('log.txt');
    await about.fill('run 123 log, beamline 4');
    await about.blur();
    await expect(files.row('log.txt')).toContainText('run 123 log, beamline 4');
    await expectSaved(app, 'run 123 log, beamline 4');

    await app.reload();
    await files.open();
    await expect(files.row('log.txt')).toContainText('37 B');
    await expect(files.row('log.txt')).toContainText('run 123 log, beamline 4');

    await page.getByRole('tab', { name: 'Tasks', exact: true }).click();
    expect(await app.run()).toBe('completed');
    const output = await app.output('find');
    await expect(output).toContainText('["/log.txt","run 123 log, beamline 4"]');
    await expect(output).toContainText('beam lost at 14:02');
    await expect(output).not.toContainText('We met.');
  });

  test('are chosen with their folder, searched, removed and put back', async ({ app, page }, testInfo) => {
    const files = await withFiles(app, { 'a.md': 'one', 'b.md': 'two' });
    await files.panel.getByLabel('Search files').fill('two');
    await expect(files.list.getByRole('option')).toHaveCount(1);
    await files.panel.getByLabel('Search files').fill('nothing like it');
    await expect(files.panel.getByText('No matching files.')).toBeVisible();
    await files.panel.getByLabel('Search files').fill('');

    await files.row('a.md').click();
    await files.panel.getByRole('button', { name: 'Remove' }).click();
    await expect(files.list.getByRole('option')).toHaveCount(1);
    await app.messages.getByRole('button', { name: 'Put it back' }).click();
    await expect(files.row('a.md')).toContainText('3 B');

    const chooser = page.waitForEvent('filechooser');
    await files.menu('Add files');
    await (await chooser).setFiles({ name: 'c.csv', mimeType: '', buffer: Buffer.from('x,y\n1,2\n') });
    await expect(files.row('c.csv')).toContainText('table: x,y 1,2');

    const folder = join(testInfo.outputPath('notes'), 'deep');
    mkdirSync(join(folder, '.git'), { recursive: true });
    writeFileSync(join(folder, 'd.txt'), 'from a folder');
    writeFileSync(join(folder, '.git', 'config'), 'hidden');
    const folderChooser = page.waitForEvent('filechooser');
    await files.menu('Add a folder');
    await (await folderChooser).setFiles(testInfo.outputPath('notes'));
    await expect(files.row('/notes/deep/d.txt')).toContainText('text: from a folder');
    await expect(app.messages).toContainText('Left out: 1 hidden or in node_modules.');
  });

  test('can be written about all at once, and lack what they lack', async ({ app, page }) => {
    const files = await withFiles(app, { 'a.md': 'one' });
    await files.menu('Edit all descriptions');
    const text = app.dialog.getByLabel('The memory index');
    await expect(text).toHaveValue('/a.md: Markdown: one');
    await text.fill('notes.md: x');
    await app.dialog.getByRole('button', { name: 'Replace the index' }).click();
    await expect(app.dialog).toContainText('Line 1 has no absolute path');
    await text.fill('/data/log.txt: the log\n/data/more.txt: more');
    await app.dialog.getByRole('button', { name: 'Replace the index' }).click();
    await expect(files.row('/data/log.txt')).toContainText('Nothing stored');
    await expect(files.row('a.md')).toContainText('Not in the index');
    await files.row('a.md').click();
    await files.panel.getByRole('button', { name: 'Add to the index' }).click();
    await expect(files.row('a.md')).toContainText('Markdown: one');

    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(files.list.getByRole('option')).toHaveCount(1);
    await expectSaved(app, '/a.md: "Markdown: one"');
    await expect.poll(() => savedText(app)).not.toContain('log.txt');
  });

  test('go with their workflow', async ({ app }) => {
    await withFiles(app, { 'a.md': 'one' });
    expect((await app.dump('files'))['files']).toHaveLength(1);
    await app.openBlank();
    const files = new FilesPanel(app.page);
    await files.open();
    await expect(files.panel.getByText('No files yet')).toBeVisible();
  });
});
