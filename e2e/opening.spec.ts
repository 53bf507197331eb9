import type { Page } from '@playwright/test';
import { type App, expect, test } from './support/app';

const workflow = (name: string) => `heddle: 1
name: ${name}
default_model: sim:fast
tasks:
  ask: { description: Ask about ${name} }
`;

/** Lets the page hold one kind of question to its workers, as if the answer took long. */
async function prepare(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const held: (() => void)[] = [];
    const send = Worker.prototype.postMessage;
    const holding = { what: '' };
    Worker.prototype.postMessage = function (this: Worker, message: { path?: string[] }, ...rest: never[]) {
      const go = () => send.call(this, message, ...rest);
      if (holding.what !== '' && message.path?.at(-1) === holding.what) held.push(go);
      else go();
    };
    Object.assign(window, {
      hold: (what: string) => {
        holding.what = what;
        if (what === '') for (const go of held.splice(0)) go();
      },
    });
  });
}
const hold = (page: Page, what: string) =>
  page.evaluate((asked) => (window as unknown as { hold(what: string): void }).hold(asked), what);

const isOpening = (app: App, what: string) => expect(app.messages).toContainText(`Opening ${what}…`);
const cancel = (app: App) => app.messages.getByRole('button', { name: 'Cancel' });
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const isOpen = (app: App, name: string) =>
  expect(app.topBar.getByRole('button', { name: `Name of the workflow: ${name}` })).toBeVisible();

async function choose(app: App, name: string): Promise<void> {
  await app.openStart();
  await app.openFile(`${name.toLowerCase()}.yaml`, workflow(name));
}

test('what takes long to open says so, and is left for what was open before', async ({ app, page }) => {
  await prepare(page);

  // Nothing was open before.
  await app.openStart();
  await hold(page, 'read');
  await app.openFile('first.yaml', workflow('First'));
  await isOpening(app, '“first.yaml”');
  await cancel(app).click();
  await expect(app.messages).not.toContainText('Opening');
  await hold(page, '');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Blank workflow' })).toBeVisible();

  // While the file is read.
  await app.openFile('kept.yaml', workflow('Kept'));
  await isOpen(app, 'Kept');
  await hold(page, 'readFile');
  await choose(app, 'Second');
  await isOpening(app, '“second.yaml”');
  await cancel(app).click();
  await hold(page, '');
  await expect(app.messages).not.toContainText('Opening');
  await page.goBack();
  await isOpen(app, 'Kept');

  // While another of the open workflows is read, by keyboard: it keeps its tab.
  await choose(app, 'Other');
  await isOpen(app, 'Other');
  await hold(page, 'read');
  await tab(page, 'Kept').click();
  await isOpening(app, 'the workflow');
  await cancel(app).press('Enter');
  await hold(page, '');
  await isOpen(app, 'Other');
  await app.isTask('ask', 'Not run yet');
  await expect(tab(page, 'Kept')).toBeVisible();

  // Not left: the message goes by itself.
  await hold(page, 'read');
  await tab(page, 'Kept').click();
  await isOpening(app, 'the workflow');
  await hold(page, '');
  await isOpen(app, 'Kept');
  await expect(app.messages).not.toContainText('Opening');

  // What was left is nowhere.
  await app.openStart();
  const recent = page.getByRole('region', { name: 'Continue with' });
  await expect(recent).toContainText('Kept');
  await expect(recent).not.toContainText(/First|Second|Untitled/);
});
