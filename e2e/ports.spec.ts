import { type App, expect, test } from './support/app';
import { Canvas } from './support/canvas';
import { expectSaved, savedText } from './support/saved-text';

const workflow = `default_model: sim:echo
tasks:
  fetch: { description: Fetch the news }
  write:
    description: "Write of {{articles}} in {{tone}}"
    inputs: { tone: calm, articles: none yet }
  told: { description: "Tell {{fetch}}", depends_on: [fetch] }
  each: { type: map, items: { from: fetch }, inner_task: { description: "Do {{item}}" }, depends_on: [fetch] }
layout:
  tasks:
    fetch: [0, 0]
    write: [300, 0]
    told: [300, 240]
    each: [600, 0]
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
  await canvas.carry(await canvas.port(from, 'out'), await canvas.middle(task));
  const target = list(app, task).locator(`[data-port="${port}"]`);
  await expect(target).toBeVisible();
  const { x, y, width, height } = await canvas.box(target);
  await mouse.move(x + width / 2, y + height / 2, { steps: 6 });
  await mouse.up();
}

test('a wire ends at the input that it is dropped on, and leaves it again', async ({ app, page }) => {
  const canvas = await open(app);
  const before = await savedText(app);
  await wireTo(canvas, app, 'fetch', 'write', 'inputs.articles');
  const drawn = edge(app, 'write runs after fetch, input articles');
  await expect(drawn).toBeAttached();
  await expect(app.canvas.locator('[data-kind="data"][data-port="inputs.articles"]')).toBeAttached();
  await expectSaved(app, /articles: *\{ ?from: fetch ?\}|articles:\n +from: fetch/);
  await page.keyboard.press('Control+z');
  await expect(drawn).toBeHidden();
  await expect.poll(() => savedText(app)).toBe(before);
  await page.keyboard.press('Control+Shift+z');
  await expect(drawn).toBeAttached();
  await app.isSaved();
  await app.reload();
  await expect(drawn).toBeAttached();

  await app.node('write').hover();
  await expect(list(app, 'write').getByRole('listitem')).toHaveText(['tone', 'articlesfetch']);
  const [start, end] = [await canvas.port('fetch', 'out'), await canvas.port('write', 'in')];
  await page.mouse.click((start.x + end.x) / 2, (start.y + end.y) / 2 + 14);
  await expect(canvas.said).toHaveText('Edge selected: write reads fetch, input articles');
  await page.keyboard.press('Delete');
  await expect(drawn).toBeHidden();
  await expectSaved(app, /articles: ("")|articles: ''/);
  await expectSaved(app, 'Write of {{articles}}');
});

test('by keyboard a port is chosen with the arrows, or a new input is named', async ({ app, page }) => {
  const canvas = await open(app);
  await app.select('fetch');
  await app.canvas.focus();
  await page.keyboard.press('c');
  await page.keyboard.press('ArrowRight');
  await expect(canvas.said).toHaveText(
    /^write, .*Enter lets it run after fetch, or chooses a port: input tone, input articles/,
  );
  await page.keyboard.press('Enter');
  await expect(canvas.said).toHaveText('fetch → write, input tone');
  await page.keyboard.press('ArrowDown');
  await expect(canvas.said).toHaveText('fetch → write, input articles');
  await page.keyboard.press('Enter');
  await expect(edge(app, 'write runs after fetch, input articles')).toBeAttached();
  await expect(canvas.root).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(edge(app, 'write runs after fetch, input articles')).toBeHidden();

  await app.select('fetch');
  await app.canvas.focus();
  await page.keyboard.press('c');
  await page.keyboard.press('ArrowRight');
  await expect(canvas.said).toHaveText(/^write/);
  await page.keyboard.press('Shift+Enter');
  await expect(page.getByRole('combobox', { name: 'Port of write' })).toBeFocused();
  await page.keyboard.type('source');
  await expect(canvas.said).toHaveText('fetch → write, new input source');
  await page.keyboard.press('Enter');
  await expect(edge(app, 'write runs after fetch, input source')).toBeAttached();
  await expectSaved(app, /source: *\{ ?from: fetch ?\}|source:\n +from: fetch/);
});
