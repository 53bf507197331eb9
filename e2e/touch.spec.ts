import type { CDPSession, Locator } from '@playwright/test';
import { isAccessible } from './support/accessible';
import { type App, expect, test } from './support/app';
import { fitsFingers } from './support/finger-size';
import { expectSaved, savedText } from './support/saved-text';

const workflow = `name: Touched
default_model: sim:echo
tasks:
  one: { description: Say one }
  two: { description: Say two }
layout:
  tasks:
    one: [0, 0]
    two: [320, 0]
`;

interface Finger {
  readonly x: number;
  readonly y: number;
}

/** Fingers on the screen, as the browser is told of them. */
class Fingers {
  readonly #cdp: CDPSession;

  constructor(cdp: CDPSession) {
    this.#cdp = cdp;
  }

  async #tell(type: 'touchStart' | 'touchMove' | 'touchEnd', fingers: readonly Finger[]): Promise<void> {
    const touchPoints = fingers.map(({ x, y }, id) => ({ x, y, id }));
    await this.#cdp.send('Input.dispatchTouchEvent', { type, touchPoints });
  }

  async down(...fingers: readonly Finger[]): Promise<void> {
    await this.#tell('touchStart', fingers);
  }

  async up(): Promise<void> {
    await this.#tell('touchEnd', []);
  }

  /** Puts one finger down, or two, moves them in steps, and lifts them. */
  async drag(from: readonly Finger[], by: readonly Finger[]): Promise<void> {
    await this.down(...from);
    for (let step = 1; step <= 5; step += 1) {
      const moved = from.map(({ x, y }, at) => ({
        x: x + ((by[at]?.x ?? 0) * step) / 5,
        y: y + ((by[at]?.y ?? 0) * step) / 5,
      }));
      await this.#tell('touchMove', moved);
    }
    await this.up();
  }
}

const centre = async (app: App, task: string): Promise<Finger> => {
  const box = await app.node(task).boundingBox();
  if (box === null) throw new Error(`${task} is not drawn.`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

test.describe('on a tablet', () => {
  test.use({ viewport: { width: 1180, height: 820 }, hasTouch: true });

  test('a finger selects, pans, moves what is selected, and opens menus; two zoom', async ({ app, page }) => {
    const fingers = new Fingers(await page.context().newCDPSession(page));
    await app.openText(workflow);
    const one = await centre(app, 'one');
    const empty = { x: one.x, y: one.y + 200 };

    // A tap selects, one beside it clears.
    await fingers.drag([one], [{ x: 0, y: 0 }]);
    await expect(app.inspector.getByLabel('Prompt', { exact: true })).toHaveValue('Say one');
    await fingers.drag([empty], [{ x: 0, y: 0 }]);
    await expect(app.inspector.getByLabel('Prompt', { exact: true })).toBeHidden();

    // What is not selected stays, and the canvas goes along with the finger.
    const before = await savedText(app);
    await fingers.drag([one], [{ x: 60, y: 80 }]);
    await expect.poll(async () => Math.round((await centre(app, 'one')).y - one.y)).toBe(80);
    await expect.poll(async () => Math.round((await centre(app, 'two')).y - one.y)).toBe(80);
    expect(await savedText(app)).toBe(before);

    // What is selected moves, and the canvas stays.
    const [here, beside] = [await centre(app, 'one'), await centre(app, 'two')];
    await fingers.drag([here], [{ x: 0, y: 0 }]);
    await fingers.drag([here], [{ x: 0, y: 120 }]);
    await expectSaved(app, /one: \[\d+, [1-9]\d+\]/);
    expect(await centre(app, 'two')).toEqual(beside);
    await page.keyboard.press('Control+z');
    await expect.poll(() => savedText(app)).toBe(before);

    // A finger that rests opens the menu; a finger that moves does not.
    await fingers.down(beside);
    const menu = page.getByRole('menu');
    await expect(menu.getByRole('menuitem', { name: /^Duplicate/ })).toBeVisible();
    await fingers.up();
    await menu.getByRole('menuitem', { name: /^Duplicate/ }).tap();
    await expect(page.locator('[data-canvas]')).toHaveAttribute('aria-label', /3 tasks/);
    await fingers.down({ x: beside.x, y: beside.y - 90 });
    await expect(menu.getByRole('menuitem', { name: /^Add a task/ })).toBeVisible();
    await fingers.up();
    await page.keyboard.press('Escape');

    // Two fingers zoom about the point between them, wherever they are put down.
    const middle = await centre(app, 'two');
    const width = (await app.node('two').boundingBox())?.width ?? 0;
    await fingers.drag(
      [middle, { x: middle.x + 80, y: middle.y }],
      [
        { x: -60, y: 0 },
        { x: 60, y: 0 },
      ],
    );
    await expect.poll(async () => ((await app.node('two').boundingBox())?.width ?? 0) / width).toBeGreaterThan(1.5);
  });
});

const asking = `name: Asked
default_model: sim:echo
tasks:
  draft: { description: Say something about looms }
  check:
    type: ask
    description: "Is this fine? {{draft}}"
    form: { remarks: { type: text } }
    depends_on: [draft]
`;

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a workflow is read, run and answered', async ({ app, page }) => {
    await app.openText(asking);
    const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth && innerWidth === 390);
    expect(await fits()).toBe(true);
    await app.runButton().tap();
    const card = page.getByRole('region', { name: 'Questions of the run' }).getByRole('group');
    await expect(card).toContainText('Is this fine?');
    expect(await fits()).toBe(true);
    // All of what a run needs is in the window, and the workflow is still in sight under the question.
    const isWhole = async (control: Locator) => {
      const { x, width } = (await control.boundingBox()) ?? { x: 0, width: 0 };
      expect(x + width).toBeLessThanOrEqual(390);
    };
    await isWhole(app.cancelButton());
    await isWhole(page.getByRole('button', { name: 'More', exact: true }));
    await isWhole(app.drawer.getByRole('switch', { name: 'Follow' }));
    const canvas = await app.canvas.boundingBox();
    await expect
      .poll(async () => (await app.node('check').boundingBox())?.y ?? 0)
      .toBeLessThan((canvas?.y ?? 0) + (canvas?.height ?? 0));
    const bar = page.getByRole('navigation', { name: 'Panels' });
    await bar.getByRole('button', { name: 'More panels' }).tap();
    await page.getByRole('menuitem', { name: 'Metrics' }).tap();
    await expect(app.drawer.getByRole('tabpanel', { name: 'Metrics' })).toBeVisible();
    await bar.getByRole('button', { name: 'Asks you' }).tap();
    await card.getByRole('textbox', { name: 'remarks' }).fill('Shorter');
    await card.getByRole('button', { name: 'Answer' }).tap();
    expect(await app.isOver()).toBe('completed');

    // What a task gave is read by a tap on it, and the canvas stays in sight.
    await page.getByRole('button', { name: 'More', exact: true }).tap();
    await page.getByRole('menuitem', { name: /^Show everything/ }).tap();
    await app.node('check').tap();
    await bar.getByRole('button', { name: 'Output' }).tap();
    await expect(app.drawer).toContainText('Shorter');
    expect(await fits()).toBe(true);
    await page.getByRole('button', { name: 'More', exact: true }).tap();
    await expect(page.getByRole('menuitem', { name: /^Search everything/ })).toBeVisible();
  });

  test('every screen is pressed with fingers, and in order for axe', async ({ app, page }) => {
    const isFit = async (what: string) => {
      await fitsFingers(app, what);
      await isAccessible(app, what);
    };
    const goTo = async (hash: string, name: string) => {
      await page.evaluate((to) => {
        location.hash = to;
      }, hash);
      await expect(page.getByRole('main', { name, exact: true })).toBeVisible();
    };
    await app.openText(asking);
    await isFit('the canvas');
    await app.node('draft').tap();
    const bar = page.getByRole('navigation', { name: 'Panels' });
    await bar.getByRole('button', { name: 'Tasks' }).tap();
    for (const tab of ['Tasks', 'Library', 'Files', 'Runs']) {
      await page.getByRole('tab', { name: tab, exact: true }).tap();
      await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible();
      await isFit(tab);
    }
    await bar.getByRole('button', { name: 'More panels' }).tap();
    await fitsFingers(app, 'the menu of the panels');
    await page.getByRole('menuitem', { name: 'Inspector' }).tap();
    for (const tab of ['Context', 'Output', 'History', 'Task']) {
      await app.inspector.getByRole('tab', { name: tab, exact: true }).tap();
      await isFit(`the inspector's tab ${tab}`);
    }
    await app.inspector.getByRole('button', { name: /^Add an option/ }).tap();
    await expect(app.inspector.getByRole('listbox')).toBeVisible();
    await isFit('the options');
    await page.keyboard.press('Escape');
    await app.runButton().tap();
    const card = page.getByRole('region', { name: 'Questions of the run' }).getByRole('group');
    await expect(card).toContainText('Is this fine?');
    await isFit('a question');
    await card.getByRole('textbox', { name: 'remarks' }).fill('Shorter');
    await card.getByRole('button', { name: 'Answer' }).tap();
    expect(await app.isOver()).toBe('completed');
    for (const tab of ['Timeline', 'Context', 'Output']) {
      await bar.getByRole('button', { name: tab }).tap();
      await expect(app.drawer.getByRole('tabpanel', { name: tab })).toBeVisible();
      await isFit(`the drawer's tab ${tab}`);
    }
    for (const tab of ['Logs', 'Events', 'Metrics']) {
      await bar.getByRole('button', { name: 'More panels' }).tap();
      await page.getByRole('menuitem', { name: tab }).tap();
      await expect(app.drawer.getByRole('tabpanel', { name: tab })).toBeVisible();
      await isFit(`the drawer's tab ${tab}`);
    }
    const id = new URL(page.url()).hash.split('/')[2];
    await goTo(`#/w/${id}/plan`, 'Plan');
    await expect(page.getByRole('row', { name: /^draft/ })).toBeAttached();
    await isFit('the plan');
    // In one column, whose table has no way to the side.
    const isAside = () =>
      page.getByRole('region', { name: 'Tasks in order' }).evaluate((one) => one.scrollWidth > one.clientWidth);
    expect(await isAside()).toBe(false);
    await goTo(`#/w/${id}/models`, 'Models');
    await expect(page.getByRole('row', { name: /^gpt-/ }).first()).toBeAttached();
    await isFit('the models');
    await goTo(`#/w/${id}/tools`, 'Tools');
    await isFit('the tools');
    await app.openStart();
    await isFit('the start page');
  });
});
