import type { Page } from '@playwright/test';
import { isAccessible } from './support/accessible';
import { expect, test } from './support/app';

const withDefinition = (prompt: string) => `name: First
default_model: sim:echo
library:
  report:
    description: Writes a report.
    parameters: [{ name: text, type: string }]
    task: { description: "${prompt} {{text}}" }
tasks:
  a: { description: Hello }
`;
const second = 'name: Second\ndefault_model: sim:echo\ntasks:\n  b: { description: Hello }\n';

const library = (page: Page) => page.getByRole('tabpanel', { name: 'Library' });
const open = (page: Page) => page.getByRole('tab', { name: 'Library' }).click();
const act = async (page: Page, action: string): Promise<void> => {
  await library(page).getByRole('button', { name: 'Actions of report' }).last().click();
  await page.getByRole('menuitem', { name: action }).click();
};

test('a definition is saved, put into another workflow, called, and updated with its differences shown', async ({
  app,
  page,
}) => {
  await app.openText(withDefinition('Report on'));
  await open(page);
  await act(page, 'Save for other workflows');
  await expect(page.getByText('Saved “report” as version 1.')).toBeVisible();

  await app.openText(second);
  await open(page);
  await expect(library(page).getByRole('list', { name: 'Saved in this browser' })).toContainText('Writes a report.');
  await act(page, 'Add with its version');
  const own = library(page).getByRole('list', { name: 'In this workflow' });
  await expect(own).toContainText('version 1');
  await own.getByRole('button', { name: 'Actions of report' }).click();
  await page.getByRole('menuitem', { name: 'Add a task that calls it' }).click();
  await expect(app.node('call_1')).toBeVisible();
  await app.isSaved();
  const address = page.url();

  await app.openText(withDefinition('Tell of'));
  await open(page);
  await library(page)
    .getByRole('list', { name: 'In this workflow' })
    .getByRole('button', { name: 'Actions of report' })
    .click();
  await page.getByRole('menuitem', { name: 'Save for other workflows' }).click();
  await expect(page.getByText('Saved “report” as version 2.')).toBeVisible();

  await page.goto(address);
  await app.isReady();
  await open(page);
  await library(page).getByRole('button', { name: 'Update to version 2' }).click();
  const dialog = page.getByRole('dialog', { name: 'Update report to version 2' });
  await expect(dialog).toContainText('Report on');
  await expect(dialog).toContainText('Tell of');
  await isAccessible(app, 'the update of a definition', '[role=dialog]');
  await dialog.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(own).toContainText('version 2');
  await expect(own.getByRole('button', { name: /Update/ })).toHaveCount(0);
  await app.canvas.focus();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(own).toContainText('version 1');
});
