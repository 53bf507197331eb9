import AxeBuilder from '@axe-core/playwright';
import { type App, expect, test } from './support/app';
import { Canvas } from './support/canvas';
import { keeps } from './support/keeps';
import { expectNotSaved, expectSaved } from './support/saved-text';

const workflow = `default_model: sim:echo
tasks:
  prepare:
    type: sequential
    steps:
      - { id: load, type: script, script: { command: echo data } }
      - { id: clean, description: "Drop duplicates of {{load}}" }
  gather:
    type: group
    depends_on: [prepare]
    subtasks:
      web: { description: Search the web }
      paper: { description: Search papers }
      merge: { description: "Join {{web}}", depends_on: [web] }
  review:
    type: director_evaluator
    max_iterations: 5
    director: { name: write, description: Write the notes }
    script: { name: check, type: script, script: { command: cat } }
    evaluator: { name: judge, description: Strict editor }
  announce:
    type: cond
    cases:
      - { test: "size(variables) == 0", task: { name: post, description: Post it } }
    else: { name: skip, description: Say why not }
  each: { type: map, items: [a, b], inner_task: { name: sum_up, description: "Sum up {{item}}" } }
  fold: { type: reduce, items: [1, 2], reduction_task: { description: "Add {{current_result}}" } }
  pick:
    description: Choose a title
    inputs: { doc: { task: { description: Read } } }
    best_of: { n: 2, evaluator: { description: Choose } }
`;

/** A container on the canvas, by its name. */
const container = (app: App, name: string) => app.canvas.getByRole('group', { name: new RegExp(`^${name}, `) });

/** Opens the workflow at a zoom at which task nodes are rendered, with one of them in view. */
async function open(app: App, shown: string): Promise<Canvas> {
  await app.openText(workflow);
  await app.select(shown);
  await expect(app.node(shown)).toBeVisible();
  return new Canvas(app);
}

test('every task that holds others is a container with its parts in it', async ({ app }) => {
  await open(app, 'prepare');
  const parts: Readonly<Record<string, readonly string[]>> = {
    prepare: ['load', 'clean'],
    gather: ['web', 'paper', 'merge'],
    review: ['director', 'script', 'evaluator'],
    announce: ['case:1', 'else'],
    each: ['inner_task'],
    fold: ['reduction_task'],
    pick: ['input:doc', 'best_of'],
  };
  for (const [id, segments] of Object.entries(parts)) {
    await app.select(id);
    await expect(container(app, id)).toBeVisible();
    for (const segment of segments) await expect(app.node(`${id}/${segment}`)).toBeVisible();
  }
});

test('a loop has its feedback, a condition its tests, a group its wires', async ({ app, page }) => {
  const canvas = await open(app, 'review');
  const loop = container(app, 'review');
  await expect(loop.getByRole('img', { name: 'The evaluator judges it' })).toBeAttached();
  await expect(loop.getByRole('img', { name: 'Feedback goes back to the director' })).toBeAttached();
  await app.select('announce');
  await expect(container(app, 'announce')).toContainText('if size(variables) == 0');
  await expect(container(app, 'announce')).toContainText('else');
  await app.select('gather');
  await expect(app.edge('web', 'merge')).toBeAttached();
  await canvas.drag(await canvas.port('gather/paper', 'out'), await canvas.port('gather/merge', 'in'));
  await expect(app.edge('paper', 'merge')).toBeAttached();
  await expectSaved(app, /depends_on: \[ ?web, paper ?\]/);
  await page.keyboard.press('Control+z');
  await expect(app.edge('paper', 'merge')).toHaveCount(0);
});

test('a container is folded and unfolded by pointer and by keyboard, and undone', async ({ app, page }) => {
  await open(app, 'prepare');
  const part = app.node('prepare/load');
  await app.canvas.getByRole('button', { name: 'Collapse prepare, 2 tasks' }).click();
  await expect(part).toHaveCount(0);
  await expectSaved(app, /collapsed: \[ ?prepare ?\]/);
  await app.canvas.getByRole('button', { name: 'Expand prepare, 2 tasks' }).click();
  await expect(part).toBeVisible();
  await expectNotSaved(app, 'collapsed');
  await app.canvas.focus();
  await page.keyboard.press('e');
  await expect(part).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(part).toBeVisible();
});

test('the tree nests, folds with the arrows, and leads to a task within others', async ({ app, page }) => {
  await open(app, 'review');
  await expect(app.row('review')).toHaveAttribute('aria-expanded', 'true');
  await expect(app.row('judge')).toHaveAttribute('aria-level', '2');
  await app.select('review');
  await app.tree.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(app.row('judge')).toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(app.inspector.getByRole('heading', { level: 2, name: 'write' })).toBeVisible();
  await expect(app.node('review/director')).toBeVisible();
});

test('arrows walk into a container and out of it', async ({ app, page }) => {
  const canvas = await open(app, 'prepare');
  await app.canvas.focus();
  await page.keyboard.press('ArrowDown');
  await expect(canvas.said).toHaveText('load, script, not run yet, 1 of 2, in prepare');
  await page.keyboard.press('ArrowRight');
  await expect(canvas.said).toHaveText('clean, atomic, not run yet, 2 of 2, in prepare');
  await page.keyboard.press('ArrowUp');
  await expect(canvas.said).toHaveText(/^prepare, sequence, not run yet, 1 of \d+$/);
});

test('a screen reader goes through the tasks as they run, into what is open, and hears a sentence of each', async ({
  app,
  page,
}) => {
  await app.openText(`name: Read
tasks:
  write: { description: Write it, depends_on: [fetch, gather] }
  gather:
    type: group
    subtasks:
      sort: { description: Sort it, depends_on: [find] }
      find: { description: Find it }
  fetch: { description: Fetch it }
`);
  const canvas = new Canvas(app);
  const said = [
    'fetch, atomic, not run yet, 1 of 3',
    'gather, group, not run yet, 2 of 3',
    'find, atomic, not run yet, 1 of 2, in gather',
    'sort, atomic, after find, not run yet, 2 of 2, in gather',
    'write, atomic, after fetch and gather, not run yet, 3 of 3',
  ];
  await app.canvas.focus();
  for (const sentence of said) {
    await page.keyboard.press('PageDown');
    await expect(canvas.said).toHaveText(sentence);
  }
  for (const sentence of said.toReversed().slice(1)) {
    await page.keyboard.press('PageUp');
    await expect(canvas.said).toHaveText(sentence);
  }
  // Without keys of the canvas, a screen reader finds the tasks in the page, in the same order and with the same words.
  await page.getByRole('button', { name: 'Close the drawer' }).click();
  await page.getByRole('button', { name: 'Show everything' }).click();
  await app.canvas.focus();
  await page.keyboard.press('0');
  const read = () => app.canvas.locator('[data-task]').evaluateAll((all) => all.map((one) => one.ariaLabel));
  await expect.poll(read).toEqual(said);
});

test('a task within another is moved in it, its container grows, and moves as a whole', async ({ app }) => {
  const canvas = await open(app, 'prepare');
  /** The size of the container, at 100 %. */
  const size = async () => {
    const [{ width, height }, part] = [
      await canvas.box(app.node('prepare')),
      await canvas.box(app.node('prepare/clean')),
    ];
    return { width: (width * 200) / part.width, height: (height * 200) / part.width };
  };
  const width = async () => (await size()).width;
  const before = await size();
  const grown = async () => {
    await expectSaved(app, /prepare\/clean: \[\d+, \d+\]/);
    await app.select('prepare');
    await expect.poll(width).toBeGreaterThan(before.width + 40);
    expect((await size()).height).toBeGreaterThan(before.height + 20);
  };
  await keeps(app, {
    act: async () => {
      await canvas.moveBy('prepare/clean', 60, 40);
      await expect(app.inspector.getByRole('heading', { level: 2, name: 'clean' })).toBeVisible();
    },
    shows: grown,
  });
  await expect.poll(width).toBeCloseTo(before.width, 0);
  await app.select('clean');
  await app.canvas.focus();
  for (let count = 0; count < 6; count += 1) await app.page.keyboard.press('Control+ArrowRight');
  await expect.poll(width).toBeGreaterThan(before.width + 40);
  await app.page.keyboard.press('Control+z');
  await expectNotSaved(app, 'prepare/clean');
  await expect.poll(width).toBeCloseTo(before.width, 0);
});

test('tidying up places what is within others too, as one step', async ({ app, page }) => {
  const canvas = await open(app, 'prepare');
  await canvas.moveBy('prepare/clean', 60, 40);
  await expectSaved(app, 'prepare/clean');
  await app.canvas.focus();
  await page.keyboard.press('Shift+Alt+T');
  await expectSaved(app, /fold: \[\d+, \d+\]/);
  await expectNotSaved(app, 'prepare/clean');
  await page.keyboard.press('Control+z');
  await expectSaved(app, 'prepare/clean');
});

test('a run is seen in the parts, and its rounds are looked through on the node', async ({ app, page }) => {
  const canvas = await open(app, 'each');
  expect(await app.run()).toMatch(/completed|failed/);
  await app.select('each');
  await expect(app.node('each/inner_task').getByRole('img', { name: 'Done' })).toBeVisible();
  const picker = app.node('each/inner_task').getByRole('group', { name: /item/ });
  await expect(picker).toHaveAccessibleName('item 2');
  await picker.getByRole('button', { name: 'The run before' }).click();
  await expect(picker).toHaveAccessibleName('item 1');
  await app.select('sum_up');
  await app.canvas.focus();
  await page.keyboard.press('.');
  await expect(picker).toHaveAccessibleName('item 2');
  await expect(canvas.said).toContainText('sum_up');
});

for (const theme of ['light', 'dark'] as const) {
  test(`containers are accessible, ${theme}`, async ({ app, page }) => {
    await page.emulateMedia({ colorScheme: theme });
    await open(app, 'review');
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations).toEqual([]);
  });
}
