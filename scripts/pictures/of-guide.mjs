// What is done before each picture of the guide is taken.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asking, brief, drawn, failing, withMatch, withPicture, withTools } from './workflows.mjs';

/** Pictures of the guide by their names: what is done, from the start page on, before each is taken. */
/** @type {Record<string, (page: import('@playwright/test').Page) => Promise<void>>} */
export const ofGuide = {
  'dify-report': showDifyReport,
  'dify-opened': async (page) => {
    await showDifyReport(page);
    await page.getByRole('button', { name: 'Open as a new workflow' }).click();
    await page.getByRole('treeitem').first().waitFor();
    await page.getByRole('button', { name: 'Dry run', exact: true }).click();
    await page.getByText('Dry run, done.', { exact: true }).waitFor();
  },
  tests: async (page) => {
    await page.getByRole('button', { name: /^Show all/ }).click();
    await page
      .getByRole('button', { name: /^Route support mail/ })
      .first()
      .click();
    await page.getByRole('treeitem').first().waitFor();
    await page.getByRole('tab', { name: 'Tests' }).click();
    await page
      .getByText(/\d+ passed/)
      .first()
      .waitFor();
  },
  server: async (page) => {
    const served = await serveEmpty(new URL(page.url()).origin);
    page.once('close', () => served.kill('SIGKILL'));
    await page
      .getByRole('button', { name: /^Release notes/ })
      .first()
      .click();
    await page.getByRole('application', { name: 'Workflow canvas' }).waitFor();
    await page.getByRole('button', { name: 'Other ways to run' }).click();
    await page.getByRole('menuitem', { name: 'Connect to a server' }).click();
    const settings = page.getByRole('dialog');
    await settings.getByRole('button', { name: 'Connect to a server' }).click();
    await settings.getByLabel('Address').fill('127.0.0.1:4400');
    await settings.getByLabel('Name', { exact: true }).fill('loom');
    await settings.getByRole('button', { name: 'Connect', exact: true }).click();
    await settings.getByText(/answers\./).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Other ways to run' }).click();
    await page.getByRole('menuitemradio', { name: 'Run on loom' }).click();
    await page.keyboard.press('Control+Enter');
    await page.locator('[data-task="write_notes"][data-status="running"] p').waitFor();
  },
  iterate: async (page) => {
    await page
      .getByRole('button', { name: /^Release notes/ })
      .first()
      .click();
    await page.getByRole('application', { name: 'Workflow canvas' }).waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByTitle(/^none of \d+ changed/).waitFor({ timeout: 120_000 });
    await page.getByRole('treeitem', { name: /upgrade_guide/ }).click();
    const prompt = page.getByRole('complementary', { name: 'Inspector' }).getByLabel('Prompt', { exact: true });
    await prompt.press('Control+Home');
    await page.keyboard.type('In at most one page: ');
    await page.locator('[data-task="upgrade_guide"][data-status="stale"]').waitFor();
    await page.getByTitle(/^\d+ of \d+ changed/).waitFor();
  },
  'search-runs': async (page) => {
    await ofGuide['iterate']?.(page);
    await page.keyboard.press('Control+Enter');
    await page.getByTitle(/^none of \d+ changed/).waitFor({ timeout: 120_000 });
    await page.getByRole('tab', { name: 'Runs' }).click();
    const runs = page.getByRole('listbox', { name: 'Runs' }).getByRole('option');
    await runs.first().click();
    await page.keyboard.press('s');
    await runs.first().getByRole('img', { name: 'Starred' }).waitFor();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Tags and note' }).click();
    await page.getByRole('textbox', { name: 'Tags' }).fill('release, short');
    await page.getByRole('textbox', { name: 'Note' }).fill('The upgrade guide fits on one page.');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Close the message' }).click();
    await page.keyboard.press('Control+Shift+F');
    await page.getByRole('dialog').getByLabel('Text', { exact: true }).fill('upgrade guide');
    await page.getByText(/places in 2 runs, all 2 runs searched/).waitFor();
  },
  'compare-runs': async (page) => {
    await ofGuide['iterate']?.(page);
    await page.keyboard.press('Control+Enter');
    await page.getByTitle(/^none of \d+ changed/).waitFor({ timeout: 120_000 });
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Compare runs' }).click();
    await page.getByRole('region', { name: 'Words', exact: true }).getByText('words').first().waitFor();
  },
  'run-part': async (page) => {
    await ofGuide['iterate']?.(page);
    await page.locator('[data-task="upgrade_guide"]').click({ button: 'right' });
    await page
      .getByRole('menuitem', { name: /^Run from here/ })
      .getByText('to run')
      .waitFor();
  },
  'what-if': async (page) => {
    await example(page, 'Director and evaluator');
    await runTo(page, 'slogan');
    await page.getByRole('treeitem', { name: 'evaluator' }).first().click();
    await page.keyboard.press('w');
    await page.getByRole('dialog').getByRole('textbox').first().waitFor();
  },
  'loop-rounds': async (page) => {
    await example(page, 'Director and evaluator');
    await runTo(page, 'slogan');
    await page.getByRole('radio', { name: 'Rounds' }).click();
    await page.getByRole('button', { name: 'By task' }).click();
    await heightenDrawer(page, 10);
    await page.getByRole('columnheader', { name: 'Round', exact: true }).waitFor();
  },
  compare: async (page) => {
    await openFile(page, 'brief.yaml', brief);
    await page.keyboard.press('Control+s');
    const kept = page.getByRole('region', { name: 'Messages' }).getByRole('listitem').filter({ hasText: 'is kept' });
    await kept.getByRole('button', { name: 'Close the message' }).click();
    await kept.waitFor({ state: 'detached' });
    await page.getByRole('treeitem', { name: /write/ }).click();
    await page.getByLabel('Prompt', { exact: true }).fill('Write a short, friendly brief about {{find}} for sailors.');
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Compare', exact: true }).click();
    await page.getByRole('main', { name: 'Compare' }).getByText('friendly').first().waitFor();
  },
  files: async (page) => {
    await openFile(page, 'brief.yaml', withMatch);
    await page.getByRole('tab', { name: 'Files' }).click();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Add files' }).first().click();
    await (await chooser).setFiles([
      { name: 'log.txt', mimeType: 'text/plain', buffer: Buffer.from('run 123: beam lost at 10:14, magnet 7 warm\n') },
      { name: 'notes.md', mimeType: 'text/markdown', buffer: Buffer.from('# Meeting\nMagnet 7 is to be checked.\n') },
    ]);
    await page.getByText('log.txt').first().click();
  },
  'director-rounds': async (page) => {
    await example(page, 'Director and evaluator');
    await runTo(page, 'slogan');
    await page.getByRole('radio', { name: 'Iterations' }).click();
  },
  'pipeline-steps': async (page) => {
    await example(page, 'Pipeline');
    await runTo(page, 'story');
    await page.getByRole('radio', { name: 'Steps' }).click();
  },
  'container-map': async (page) => {
    await example(page, 'Map');
    await runTo(page, 'answers');
    await page.locator('[data-task="leaflet"][data-status="ok"]').waitFor({ timeout: 120_000 });
    await heightenDrawer(page, 12);
    await page.getByRole('button', { name: 'Show everything' }).click();
  },
  export: async (page) => {
    await openFile(page, 'brief.yaml', brief);
    await page.getByRole('button', { name: 'Export' }).first().click();
    await page.getByRole('dialog').getByRole('radio', { name: 'XML' }).click();
    await page.getByRole('dialog').getByText('Valid against').waitFor();
  },
  'draft-difference': async (page) => {
    await openFile(page, 'brief.yaml', brief);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Draft with a model' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').first().fill('Write the brief in Spanish too.');
    await dialog.getByRole('button', { name: 'Draft', exact: true }).click();
    await page.getByRole('button', { name: 'Use this draft' }).waitFor();
  },
  gallery: async (page) => {
    const gallery = page.getByRole('region', { name: /^Gallery/ });
    await gallery.getByRole('listitem').first().waitFor();
    await page.getByRole('heading', { level: 1 }).click();
  },
  canvas: async (page) => {
    await openFile(page, 'review.yaml', drawn);
    await page.getByRole('treeitem', { name: 'sort' }).first().click();
    await page.getByRole('button', { name: 'Close the drawer' }).click();
    await page.getByRole('button', { name: 'Show everything' }).click();
  },
  function: async (page) => {
    await openFile(page, 'review.yaml', drawn);
    await page.getByRole('treeitem', { name: 'head' }).first().click();
    await page.locator('[data-canvas]').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^Inputs/ }).click();
    await page.getByRole('button', { name: 'Close the drawer' }).click();
  },
  writing: async (page) => {
    await openFile(page, 'brief.yaml', brief);
    await runTo(page, 'write');
    await page.getByLabel('Prompt', { exact: true }).press('Control+e');
    await page.getByRole('dialog').locator('.monaco-editor .view-line').first().waitFor();
    await page.getByRole('dialog').getByText('with the values of').waitFor();
  },
  find: async (page) => {
    await openFile(page, 'review.yaml', drawn);
    await page.locator('[data-canvas]').focus();
    await page.keyboard.press('Control+f');
    const panel = page.getByRole('region', { name: 'Find and replace' });
    await panel.getByRole('searchbox').or(panel.getByRole('textbox')).first().fill('sort');
    await panel.getByText(/\d+ found/).waitFor();
    await panel.getByRole('button', { name: 'Replace', exact: true }).click();
    await panel.getByLabel('Replace with').fill('order');
    await page.getByRole('button', { name: 'Show everything' }).click();
  },
  tabs: async (page) => {
    for (const [name, text] of [
      ['brief.yaml', brief],
      ['harbour.yaml', withTools],
      ['review.yaml', drawn],
    ]) {
      await page.evaluate(() => location.assign('#/start'));
      await openFile(page, name ?? '', text ?? '');
    }
    await page.locator('strong', { hasText: 'Ask first.' }).waitFor();
  },
  tour: async (page) => {
    await page.evaluate(() => location.assign('#/'));
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: /tour/i }).click();
    await page.getByRole('region', { name: 'Tour' }).waitFor();
  },
  folders: async (page) => {
    await page.evaluate(privateFolder);
    await page.getByRole('button', { name: 'Open a folder' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Choose a folder' }).click();
    await dialog.getByRole('listitem').nth(2).waitFor();
  },
  structure: async (page) => {
    await openFile(page, 'review.yaml', drawn);
    await page.getByRole('button', { name: 'Close the drawer' }).click();
    await page.getByRole('button', { name: 'Show everything' }).click();
    await page.locator('[data-task="fetch"]').click();
    await page.locator('[data-task="sort"]').click({ modifiers: ['Shift'] });
    await page.locator('[data-task="sort"]').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Structure' }).click();
    await page.getByRole('menuitem', { name: /^Group/ }).waitFor();
  },
  'command-menu': async (page) => {
    await openFile(page, 'review.yaml', drawn);
    await page.locator('[data-canvas]').focus();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('sort');
    await page.getByRole('dialog').getByRole('option', { name: /^sort/ }).waitFor();
  },
  keys: async (page) => {
    await openFile(page, 'review.yaml', drawn);
    await page.locator('[data-canvas]').focus();
    await page.keyboard.press('?');
    await page.getByRole('heading', { name: 'Shortcuts' }).waitFor();
  },
  settings: async (page) => {
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('dialog').getByRole('heading').first().waitFor();
  },
  phone: async (page) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openFile(page, 'approve.yaml', asking);
    await page.keyboard.press('Control+Enter');
    await page.getByRole('region', { name: 'Questions of the run' }).getByRole('group').waitFor();
  },
  'failed-run': async (page) => {
    await openFile(page, 'review.yaml', failing);
    await page.keyboard.press('Control+Enter');
    await page.locator('[data-task="check_links"][data-status="failed"]').waitFor();
    await page.getByRole('treeitem', { name: 'check_links' }).click();
    await page.getByRole('button', { name: 'Show everything' }).click();
  },
  question: async (page) => {
    await openFile(page, 'approve.yaml', asking);
    await page.keyboard.press('Control+Enter');
    await page.getByRole('region', { name: 'Questions of the run' }).getByRole('group').waitFor();
    await page.getByRole('button', { name: 'Show everything' }).click();
  },
  'dry-run': async (page) => {
    await page
      .getByRole('button', { name: /^Release notes/ })
      .first()
      .click();
    await page.getByRole('application', { name: 'Workflow canvas' }).waitFor();
    await page.getByRole('button', { name: 'Dry run' }).click();
    await page.locator('[data-task="announce"][data-status="simulated"]').waitFor({ timeout: 120_000 });
    await page.getByRole('treeitem', { name: 'write_notes' }).click();
  },
  attachments: async (page) => {
    await openFile(page, 'plan.yaml', withPicture);
    await page.getByRole('treeitem', { name: /review/ }).click();
    await page.getByLabel('Attachments').first().scrollIntoViewIfNeeded();
  },
};

/**
 * A folder with workflows, where a browser without a screen has no picker: the private one of the page has the same
 * handles.
 */
async function privateFolder() {
  const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('workflows', { create: true });
  for (const name of ['brief.heddle.yaml', 'press-review.heddle.yaml', 'translate.heddle.yaml']) {
    const file = await folder.getFileHandle(name, { create: true });
    const stream = await file.createWritable();
    await stream.write(`heddle: 1\nname: ${name}\ntasks: {}\n`);
    await stream.close();
  }
  const granted = async () => 'granted';
  Object.assign(FileSystemHandle.prototype, { queryPermission: granted, requestPermission: granted });
  Object.assign(window, { showDirectoryPicker: async () => folder });
}

/**
 * @param {import('@playwright/test').Page} page
 * @param {string} name
 * @param {string} text
 */
export async function openFile(page, name, text) {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Open a file' }).click();
  await (await chooser).setFiles({ name, mimeType: '', buffer: Buffer.from(text) });
  await page.getByRole('application', { name: 'Workflow canvas' }).waitFor();
}

/**
 * Drops an app of Dify on the page, whose report is shown.
 * @param {import('@playwright/test').Page} page
 */
async function showDifyReport(page) {
  const file = 'tests/fixtures/dify/support-0.3.0.yml';
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Open a file' }).click();
  await (await chooser).setFiles({ name: 'support.yml', mimeType: '', buffer: readFileSync(file) });
  await page.getByRole('button', { name: 'Open as a new workflow' }).waitFor();
  await page.getByText(/^A real run/).waitFor();
}

/** @param {import('@playwright/test').Page} page @param {string} type */
async function example(page, type) {
  await page
    .getByRole('region', { name: 'See one task type at work' })
    .getByRole('button', { name: type, exact: true })
    .click();
  await page.getByRole('application', { name: 'Workflow canvas' }).waitFor();
}

/**
 * Runs what is open until a task has ended, which is selected.
 *
 * @param {import('@playwright/test').Page} page
 * @param {string} id
 */
async function runTo(page, id) {
  await page.getByRole('treeitem', { name: id }).first().click();
  await page.keyboard.press('Control+Enter');
  await page.locator(`[data-task="${id}"][data-status="ok"]`).waitFor({ timeout: 120_000 });
  await page.getByRole('region', { name: 'Run', exact: true }).getByRole('tab', { name: 'Output' }).click();
}

/**
 * Makes room in the drawer for what would be below its edge.
 * @param {import('@playwright/test').Page} page
 * @param {number} steps
 */
async function heightenDrawer(page, steps) {
  const edge = page.getByRole('separator', { name: 'Height of the drawer' });
  for (let step = 0; step < steps; step += 1) await edge.press('ArrowUp');
}

/**
 * Serves an empty folder to the page, until it is killed.
 * @param {string} origin
 */
async function serveEmpty(origin) {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-picture-'));
  const command = ['dist/cli/heddle.js', 'serve', folder, '--allow-origin', origin];
  const served = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'ignore'] });
  await new Promise((resolve) => served.stdout.once('data', resolve));
  return served;
}
