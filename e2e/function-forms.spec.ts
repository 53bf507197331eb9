import { expect, test } from './support/app';
import { Canvas } from './support/canvas';
import { borderWire, inputsOf, openCall, wayTo, withFunctions } from './support/function-canvas';
import { expectNotSaved, expectSaved, savedText } from './support/saved-text';

test('a function of one task is a canvas with that task, which takes others beside it', async ({ app, page }) => {
  await app.openText(withFunctions);
  const canvas = await openCall(app, 'hello');
  await expect(borderWire(page, 'The task reads who')).toBeAttached();
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

test('the map of an opened function shows its inputs and its result, and from far they are named blocks', async ({
  app,
  page,
}) => {
  await app.openText(withFunctions);
  const map = page.getByRole('img', { name: 'Map of the workflow' }).locator('canvas');
  /** The columns of the map that are not empty, as runs beside each other. */
  const blocks = () =>
    map.evaluate((canvas: HTMLCanvasElement) => {
      const { width, height } = canvas;
      const data = canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
      const isFilled = (x: number) =>
        Array.from({ length: height }, (_, y) => data[4 * (y * width + x) + 3]).some(Boolean);
      return Array.from({ length: width }, (_, x) => x).filter((x) => isFilled(x) && !isFilled(x - 1)).length;
    });
  const canvas = await openCall(app, 'hello');
  await expect.poll(blocks).toBe(3);
  await expect(inputsOf(page).getByText('string', { exact: false })).toHaveCSS('opacity', '1');
  await app.canvas.focus();
  while ((await canvas.percent()) >= 30) await page.keyboard.press('-');
  await expect(inputsOf(page).getByText('string', { exact: false })).toHaveCSS('opacity', '0');
  const name = await canvas.box(inputsOf(page).getByText('Inputs', { exact: true }));
  expect(name.height).toBeGreaterThan(10);
  await page.keyboard.press('Escape');
  await expect(wayTo(page)).toHaveCount(0);
  await expect(app.node('hello').or(canvas.overview).first()).toBeAttached();
});

test('a function opens from the panel, the settings, the menu of a call, its inspector, and the command menu', async ({
  app,
  page,
}) => {
  await app.openText(withFunctions);
  const isOpen = async (name: string) => {
    await expect(wayTo(page)).toHaveText(`Workflow›function ${name}`);
    await app.canvas.focus();
    await page.keyboard.press('Escape');
    await expect(wayTo(page)).toHaveCount(0);
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
  await app.openText(withFunctions);
  await openCall(app, 'use');
  const form = app.inspector;
  await form.getByLabel('Name', { exact: true }).first().fill('essay');
  await form.getByLabel('Name', { exact: true }).first().press('Enter');
  await expect(wayTo(page)).toHaveText('Workflow›function essay');
  expect(await expectSaved(app, 'ref: essay')).not.toContain('report:');

  await form.getByRole('button', { name: 'Duplicate' }).click();
  await expect(wayTo(page)).toHaveText('Workflow›function essay_2');
  await expect(form.getByText('No task calls it.')).toBeVisible();
  await form.getByRole('button', { name: 'Delete essay_2' }).click();
  await expect(wayTo(page)).toHaveText('Workflow›function essay');
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
  await app.openText(withFunctions);
  await openCall(app, 'use');
  await inputsOf(page).click();
  const parameters = app.inspector.getByRole('group', { name: 'Inputs' });
  await parameters.getByRole('button', { name: 'Add an input' }).click();
  await expect(inputsOf(page)).toContainText('input_1');
  await parameters.getByText('input_1', { exact: true }).click();
  await parameters.getByRole('button', { name: 'Move input_1 up' }).click();
  await expectSaved(app, /name: topic[\s\S]*name: input_1[\s\S]*name: pages/);
  await parameters.getByText('topic', { exact: true }).click();
  await parameters.getByRole('button', { name: 'Remove the input topic' }).click();
  await expect(app.messages.getByText('“web” still reads it. 1 call gave it, and no longer does.')).toBeVisible();
  const text = await expectNotSaved(app, 'name: topic');
  expect(text).toContain('{{topic}}');
  expect(text).not.toContain('from: start');
  await app.messages.getByRole('button', { name: 'Undo' }).click();
  await expectSaved(app, 'from: start');

  // A message that is still there after another change takes back nothing else.
  await parameters.getByRole('button', { name: 'Remove the input topic' }).click();
  await expectNotSaved(app, 'name: topic');
  await parameters.getByRole('button', { name: 'Add an input' }).click();
  await expectSaved(app, 'name: input_2');
  await app.messages.getByRole('button', { name: 'Undo' }).click();
  await expect(app.messages.getByText('Nothing is undone: it is not the newest change any more')).toBeVisible();
  await expectSaved(app, 'name: input_2');
});

test('problems in a function are marked in it, and lead there; its tasks are found, copied and moved', async ({
  app,
  page,
}) => {
  await app.openText(withFunctions.replace('{{web}} on', '{{weeb}} on'));
  await page.getByRole('button', { name: '1 problem' }).click();
  await page.getByRole('dialog').getByRole('button', { name: /weeb/ }).first().click();
  await expect(wayTo(page)).toHaveText('Workflow›function report');
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

test('what ran in a call is reached from the timeline, the parts of its output and the search, on the canvas of its function', async ({
  app,
  page,
}) => {
  await app.openText(`${withFunctions}  each:
    type: map
    items: [apples, pears]
    inner_task: { type: call, ref: report, args: { topic: "{{item}}" } }
`);
  expect(await app.run()).toBe('completed');
  const choice = page.getByRole('combobox', { name: 'The call of report whose run is shown' });
  await app.drawer.getByRole('tab', { name: 'Timeline' }).click();
  await app.drawer.getByRole('button', { name: 'Unfold use' }).click();
  await app.drawer.getByRole('button', { name: 'Unfold report' }).click();
  const web = app.drawer.getByRole('button', { name: /^web: done/ });
  await web.focus();
  await page.keyboard.press('Enter');
  await expect(wayTo(page)).toHaveText('Workflow›function report');
  await expect(app.node('library:report/web')).toHaveClass(/selected/);
  await expect(web).toHaveAttribute('aria-pressed', 'true');
  await expect(choice).toHaveValue('use');
  await expect(app.inspector.getByRole('heading', { name: 'web' })).toBeVisible();
  await app.canvas.focus();
  // The first takes the selection back.
  await page.keyboard.press('Escape');
  await expect(app.node('library:report/web')).not.toHaveClass(/selected/);
  await page.keyboard.press('Escape');
  await expect(wayTo(page)).toHaveCount(0);

  // An item of the map: its call, of which the canvas then shows that item, and not the last.
  await app.select('each');
  await app.drawer.getByRole('tab', { name: 'Output' }).click();
  const parts = app.drawer.getByRole('region', { name: 'Parts' });
  await parts.getByRole('button', { name: /item 1/ }).click();
  await parts.getByRole('button', { name: /report/ }).click();
  await expect(choice).toHaveValue('each/inner_task');
  await parts.getByRole('button', { name: /web/ }).click();
  await expect(app.node('library:report/web')).toHaveClass(/selected/);
  await app.drawer.getByRole('radio', { name: 'Prompt', exact: true }).click();
  await expect(app.drawer.getByRole('tabpanel')).toContainText('Search for apples');

  // The search leads there from anywhere: by keyboard to the other call, by mouse to a prompt of an item.
  const leave = async () => {
    await app.canvas.focus();
    await page.keyboard.press('Escape');
    await expect(app.node('library:report/web')).not.toHaveClass(/selected/);
    await page.keyboard.press('Escape');
    await expect(wayTo(page)).toHaveCount(0);
  };
  await leave();
  await page.keyboard.press('Control+Shift+F');
  await app.dialog.getByLabel('Task').fill('use/call:report/task/web');
  await expect(app.dialog.getByRole('status')).toHaveText(/^1 place in 1 run,/);
  await app.dialog.getByLabel('Text').press('ArrowDown');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(wayTo(page)).toHaveText('Workflow›function report');
  await expect(app.node('library:report/web')).toHaveClass(/selected/);
  await expect(choice).toHaveValue('use');
  await expect(app.drawer.getByRole('tab', { name: 'Output' })).toHaveAttribute('aria-selected', 'true');
  await leave();
  await page.keyboard.press('Control+Shift+F');
  await app.dialog.getByLabel('Task').fill('');
  await app.dialog.getByLabel('Text').fill('"Search for apples"');
  await app.dialog.getByRole('listbox').getByRole('option').filter({ hasText: 'Prompt' }).click();
  await expect(page.getByRole('heading', { name: 'What this call was sent' })).toBeVisible();
  await page.keyboard.press('Escape');
  // The run is shown as of that prompt, when the other call had not begun.
  await expect(page.getByText('Run by for each item in each')).toBeVisible();
  await expect(app.node('library:report/web')).toHaveClass(/selected/);
  await app.drawer.getByRole('radio', { name: 'Prompt', exact: true }).click();
  await expect(app.drawer.getByRole('tabpanel')).toContainText('Search for apples');
});

test('a function that is opened without a call shows the last that ran, and says if there is none', async ({
  app,
  page,
}) => {
  await app.openText(withFunctions.replace('  hello: {', '  hello: { disabled: true,'));
  const open = async (name: string) => {
    await page.keyboard.press('Control+k');
    await app.dialog.getByRole('combobox').fill(`open the function ${name}`);
    await page.keyboard.press('Enter');
    await expect(wayTo(page)).toHaveText(`Workflow›function ${name}`);
  };
  await open('report');
  await inputsOf(page).click();
  await expect(app.drawer).toContainText('Inputs of report');
  await expect(app.drawer).toContainText('once the canvas shows a call that ran');
  expect(await app.run()).toBe('completed');
  await expect(page.getByText('Run by use')).toBeVisible();
  await expect(app.node('library:report/web')).toContainText('Done');
  await expect(app.drawer.getByRole('region', { name: 'Given to report' })).toContainText('pages');
  await open('greet');
  await expect(page.getByText('Not called in this run')).toBeVisible();
  await expect(app.node('library:greet')).toContainText('Not run yet');
});

test('from a problem in a function Escape leads back to where one was', async ({ app, page }) => {
  const box = '  box: { type: group, subtasks: { inner: { description: In it } } }\n';
  await app.openText(withFunctions.replace('{{web}} on', '{{weeb}} on') + box);
  await app.select('box');
  await app.canvas.focus();
  await page.keyboard.press('Enter');
  await expect(wayTo(page)).toHaveText('Workflow›box');
  await page.getByRole('button', { name: '1 problem' }).click();
  await app.dialog.getByRole('button', { name: /weeb/ }).first().click();
  await expect(wayTo(page)).toHaveText('Workflow›function report');
  await expect(app.node('library:report/sum')).toBeVisible();
  await app.canvas.focus();
  await page.keyboard.press('Escape');
  await expect(app.inspector.getByRole('heading', { name: 'report', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(wayTo(page)).toHaveText('Workflow›box');
  await page.keyboard.press('Escape');
  await expect(wayTo(page)).toHaveCount(0);
});
