import { type App, expect, test } from './support/app';
import { Canvas } from './support/canvas';
import { expectNotSaved, expectSaved, savedText } from './support/saved-text';

const workflow = `default_model: sim:echo
tasks:
  fetch: { description: Fetch the news }
  write:
    description: "Write of {{articles}} in {{tone}}"
    inputs: { tone: calm, articles: { from: fetch } }
    depends_on: [fetch]
  other: { description: Other }
  told: { description: "Tell {{fetch}}", depends_on: [fetch] }
  group:
    type: group
    subtasks:
      web: { description: Search }
      join: { description: "Join {{pages}}", inputs: { pages: none } }
      each: { type: map, items: [a], inner_task: { description: "Do {{item}}" } }
layout:
  tasks:
    fetch: [0, 0]
    write: [360, 0]
    other: [0, 200]
    told: [360, 200]
    group: [640, 0]
    group/web: [0, 0]
    group/join: [272, 0]
    group/each: [272, 200]
`;

const edge = (app: App, name: string) => app.canvas.getByRole('img', { name, exact: true });
const list = (app: App, task: string) => app.canvas.getByRole('list', { name: `Ports of ${task}`, exact: true });

async function open(app: App, text = workflow, first = 'fetch'): Promise<Canvas> {
  await app.openText(text);
  await app.select(first);
  await app.canvas.focus();
  await app.page.keyboard.press('Escape');
  return new Canvas(app);
}

/** Draws a wire from a task over another, and on to a row of its list. */
async function wireTo(canvas: Canvas, app: App, from: string, task: string, port: string): Promise<void> {
  const { mouse } = app.page;
  const over = await canvas.box(app.node(task));
  await canvas.carry(await canvas.port(from, 'out'), { x: over.x + over.width / 2, y: over.y + 12 });
  const target = list(app, task.slice(task.lastIndexOf('/') + 1)).locator(`[data-port="${port}"]`);
  await expect(target).toBeVisible();
  const { x, y, width, height } = await canvas.box(target);
  await mouse.move(x + width / 2, y + height / 2, { steps: 6 });
  await mouse.up();
}

test('in a group a wire sets an input, and the items of a map; it is undone and redone', async ({ app, page }) => {
  const canvas = await open(app);
  const before = await savedText(app);
  await wireTo(canvas, app, 'group/web', 'group/join', 'inputs.pages');
  await expect(edge(app, 'join runs after web, input pages')).toBeAttached();
  await wireTo(canvas, app, 'group/web', 'group/each', 'items');
  await expect(edge(app, 'each runs after web, items')).toBeAttached();
  await expectSaved(app, /items: *\{ ?from: web ?\}|items:\n +from: web/);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect.poll(() => savedText(app)).toBe(before);
  await page.keyboard.press('Control+Shift+z');
  await page.keyboard.press('Control+Shift+z');
  await expect(edge(app, 'each runs after web, items')).toBeAttached();
  await app.isSaved();
  await app.reload();
  await expect(edge(app, 'join runs after web, input pages')).toBeAttached();
});

test('a wire into a reduce sets its list, by mouse and by keyboard; it is undone, redone, and there after a reload', async ({
  app,
  page,
}) => {
  const canvas = await open(
    app,
    `default_model: sim:echo
tasks:
  fetch: { description: Fetch the news }
  fold: { type: reduce, items: [1, 2], reduction_task: { description: "Add {{current_result}}" } }
layout:
  tasks:
    fetch: [0, 0]
    fold: [360, 0]
`,
  );
  const before = await savedText(app);
  const reads = edge(app, 'fold runs after fetch, items');
  await wireTo(canvas, app, 'fetch', 'fold', 'items');
  await expect(reads).toBeAttached();
  await expectSaved(app, /items: *\{ ?from: fetch ?\}|items:\n +from: fetch/);
  await page.keyboard.press('Control+z');
  await expect.poll(() => savedText(app)).toBe(before);
  await app.select('fetch');
  await app.canvas.focus();
  await page.keyboard.press('c');
  await page.keyboard.press('ArrowRight');
  await expect(canvas.said).toHaveText(/^fold, .*chooses a port/);
  await page.keyboard.press('Shift+Enter');
  await expect(page.getByRole('combobox', { name: 'Port of fold' })).toBeFocused();
  await page.keyboard.type('items');
  await page.keyboard.press('Enter');
  await expect(reads).toBeAttached();
  await page.keyboard.press('Control+z');
  await expect.poll(() => savedText(app)).toBe(before);
  await page.keyboard.press('Control+y');
  await app.isSaved();
  await app.reload();
  await expect(reads).toBeAttached();
});

test('a wire onto “New input…” asks for its name', async ({ app, page }) => {
  const canvas = await open(app);
  await wireTo(canvas, app, 'other', 'told', 'inputs.');
  const name = page.getByRole('combobox', { name: 'Port of told' });
  await expect(name).toHaveValue('other');
  await name.fill('1 a');
  await expect(page.getByRole('option', { name: /starts with a letter/ })).toBeVisible();
  await name.fill('notes');
  await page.keyboard.press('Enter');
  await expect(edge(app, 'told runs after other, input notes')).toBeAttached();
  await expect(edge(app, 'told runs after fetch')).toBeAttached();
  await page.keyboard.press('Control+z');
  await expectNotSaved(app, 'notes');
});

test('the end of an edge goes to another port, and its beginning to another task', async ({ app, page }) => {
  const canvas = await open(app, workflow.replace(/ {2}told:.*\n/, '').replace(/ {4}told:.*\n/, ''));
  const [start, end] = [await canvas.port('fetch', 'out'), await canvas.port('write', 'in')];
  await canvas.carry({ x: end.x - 12, y: end.y + 24 }, { x: end.x + 60, y: end.y });
  const target = list(app, 'write').locator('[data-port="inputs.tone"]');
  await expect(target).toBeVisible();
  const { x, y, width, height } = await canvas.box(target);
  await page.mouse.move(x + width / 2, y + height / 2, { steps: 6 });
  await page.mouse.up();
  await expect(edge(app, 'write runs after fetch, input tone')).toBeAttached();
  await expect(edge(app, 'write runs after fetch, input articles')).toBeHidden();
  await page.keyboard.press('Control+z');
  await expect(edge(app, 'write runs after fetch, input articles')).toBeAttached();
  await canvas.drag({ x: start.x + 12, y: start.y }, await canvas.port('other', 'out'));
  await expect(edge(app, 'write runs after other, input articles')).toBeAttached();
  await expectSaved(app, /depends_on: \[other\]/);
});

test('what a prompt reads is not cut with its edge: a message says where, and opens it', async ({ app, page }) => {
  const canvas = await open(app);
  await canvas.clickEdge('fetch', 'told');
  await page.keyboard.press('Delete');
  await expect(edge(app, 'told runs after fetch')).toBeHidden();
  const message = page.getByRole('region', { name: /^Messages/ });
  await expect(message).toContainText('“told” reads “fetch” in its prompt. It does not wait for it any more.');
  await message.getByRole('button', { name: 'Show' }).click();
  await expect(app.field('Prompt')).toBeFocused();
  await expect(app.field('Prompt')).toHaveValue('Tell {{fetch}}');
});

const choice = `default_model: sim:echo
tasks:
  first: { description: One }
  choose:
    type: cond
    depends_on: [first]
    cases:
      - { test: "size(content) > 100000", task: { name: long, description: Long } }
      - { test: "size(content) > 0", task: { name: short, type: sequential, steps: [{ id: a, description: A }] } }
    else: { name: nothing, type: sequential, steps: [{ id: b, description: B }] }
  each:
    type: map
    items: [a, b]
    inner_task:
      type: cond
      cases: [{ test: "inputs.which == 'a'", task: { name: is_a, description: A } }]
      else: { name: is_b, description: B }
      inputs: { which: "{{item}}" }
`;

test('the cases of a condition are labelled branches, and those not taken are shown as such', async ({ app, page }) => {
  const canvas = await open(app, choice, 'first');
  const branch = (name: string) => app.canvas.getByRole('img', { name, exact: true });
  await expect(branch('If size(content) > 100000, long runs')).toBeAttached();
  await expect(branch('Else, nothing runs')).toBeAttached();
  expect(await app.run()).toBe('completed');
  await expect(branch('If size(content) > 100000, long runs: not taken')).toBeAttached();
  await expect(branch('If size(content) > 0, short runs')).toBeAttached();
  await expect(app.node('choose/case:1')).toContainText('Not taken');
  await expect(app.node('choose/else/b')).toContainText('Not taken');
  await expect(app.node('choose/case:2/a')).toContainText('Done');
  await expect(app.canvas.getByTitle('if size(content) > 100000: not taken')).toBeVisible();

  // At low zoom, where tasks are blocks, they are faint.
  await app.canvas.focus();
  for (let step = 0; step < 8; step += 1) await page.keyboard.press('-');
  await expect(canvas.overview).toHaveAttribute('data-passed', '3');
  await page.keyboard.press('1');
  await expect(canvas.overview).toHaveCount(0);

  // The item that is looked at decides.
  const [is, other] = [app.node('each/inner_task/case:1'), app.node('each/inner_task/else')];
  await expect(is).not.toContainText('Not taken');
  await expect(other).not.toContainText('Not taken');
  await app.select('for each item');
  await app.canvas.focus();
  await page.keyboard.press(',');
  await expect(other).toContainText('Not taken');
  await expect(is).not.toContainText('Not taken');
  await page.keyboard.press('.');
  await expect(is).toContainText('Not taken');

  // A folded condition has its branches on its node.
  await app.select('choose');
  await app.canvas.focus();
  await page.keyboard.press('e');
  const summary = app.node('choose').getByTitle(/if size\(content\) > 100000 → long: not taken/);
  await expect(summary).toContainText('2 not taken');
  await expect(canvas.said).toHaveText(/^choose, condition, after first, done/);
});
