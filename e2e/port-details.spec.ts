import { type App, expect, test } from './support/app';
import { Canvas } from './support/canvas';
import { expectSaved, savedText } from './support/saved-text';

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

async function open(app: App, text = workflow): Promise<Canvas> {
  await app.openText(text);
  await app.select('fetch');
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
