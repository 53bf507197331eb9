import type { Page } from '@playwright/test';
import { type App, expect, test } from './support/app';
import { Canvas } from './support/canvas';
import { expectSaved } from './support/saved-text';

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

test('a function opens from its call, is edited with its calls, and Esc leads back; all is there after a reload', async ({
  app,
  page,
}) => {
  await app.openText(workflow);
  await openCall(app, 'use');
  await expect(way(page)).toHaveText('Workflow›function report');
  await expect(app.node('library:report/web')).toBeVisible();
  await expect(inputs(page)).toContainText('topicstring · needed');
  await expect(wire(page, 'web reads topic')).toBeAttached();
  await expect(wire(page, 'sum reads pages')).toBeAttached();
  await expect(wire(page, 'library:report/sum gives the result sum')).toBeAttached();
  await expect(app.inspector.getByRole('heading', { name: 'report' })).toBeVisible();

  await inputs(page).click();
  await expect(inputs(page)).toHaveAttribute('aria-pressed', 'true');
  const parameters = app.inspector.getByRole('group', { name: 'Inputs' });
  await parameters.getByText('topic', { exact: true }).click();
  await parameters.getByLabel('Name').fill('about');
  await parameters.getByLabel('Name').press('Enter');
  const renamed = await expectSaved(app, 'Search for {{about}}');
  expect(renamed).toContain('about: { from: start }');
  await expect(wire(page, 'web reads about')).toBeAttached();

  await page.keyboard.press('Escape');
  await app.canvas.focus();
  await page.keyboard.press('n');
  await page.getByRole('combobox', { name: 'Add a task' }).fill('script');
  await page.keyboard.press('Enter');
  await expect(app.node('library:report/script_1')).toBeVisible();
  await expectSaved(app, /subtasks:[\s\S]*script_1:[\s\S]*greet:/);
  await page.keyboard.press('Control+z');
  await expect(app.node('library:report/script_1')).toHaveCount(0);
  await page.keyboard.press('Control+Shift+z');
  await expect(app.node('library:report/script_1')).toBeVisible();

  await app.isSaved();
  await app.reload();
  await expect(app.node('library:report/script_1')).toBeVisible();
  await expect(inputs(page)).toContainText('about');
  await app.canvas.focus();
  await page.keyboard.press('Escape');
  await expect(app.node('use')).toBeVisible();

  await openCall(app, 'use');
  await page.keyboard.press('Escape');
  await expect(app.node('use')).toHaveClass(/selected/);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expectSaved(app, 'Search for {{topic}}');
});
