import type { Page } from '@playwright/test';
import { type App, expect, test } from './support/app';
import { Canvas } from './support/canvas';
import { expectNotSaved, expectSaved, savedText } from './support/saved-text';

const workflow = `default_model: sim:echo
library:
  report:
    description: Writes a report.
    parameters:
      - { name: topic, type: string }
      - { name: pages, type: number, default: 3 }
    task:
      type: group
      subtasks:
        web: { description: "Search for {{topic}}" }
        sum: { description: "Sum up {{web}} on {{pages}} pages", depends_on: [web] }
  greet:
    parameters: [{ name: who, type: string }]
    task: { description: "Greet {{who}}" }
tasks:
  start: { description: Hello }
  use: { type: call, ref: report, args: { topic: { from: start } }, depends_on: [start] }
  hello: { type: call, ref: greet, args: { who: Ada } }
`;

const inputs = (page: Page) => page.getByRole('button', { name: /^Inputs/ });
const way = (page: Page) => page.getByRole('navigation', { name: 'Opened container' });
const wire = (page: Page, name: string) => page.getByRole('img', { name, exact: true });

async function openCall(app: App, id: string): Promise<Canvas> {
  await app.select(id);
  await app.canvas.focus();
  await app.page.keyboard.press('Enter');
  await expect(inputs(app.page)).toBeVisible();
  return new Canvas(app);
}

test('a function of one task is a canvas with that task, which takes others beside it', async ({ app, page }) => {
  await app.openText(workflow);
  const canvas = await openCall(app, 'hello');
  await expect(wire(page, 'The task reads who')).toBeAttached();
  const { x, y } = await canvas.middle('library:greet');
  await page.mouse.click(x, y);
  await expect(app.inspector.getByRole('heading', { name: 'greet' })).toBeVisible();
  await page.mouse.move(x + 160, y + 120);
  await page.keyboard.press('n');
  await page.getByRole('combobox', { name: 'Add a task' }).fill('script');
  await page.keyboard.press('Enter');
  await expect(app.node('library:greet/script_1')).toBeVisible();
  await expect(app.node('library:greet/step_1')).toBeVisible();
  await expectSaved(app, /greet:[\s\S]*type: sequential[\s\S]*Greet \{\{who\}\}[\s\S]*script_1/);
  await page.keyboard.press('Control+z');
  await expect(app.node('library:greet')).toBeVisible();
  await expectNotSaved(app, 'sequential');
});

test('a function opens from the panel, the settings, the menu of a call, its inspector, and the command menu', async ({
  app,
  page,
}) => {
  await app.openText(workflow);
  const isOpen = async (name: string) => {
    await expect(way(page)).toHaveText(`Workflow›function ${name}`);
    await app.canvas.focus();
    await page.keyboard.press('Escape');
    await expect(way(page)).toHaveCount(0);
  };
  await page.getByRole('tab', { name: 'Library' }).click();
  await page.getByRole('tabpanel', { name: 'Library' }).getByRole('button', { name: 'greet', exact: true }).click();
  await isOpen('greet');
  await page.getByRole('tab', { name: 'Tasks' }).click();
  const settings = app.inspector.getByRole('region', { name: 'Library' });
  await settings.getByText('report', { exact: true }).click();
  await settings.getByRole('button', { name: 'Open report on the canvas' }).click();
  await isOpen('report');
  await app.select('use');
  await app.inspector.getByRole('button', { name: 'Open report' }).click();
  await isOpen('report');
  const { x, y } = await new Canvas(app).middle('hello');
  await page.mouse.click(x, y, { button: 'right' });
  await page.getByRole('menuitem', { name: 'Open the function greet' }).click();
  await isOpen('greet');
  await page.keyboard.press('Control+k');
  await app.dialog.getByRole('combobox').fill('open the function greet');
  await page.keyboard.press('Enter');
  await isOpen('greet');
});

test('a function is renamed, copied, inlined and deleted, each as one step, with what calls it told', async ({
  app,
  page,
}) => {
  await app.openText(workflow);
  await openCall(app, 'use');
  const form = app.inspector;
  await form.getByLabel('Name', { exact: true }).first().fill('essay');
  await form.getByLabel('Name', { exact: true }).first().press('Enter');
  await expect(way(page)).toHaveText('Workflow›function essay');
  expect(await expectSaved(app, 'ref: essay')).not.toContain('report:');

  await form.getByRole('button', { name: 'Duplicate' }).click();
  await expect(way(page)).toHaveText('Workflow›function essay_2');
  await expect(form.getByText('No task calls it.')).toBeVisible();
  await form.getByRole('button', { name: 'Delete essay_2' }).click();
  await expect(way(page)).toHaveText('Workflow›function essay');
  await expectNotSaved(app, 'essay_2');

  await expect(form.getByRole('button', { name: 'Delete essay, which has 1 call' })).toBeVisible();
  await form.getByRole('button', { name: 'Inline, then remove it' }).click();
  await expect(app.node('use/web')).toBeVisible();
  expect(await expectNotSaved(app, 'essay')).toContain('Search for {{start}}');
  await page.keyboard.press('Control+z');
  await expectSaved(app, 'ref: essay');
});

test('inputs are added, ordered, given defaults and removed in the form; what still reads one is told', async ({
  app,
  page,
}) => {
  await app.openText(workflow);
  await openCall(app, 'use');
  await inputs(page).click();
  const parameters = app.inspector.getByRole('group', { name: 'Inputs' });
  await parameters.getByRole('button', { name: 'Add an input' }).click();
  await expect(inputs(page)).toContainText('input_1');
  await parameters.getByText('input_1', { exact: true }).click();
  await parameters.getByRole('button', { name: 'Move input_1 up' }).click();
  await expectSaved(app, /topic[\s\S]*input_1[\s\S]*pages/);
  await parameters.getByText('topic', { exact: true }).click();
  await parameters.getByRole('button', { name: 'Remove the input topic' }).click();
  await expect(app.messages.getByText('“web” still reads it. 1 call gave it, and no longer does.')).toBeVisible();
  const text = await expectNotSaved(app, 'name: topic');
  expect(text).toContain('{{topic}}');
  expect(text).not.toContain('from: start');
  await app.messages.getByRole('button', { name: 'Undo' }).click();
  await expectSaved(app, 'from: start');
});

test('problems in a function are marked in it, and lead there; its tasks are found, copied and moved', async ({
  app,
  page,
}) => {
  await app.openText(workflow.replace('{{web}} on', '{{weeb}} on'));
  await page.getByRole('button', { name: '1 problem' }).click();
  await page.getByRole('dialog').getByRole('button', { name: /weeb/ }).first().click();
  await expect(way(page)).toHaveText('Workflow›function report');
  await expect(app.node('library:report/sum').getByText('1')).toBeVisible();
  await expect(app.inspector.getByRole('heading', { name: 'sum' })).toBeVisible();

  await page.keyboard.press('Control+f');
  await page.getByRole('textbox', { name: 'Find', exact: true }).fill('Search for');
  await expect(page.getByText('in report').first()).toBeVisible();
  await page.keyboard.press('Escape');

  const canvas = new Canvas(app);
  const before = await canvas.box(app.node('library:report/web'));
  await page.mouse.move(before.x + before.width / 2, before.y + before.height / 2);
  await page.mouse.down();
  await page.mouse.move(before.x + before.width / 2, before.y + before.height / 2 + 120, { steps: 6 });
  await page.mouse.up();
  const moved = await expectSaved(app, 'library:report/web: [');
  expect(moved).toContain('layout:');
  // Tidying up is for what the canvas shows, in one step.
  await app.canvas.focus();
  await page.keyboard.press('Shift+Alt+T');
  const saved = await expectSaved(app, 'library:report/sum: [');
  const rows = /library:report\/web: \[\d+, (\d+)\]\s+library:report\/sum: \[\d+, (\d+)\]/.exec(saved);
  expect(rows?.[1]).toBe(rows?.[2]);
  await page.keyboard.press('Control+z');
  await expect.poll(() => savedText(app)).toBe(moved);
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(() => savedText(app)).toBe(saved);
  await app.reload();
  await expect(app.node('library:report/web')).toBeVisible();
  expect(await savedText(app)).toBe(saved);
});
