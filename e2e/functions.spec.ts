import { expect, test } from './support/app';
import { borderWire, inputsOf, openCall, wayTo, withFunctions } from './support/function-canvas';
import { expectSaved } from './support/saved-text';

test('a function opens from its call, is edited with its calls, and Esc leads back; all is there after a reload', async ({
  app,
  page,
}) => {
  await app.openText(withFunctions);
  await openCall(app, 'use');
  await expect(wayTo(page)).toHaveText('Workflow›function report');
  await expect(app.node('library:report/web')).toBeVisible();
  await expect(inputsOf(page)).toContainText('topicstring · needed');
  await expect(borderWire(page, 'web reads topic')).toBeAttached();
  await expect(borderWire(page, 'sum reads pages')).toBeAttached();
  await expect(borderWire(page, 'library:report/sum gives the result sum')).toBeAttached();
  await expect(app.inspector.getByRole('heading', { name: 'report' })).toBeVisible();

  await inputsOf(page).click();
  await expect(inputsOf(page)).toHaveAttribute('aria-pressed', 'true');
  const parameters = app.inspector.getByRole('group', { name: 'Inputs' });
  await parameters.getByText('topic', { exact: true }).click();
  await parameters.getByLabel('Name').fill('about');
  await parameters.getByLabel('Name').press('Enter');
  const renamed = await expectSaved(app, 'Search for {{about}}');
  expect(renamed).toContain('about: { from: start }');
  await expect(borderWire(page, 'web reads about')).toBeAttached();

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
  await expect(inputsOf(page)).toContainText('about');
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

test('what ran in a call is shown on the canvas of its function, with the outputs and what was given', async ({
  app,
  page,
}) => {
  const calls = `  each:
    type: map
    items: [apples, pears]
    depends_on: [use]
    inner_task: { type: call, ref: report, args: { topic: "{{item}}" } }
`;
  await app.openText(withFunctions + calls);
  expect(await app.run()).toBe('completed');
  await openCall(app, 'use');
  await expect(app.node('library:report/web')).toContainText('Done');
  await app.isTask('sum', 'Done');
  await expect(page.getByRole('heading', { name: 'Function report' })).toBeVisible();
  const choice = page.getByRole('combobox', { name: 'The call of report whose run is shown' });
  await expect(choice).toHaveValue('use');

  // The outputs and the prompts are those of this call.
  const output = await app.output('sum');
  await expect(output).not.toBeEmpty();
  await app.drawer.getByRole('radio', { name: 'Prompt', exact: true }).click();
  await expect(output).toContainText('on 3 pages');
  await inputsOf(page).click();
  const given = app.drawer.getByRole('region', { name: 'Given to report' });
  await expect(given.getByRole('listitem')).toHaveText([/^topic./, 'pages3']);
  await page.getByRole('button', { name: /^Result/ }).click();
  await expect(app.drawer.getByRole('region', { name: 'Output of report' })).toContainText('"web"');

  // Another call: its items are stepped through.
  await inputsOf(page).click();
  await choice.selectOption('Run by for each item in each');
  await expect(given.getByRole('listitem')).toHaveText(['topicpears', 'pages3']);
  await page.getByRole('button', { name: 'The run before' }).first().click();
  await expect(given.getByRole('listitem')).toHaveText(['topicapples', 'pages3']);
});
