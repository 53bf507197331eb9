import { expect, test } from './support/app';
import { Canvas } from './support/canvas';
import { Code } from './support/code';
import { Compare } from './support/compare';
import { ExportDialog } from './support/export-dialog';
import { expectSaved, savedText } from './support/saved-text';

const workflow = `heddle: 1 # kept
name: Looms
default_model: sim:default
variables: { SUBJECT: looms }
agents:
  terse: { system: You are terse., model: sim:small }
tasks:
  fetch:
    description: Find what has been written about looms in the last ten years.
    limits: { timeout_ms: 1000 }
  review: { description: "Review {{fetch}}", depends_on: [fetch], agent: terse }
  count: { type: script, script: { content: wc -c }, depends_on: [review] }
layout:
  tasks:
    fetch: [0, 0]
    review: [280, 0]
    count: [560, 0]
`;

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('tells what was done on the canvas and in the code since a checkpoint, and leads there', async ({ app, page }) => {
  await app.openText(workflow);
  const compare = new Compare(app);
  await compare.checkpoint('Checkpoint 1');

  await app.select('fetch');
  await app.field('Prompt').fill('Find what has been said about looms in the last ten years.');
  await app.select('count');
  await page.keyboard.press('Delete');
  const code = new Code(app);
  await code.show('Both');
  await code.goTo(4);
  await code.paste('\nmax_concurrency: 2');
  await expectSaved(app, 'max_concurrency: 2');

  await compare.open();
  await compare.expectFigures({ Added: 0, Removed: 1, Changed: 1, Renamed: 0, Workflow: 1 });
  await compare.expectGroup('Workflow', ['Workflow', 'max_concurrencynot set2']);
  await compare.expectGroup('fetch', [
    'fetchChanged',
    'descriptionFind what has been writtensaid about looms in the last ten years.',
  ]);
  await expect(compare.root.locator('del')).toHaveText('written');
  await expect(compare.root.locator('ins')).toHaveText('said');
  await compare.expectGroup('count', [
    'countRemoved',
    'typescriptnot set',
    'depends_onreviewnot set',
    'script.contentwc -cnot set',
  ]);

  await compare.root.getByRole('button', { name: 'fetch', exact: true }).click();
  await expect(app.node('fetch')).toBeInViewport();
  await expect(new Canvas(app).selected).toHaveText(/fetch/);
});

test('puts a checkpoint back as one step, which undo takes back to the letter', async ({ app, page }) => {
  await app.openText(workflow);
  const compare = new Compare(app);
  await compare.checkpoint('Checkpoint 1');
  for (const label of ['fetch', 'review']) {
    await app.select(label);
    await app.field('Prompt').fill(`Changed ${label}`);
  }
  const changed = await expectSaved(app, 'Changed review');
  await compare.open();
  await compare.expectFigures({ Changed: 2 });
  await compare.act('Checkpoint 1', 'Restore');
  await compare.expectNone();
  await expect.poll(() => savedText(app)).toBe(workflow);
  await app.messages.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => savedText(app)).toBe(changed);
  await compare.expectFigures({ Changed: 2 });
  await compare.act('Checkpoint 1', 'Open as a new workflow');
  await expect(app.canvas).toBeVisible();
  await expect.poll(() => savedText(app)).toBe(workflow);
  await page.goBack();
  await expect.poll(() => savedText(app)).toBe(changed);
});

test('keeps checkpoints under their names through a reload, until they are removed', async ({ app, page }) => {
  await app.openText(workflow);
  const compare = new Compare(app);
  await compare.checkpoint('Checkpoint 1');
  await page.keyboard.press('Control+s');
  await expect(app.messages).toContainText('Nothing has changed since “Checkpoint 1”.');
  await app.messages.getByRole('button', { name: 'Rename' }).click();
  await app.dialog.getByLabel('Name').fill('Before the review');
  await page.keyboard.press('Enter');
  await expect(app.dialog).toBeHidden();

  await app.select('review');
  await app.field('Prompt').fill('Look at {{fetch}}');
  // It works while typing, too.
  await compare.checkpoint('Checkpoint 2');
  await app.field('Prompt').fill('Look hard at {{fetch}}');
  await expectSaved(app, 'Look hard');

  await compare.open();
  await page.reload();
  await expect(compare.bases.getByRole('listitem')).toHaveText([/^Checkpoint 2/, /^Before the review/]);
  await expect(compare.base('Checkpoint 2').getByRole('button', { pressed: true })).toBeVisible();
  await compare.expectGroup('review', ['reviewChanged', 'descriptionLook at {{fetch}}Look hard at {{fetch}}']);
  await compare.base('Before the review').getByRole('button').first().click();
  await compare.expectGroup('review', ['reviewChanged', 'descriptionReview {{fetch}}Look hard at {{fetch}}']);

  await compare.act('Before the review', 'Rename');
  await app.dialog.getByLabel('Name').fill('First');
  await page.keyboard.press('Enter');
  await compare.act('First', 'Remove');
  await expect(compare.bases.getByRole('listitem')).toHaveText([/^Checkpoint 2/]);
  await compare.expectGroup('review', ['reviewChanged', 'descriptionLook at {{fetch}}Look hard at {{fetch}}']);
});

test('finds no difference to its own exports, but for what was left out', async ({ app, page }) => {
  await app.openText(workflow.replace('wc -c }', 'wc -c }, disabled: true'));
  const [compare, exported] = [new Compare(app), new ExportDialog(app)];
  await compare.open();
  await expect(compare.root.getByText('No checkpoint yet')).toBeVisible();
  for (const notation of ['YAML', 'XML', 'JSON']) {
    await exported.open();
    await exported.choose(notation);
    const { name, text } = await exported.download();
    await compare.withFile(name, text);
    await compare.expectNone();
  }
  await exported.open();
  await exported.choose('XML');
  await exported.leaveOut('layout').check();
  await exported.leaveOut('debugging aids').check();
  const { name, text } = await exported.download();
  await compare.withFile(name, text);
  await compare.expectGroup('count', ['countChanged', 'disablednot settrue']);
  await expect(compare.root).not.toContainText('On the canvas');
  await expect(page.getByRole('heading', { name: 'Compare', exact: true })).toBeVisible();
});

test('compares with a file: renamed tasks, order, places on the canvas', async ({ app }) => {
  await app.openText(workflow);
  const compare = new Compare(app);
  await compare.open();
  const other = workflow
    .replace('  fetch:\n', '  get:\n')
    .replace('{{fetch}}', '{{get}}')
    .replace('[fetch]', '[get]')
    .replace('review: [280, 0]', 'review: [280, 99]');
  await compare.withFile('other.yaml', other);
  await compare.expectFigures({ Added: 0, Removed: 0, Changed: 1, Renamed: 1 });
  await compare.expectGroup('fetch', ['fetchRenamed from get']);
  await compare.expectGroup('review', [
    'reviewChanged',
    'descriptionReview {{get}}Review {{fetch}}',
    'depends_ongetfetch',
  ]);
  await expect(compare.root).toContainText('On the canvas: 1 task placed elsewhere. It does not change what runs.');
});

test('says of what cannot be compared why', async ({ app, page }) => {
  await app.openText(workflow);
  const compare = new Compare(app);
  await compare.open();
  await compare.withFile('broken.yaml', workflow.replace('agent: terse', 'agnet: terse'));
  await expect(compare.root).toContainText('It has mistakes, so there is nothing to compare with');
  await expect(compare.root).toContainText(/Line 11, column \d+/);
  await compare.withFile('same.yaml', workflow);
  await compare.expectNone();
  await compare.back();
  const code = new Code(app);
  await code.show('Both');
  await code.goTo(1);
  await page.keyboard.press('Home');
  await code.type('[');
  await compare.open();
  await expect(compare.root).toContainText('The code has mistakes.');
});

test('is reached by keyboard, and used by it', async ({ app, page }) => {
  await app.openText(workflow);
  const compare = new Compare(app);
  await app.canvas.press('Shift+Alt+C');
  await expect(compare.root).toBeVisible();
  await expect(page).toHaveURL(/\/compare$/);
  await compare.checkpoint('Checkpoint 1');
  await compare.expectNone();
  await compare.bases.getByRole('button', { name: 'More about Checkpoint 1' }).press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Restore' })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.goBack();
  await expect(app.canvas).toBeVisible();
});
