import { expect, test } from './support/app';
import { Canvas } from './support/canvas';
import { Code } from './support/code';
import { Compare } from './support/compare';
import { expectSaved } from './support/saved-text';

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

  await app.canvas.press('Shift+Alt+C');
  await expect(compare.root).toBeVisible();
  await expect(page).toHaveURL(/\/compare$/);
  await page.goBack();
  await expect(app.canvas).toBeVisible();
  await compare.open();
  await compare.bases.getByRole('button', { name: 'More about Checkpoint 1' }).press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Restore' })).toBeFocused();
  await page.keyboard.press('Escape');
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
