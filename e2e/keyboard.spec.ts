import type { Locator } from '@playwright/test';
import { type App, expect, test } from './support/app';
import { Canvas } from './support/canvas';
import { expectSaved } from './support/saved-text';

/** Presses Tab until the target has the focus. */
async function tabTo(app: App, target: Locator): Promise<void> {
  for (let presses = 0; presses < 160; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement).catch(() => false)) return;
    await app.page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

/** Clears a field, and types. */
async function typeInto(app: App, text: string): Promise<void> {
  await app.page.keyboard.press('Control+a');
  await app.page.keyboard.type(text);
}

const slow = `heddle: 1
name: Slow
default_model: sim:default
tasks:
  wait:
    type: script
    script: { content: sleep 60 }
  other:
    description: Say one
`;

test('draws, connects, runs and reads a workflow by the keyboard alone, from the page load', async ({ app, page }) => {
  const canvas = new Canvas(app);
  await page.goto('./#/start');
  const blank = page.getByRole('button', { name: 'Blank workflow' });
  await tabTo(app, blank);
  await page.keyboard.press('Enter');
  await app.isReady();

  // Three tasks, in a row. The one after a selected task waits for it; after several it waits for none.
  await tabTo(app, app.canvas);
  for (const type of ['atomic', 'atomic', 'script']) {
    if (type === 'script') await page.keyboard.press('Control+a');
    await page.keyboard.press('n');
    await expect(canvas.addMenu).toBeFocused();
    await page.keyboard.type(type);
    await page.keyboard.press('Enter');
    await expect(canvas.addMenu).toBeHidden();
  }
  await canvas.expectTasks(3);
  await expect(canvas.selected).toHaveText(['script_1']);
  await expect(app.edge('atomic_1', 'atomic_2')).toBeAttached();

  // Move to the first, rename it, write its prompt.
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(canvas.said).toHaveText(/^atomic_1, atomic, not run yet, 1 of 3$/);
  await page.keyboard.press('F2');
  await expect(app.inspector.getByRole('textbox', { name: 'Title of atomic_1' })).toBeFocused();
  await typeInto(app, 'ask');
  await page.keyboard.press('Enter');
  await expect(app.inspector.getByRole('heading', { level: 2 })).toHaveText('ask');
  await expect(app.canvas).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(app, app.field('Prompt'));
  await page.keyboard.type('Say what a loom is');
  await expectSaved(app, 'description: Say what a loom is');

  // Connect it with C, arrow, Enter.
  await page.keyboard.press('Escape');
  await expect(app.canvas).toBeFocused();
  await page.keyboard.press('c');
  await expect(canvas.said).toHaveText(/^Connecting from ask/);
  await page.keyboard.press('ArrowRight');
  await expect(canvas.said).toHaveText(/“atomic_2” already waits for “ask”/);
  await page.keyboard.press('ArrowRight');
  await expect(canvas.said).toHaveText(/Enter lets it run after ask/);
  await page.keyboard.press('Enter');
  // Its id stays: another task names it.
  await expect(app.edge('ask', 'script_1')).toBeAttached();

  // And the third with “Runs after”.
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowRight');
  await expect(canvas.said).not.toHaveText('');
  while ((await canvas.selected.textContent()) !== 'script_1') await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await tabTo(app, app.field('Runs after'));
  await page.keyboard.type('atomic_2');
  await page.keyboard.press('Enter');
  await expect(app.edge('atomic_2', 'script_1')).toBeAttached();

  // A prompt for the second, then run and read.
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowLeft');
  await expect(canvas.selected).toHaveText(['atomic_2']);
  await page.keyboard.press('Enter');
  await tabTo(app, app.field('Prompt'));
  await page.keyboard.type('Shorten it');
  await expectSaved(app, 'description: Shorten it');
  await page.keyboard.press('Control+Enter');
  expect(await app.isOver()).toBe('completed');
  await expect(app.drawer.getByRole('region', { name: 'Output of atomic_2' })).toContainText(/\w+/);
  await page.keyboard.press('F6');
  await expect(app.drawer.getByRole('tab', { name: 'Output' })).toBeFocused();
  for (const _ of ['Timeline', 'Logs', 'Context', 'Events']) await page.keyboard.press('ArrowRight');
  await expect(app.drawer.getByRole('tab', { name: /^Events/ })).toBeFocused();
  await expect(app.drawer.getByRole('tabpanel', { name: 'Events' })).toContainText('Run completed');
});

test('a wire that would make a circle is refused by keyboard too', async ({ app, page }) => {
  await app.openText(slow.replace('description: Say one', 'description: Say one\n    depends_on: [wait]'));
  const canvas = new Canvas(app);
  await app.select('other');
  await app.canvas.focus();
  await page.keyboard.press('c');
  await page.keyboard.press('ArrowLeft');
  await expect(canvas.said).toHaveText(/would make a cycle/);
  await page.keyboard.press('Enter');
  await expect(app.edge('other', 'wait')).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(canvas.said).not.toHaveText(/Connecting|circle/);
});

test('Ctrl+Enter cancels a run after its first second, and Esc never does', async ({ app, page }) => {
  await app.openText(slow);
  await app.canvas.focus();
  // The page's clock stands still, so however slow the page is, this is the first second.
  await page.clock.setFixedTime(Date.now());
  await page.keyboard.press('Control+Enter');
  await expect(app.cancelButton()).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await app.isTask('other', 'Done');
  await expect(app.cancelButton()).toBeVisible();
  await app.isTask('wait', 'Running');
  await page.clock.setFixedTime(Date.now() + 60_000);
  await page.keyboard.press('Control+Enter');
  expect(await app.isOver()).toBe('cancelled');
});

test('shortcuts are off while typing', async ({ app, page }) => {
  await app.openText(slow);
  const canvas = new Canvas(app);
  await app.select('other');
  await app.field('Prompt').focus();
  await page.keyboard.press('End');
  for (const key of ['n', 'c', 'd', '1', '?', '/', 'Delete', 'Backspace', 'Control+d']) await page.keyboard.press(key);
  await expect(app.field('Prompt')).toHaveValue('Say onencd1?');
  await expect(canvas.addMenu).toBeHidden();
  await expect(app.dialog).toBeHidden();
  await canvas.expectTasks(2);
  await expectSaved(app, 'description: Say onencd1?');
});

test('? shows every shortcut, and closing a dialog gives the focus back', async ({ app, page }) => {
  await app.openText(slow);
  await app.canvas.focus();
  await page.keyboard.press('?');
  await expect(app.dialog.getByRole('heading', { name: 'Shortcuts', level: 2 })).toBeVisible();
  await expect(app.dialog).toContainText('Ctrl+Shift+Z or Ctrl+Y');
  await expect(app.dialog).toContainText('Connect: then arrows and Enter');
  await page.keyboard.press('Escape');
  await expect(app.dialog).toBeHidden();
  await expect(app.canvas).toBeFocused();

  const models = app.topBar.getByRole('button', { name: 'Models' });
  await models.focus();
  await page.keyboard.press('Enter');
  await expect(app.models.getByRole('heading', { level: 1 })).toBeVisible();
  await app.provider('OpenAI').focus();
  await page.keyboard.press('Escape');
  await expect(app.models).toBeHidden();
  await expect(models).toBeFocused();

  const more = app.topBar.getByRole('button', { name: 'More' });
  await more.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('End');
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Settings' }).press('Enter');
  await expect(app.dialog.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(app.dialog).toBeHidden();
  await expect(more).toBeFocused();
});

test('the focus goes through the page in order, and is seen everywhere', async ({ app, page }) => {
  await app.openText(slow);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  const seen: string[] = [];
  const unseen: string[] = [];
  for (let presses = 0; presses < 120; presses += 1) {
    await page.keyboard.press('Tab');
    const { name, region, ring } = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement;
      // The focus ring may be drawn on the control's container.
      const holders = [element, element.parentElement, element.parentElement?.parentElement];
      const ring = holders.some((holder) => {
        if (!holder) return false;
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(holder);
        return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
      });
      return {
        name: element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '',
        region: element.closest('header, aside, main, section[aria-label]')?.tagName ?? element.tagName,
        ring,
      };
    });
    seen.push(region);
    // The last control of the page. What comes after it is the browser's.
    if (name === 'Width of the inspector') break;
    if (!ring) unseen.push(name);
  }
  expect(unseen).toEqual([]);
  const order = seen.filter((region, index) => region !== seen[index - 1]);
  expect(order.slice(0, 3)).toEqual(['HEADER', 'ASIDE', 'MAIN']);
  expect(order.at(-1)).toBe('ASIDE');
});

test('the list of tasks is walked by arrows, and renames', async ({ app, page }) => {
  await app.openText(slow);
  const canvas = new Canvas(app);
  await app.tree.focus();
  await page.keyboard.press('Home');
  await expect(canvas.selected).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await expect(canvas.selected).toHaveText(['other']);
  await page.keyboard.press('F2');
  await page.keyboard.type('Say it, 言って');
  await page.keyboard.press('Enter');
  await expectSaved(app, /\n {2}other:\n {4}name: Say it, 言って\n/);
  await expect(app.tree).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(app.canvas).toBeFocused();
});

test('keys are changed by pressing others, which are asked for where they are taken, and hold after a reload', async ({
  app,
  page,
}) => {
  await app.openText(slow);
  const open = async () => {
    await app.canvas.focus();
    await page.keyboard.press('?');
    await app.dialog.getByLabel('Find shortcuts').fill('add task');
  };
  const change = app.dialog.getByRole('button', { name: 'Change the keys of “Add a task”' });
  const field = app.dialog.getByLabel('New keys of “Add a task”');
  const canvas = new Canvas(app);
  await open();
  await change.press('Enter');
  await expect(field).toBeFocused();
  await page.keyboard.press('Control+w');
  await expect(app.dialog.getByRole('status')).toContainText('The browser keeps these keys');
  await page.keyboard.press('Control+c');
  await expect(app.dialog.getByRole('status')).toContainText('The browser needs them for “Copy”');
  await page.keyboard.press('o');
  await expect(app.dialog.getByRole('status')).toHaveText('O is “Show the output”.');
  await page.keyboard.press('Escape');
  await expect(change).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('o');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(field).toBeHidden();
  await expect(app.dialog.getByRole('listitem').filter({ hasText: 'Add a task' }).first()).toContainText('O');
  await app.dialog.getByLabel('Find shortcuts').fill('show output');
  await expect(app.dialog.getByRole('listitem').filter({ hasText: 'Show the output' })).toContainText('no keys');
  await page.keyboard.press('Escape');

  await app.reload();
  await app.canvas.focus();
  await page.keyboard.press('n');
  await expect(canvas.addMenu).toBeHidden();
  await page.keyboard.press('o');
  await expect(canvas.addMenu).toBeVisible();
  await page.keyboard.press('Escape');
  await open();
  await app.dialog.getByRole('button', { name: 'All as they were' }).click();
  await page.keyboard.press('Escape');
  await app.canvas.focus();
  await page.keyboard.press('n');
  await expect(canvas.addMenu).toBeVisible();
});

test('the menu key opens the menu of what is selected: tasks, a note, a wire; of nothing, that of the canvas', async ({
  app,
  page,
}) => {
  await app.openText(`default_model: sim:echo
tasks:
  one: { description: One }
  two: { description: Two, depends_on: [one] }
layout:
  tasks: { one: [0, 0], two: [300, 0] }
  notes: [{ text: A note, at: [0, 200], size: [200, 100] }]
`);
  const canvas = new Canvas(app);
  const menu = page.getByRole('menu');
  const opens = async (item: string) => {
    await app.canvas.focus();
    await page.keyboard.press('Shift+F10');
    await expect(menu.getByRole('menuitem', { name: item })).toBeVisible();
  };
  await app.select('two');
  await opens('Rename');
  const [task, opened] = [await canvas.box(app.node('two')), await canvas.box(menu)];
  expect(opened.x).toBeGreaterThan(task.x);
  expect(opened.x).toBeLessThan(task.x + task.width);
  await page.keyboard.press('Escape');
  await expect(app.canvas).toBeFocused();
  await page.keyboard.press('Alt+n');
  await opens('Write in the note');
  await page.keyboard.press('Escape');
  await canvas.clickEdge('one', 'two');
  await opens('Delete');
  await expect(menu.getByRole('menuitem')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await page.keyboard.press('Escape');
  await opens('Add a note');
});

test('with nothing to undo, Ctrl+Z leaves texts alone that do not have the focus', async ({ app, page }) => {
  await app.openText(slow);
  await app.canvas.focus();
  await page.keyboard.press('Control+f');
  const field = page.getByRole('textbox', { name: 'Find', exact: true });
  await expect(field).toBeFocused();
  await page.keyboard.type('sleep');
  await page.getByRole('button', { name: 'Replace', exact: true }).press('Enter');
  await expect(page.getByRole('textbox', { name: 'Replace with' })).toBeFocused();
  await page.keyboard.type('wake');
  await app.canvas.focus();
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  // Keys are taken in their order: after these, the other two have been.
  await page.keyboard.press('?');
  await expect(app.dialog).toBeVisible();
  await app.closeDialog();
  await expect(field).toHaveValue('sleep');
  await expect(page.getByLabel('Replace with')).toHaveValue('wake');
});

test('Esc leads one level up from wherever the focus is, and loses no text', async ({ app, page }) => {
  await app.openText(`default_model: sim:echo
tasks:
  both:
    type: sequential
    steps:
      - { id: first, description: One }
      - { id: second, description: Two }
`);
  const canvas = new Canvas(app);
  await app.select('second');
  await app.field('Prompt').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' and {{fi');
  await expect(app.inspector.getByRole('listbox')).toBeVisible();
  const esc = () => page.keyboard.press('Escape');
  await esc();
  await expect(app.inspector.getByRole('listbox')).toBeHidden();
  await expect(app.field('Prompt')).toBeFocused();
  await esc();
  await expect(app.canvas).toBeFocused();
  await expect(app.field('Prompt')).toHaveValue('Two and {{fi');
  await expect(canvas.selected).toHaveText([/^second/]);
  await esc();
  await expect(app.inspector.getByRole('heading', { level: 2 })).toHaveText('both');
  await esc();
  await expect(canvas.selected).toHaveCount(0);
  // From a large drawer first to the drawer, from a field of the left panel too.
  await page.keyboard.press('Control+Shift+J');
  const large = app.drawer.getByRole('button', { name: 'Large drawer' });
  await expect(large).toHaveAttribute('aria-pressed', 'true');
  await app.drawer.getByRole('tab', { name: 'Output' }).focus();
  await esc();
  await expect(large).toHaveAttribute('aria-pressed', 'false');
  await esc();
  await expect(app.canvas).toBeFocused();
  await page.getByLabel('Search task types').fill('scr');
  await esc();
  await expect(page.getByLabel('Search task types')).toHaveValue('');
  await esc();
  await expect(app.canvas).toBeFocused();
});

test('F6 leads round the parts of the screen to the control that had the focus in each, past closed ones', async ({
  app,
  page,
}) => {
  await app.openText(slow);
  await app.select('other');
  await app.field('Prompt').focus();
  await app.drawer.getByRole('tab', { name: 'Output' }).focus();
  await app.topBar.getByRole('button', { name: 'Models' }).focus();
  await app.canvas.focus();
  const round = [app.field('Prompt'), app.drawer.getByRole('tab', { name: 'Output' }), app.tree];
  for (const stop of [...round, app.topBar.getByRole('button', { name: 'Models' }), app.canvas]) {
    await page.keyboard.press('F6');
    await expect(stop).toBeFocused();
  }
  await page.keyboard.press('Control+.');
  await page.keyboard.press('Control+j');
  await page.keyboard.press('F6');
  await expect(app.tree).toBeFocused();
  await page.keyboard.press('Shift+F6');
  await expect(app.canvas).toBeFocused();
  await page.keyboard.press('Control+\\');
  await expect(app.tree).toBeHidden();
  await page.keyboard.press('Control+\\');
  await expect(app.tree).toBeVisible();
  await expect(app.inspector).toBeHidden();
});

test('keys of the canvas do nothing to tasks where a control or an output has the focus', async ({ app, page }) => {
  await app.openText(slow.replace('type: script\n    script: { content: sleep 60 }', 'description: Wait'));
  const canvas = new Canvas(app);
  await app.select('other');
  await app.inspector.getByRole('button', { name: 'Add an option' }).focus();
  for (const key of ['Backspace', 'Delete', 'n', 'd', 'Control+a']) await page.keyboard.press(key);
  await page.keyboard.press('Control+Enter');
  expect(await app.isOver()).toBe('completed');
  const output = app.drawer.getByRole('region', { name: 'Output of other' });
  await output.click();
  await page.keyboard.press('Control+a');
  // The blocks of the rendered text are lines of the selection.
  const squeeze = (text: string | null | undefined) => text?.replace(/\s+/g, ' ').trim();
  const text = squeeze(await output.locator('[data-text]').textContent());
  expect(text).not.toBe('');
  expect(squeeze(await page.evaluate(() => getSelection()?.toString()))).toBe(text);
  await page.keyboard.press('Delete');
  await canvas.expectTasks(2);
  await expect(canvas.selected).toHaveText([/^other/]);
  await expect(canvas.addMenu).toBeHidden();
});

test('Ctrl+Z in a prompt takes back what was typed together', async ({ app, page }) => {
  await app.openText(slow);
  await app.select('other');
  await app.field('Prompt').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' and then two more');
  await expectSaved(app, 'Say one and then two more');
  let presses = 0;
  for (; (await app.field('Prompt').inputValue()) !== 'Say one' && presses < 3; presses += 1)
    await page.keyboard.press('Control+z');
  await expect(app.field('Prompt')).toHaveValue('Say one');
});

test('Back closes a dialog, and a drag whose release was lost ends where it was', async ({ app, page }) => {
  await app.openText(slow);
  await app.topBar.getByRole('button', { name: 'Plan' }).click();
  await expect(page.getByRole('main', { name: 'Plan' })).toBeVisible();
  await page.keyboard.press('?');
  await expect(app.dialog).toBeVisible();
  await page.goBack();
  await expect(app.canvas).toBeVisible();
  await expect(app.dialog).toBeHidden();

  const canvas = new Canvas(app);
  const from = await canvas.box(app.node('other'));
  const [x, y] = [from.x + from.width / 2, from.y + from.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 30, y + 60, { steps: 4 });
  const cdp = await page.context().newCDPSession(page);
  const moveWithout = (dx: number) =>
    cdp.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: x + dx, y: y + 60, button: 'none', buttons: 0 });
  for (const dx of [60, 90, 120]) await moveWithout(dx);
  await expect.poll(async () => Math.round((await canvas.box(app.node('other'))).x - from.x)).toBe(30);
});
