import type { Page } from '@playwright/test';
import { type App, expect, test } from './support/app';

// The first visit: nobody has opened a panel yet.
test.use({ isFirstVisit: true, viewport: { width: 1280, height: 800 } });

const ends = {
  pass: 'a: { description: Say one }\n  b: { description: Say two, depends_on: [a] }',
  fail: 'a: { type: script, script: { content: exit 3 } }',
  ask: 'a: { type: ask, message: "Go on?", form: { note: { label: A note } } }',
} as const;
const write = (tasks: string) => `heddle: 1\nname: Shell\ndefault_model: sim:default\ntasks:\n  ${tasks}\n`;

/** Left edge and width of the buttons right of the gap. */
async function measureButtons({ topBar }: App) {
  const buttons = {
    undo: topBar.getByRole('button', { name: 'Undo' }),
    plan: topBar.getByRole('button', { name: 'Plan' }),
    budget: topBar.getByRole('button', { name: /budget|of \$/i }),
    run: topBar.getByRole('button', { name: /^(Run|Cancel)\b/ }),
    models: topBar.getByRole('button', { name: 'Models' }),
  };
  const boxes = await Promise.all(
    Object.entries(buttons).map(async ([name, button]) => {
      const box = await button.boundingBox();
      return [name, box && { x: box.x, width: box.width }] as const;
    }),
  );
  return Object.fromEntries(boxes);
}

const heightOf = async (page: Page, region: string) =>
  (await page.locator(`[data-region="${region}"]`).boundingBox())?.height;
const viewTransform = (app: App) => app.canvas.locator('.react-flow__viewport').evaluate((one) => one.style.transform);

test('the first visit is the canvas: titles to read, most of the window, nothing over it', async ({ app, page }) => {
  await app.open();
  await expect(page.getByRole('button', { name: 'Workflow settings' })).toBeVisible();
  await expect(app.inspector).toBeHidden();
  await expect(app.drawer.getByRole('tabpanel')).toBeHidden();
  const box = await app.canvas.boundingBox();
  const { width = 0, height = 0 } = box ?? {};
  expect((width * height) / (1280 * 800)).toBeGreaterThanOrEqual(0.55);
  const zoom = Number(/scale\(([\d.]+)\)/.exec(await viewTransform(app))?.[1]);
  expect(13 * zoom).toBeGreaterThanOrEqual(11.999);
  // What lies at points all over the canvas is of the canvas.
  const over = await page.evaluate(() => {
    const canvas = document.querySelector('[data-canvas]');
    const { left, top, width, height } = canvas?.getBoundingClientRect() ?? new DOMRect();
    const found: string[] = [];
    for (let x = 0.02; x < 1; x += 0.04)
      for (let y = 0.02; y < 1; y += 0.04) {
        const at = document.elementFromPoint(left + width * x, top + height * y);
        if (at !== null && canvas?.contains(at) !== true) found.push(at.outerHTML.slice(0, 80));
      }
    return found;
  });
  expect(over).toEqual([]);
});

for (const [end, tasks] of Object.entries(ends)) {
  test(`nothing in the top bar moves over a run that is to ${end}, nor when it is cancelled`, async ({ app }) => {
    await app.openText(write(tasks));
    const before = await measureButtons(app);
    await app.start();
    expect(await measureButtons(app)).toEqual(before);
    if (end === 'ask') {
      await expect(app.drawer.getByRole('tab', { name: /Asks you/ })).toBeVisible();
      expect(await measureButtons(app)).toEqual(before);
      await app.cancelButton().click();
    }
    await app.isOver();
    expect(await measureButtons(app)).toEqual(before);
  });
}

/** The parts of the page that must stand still over a run. */
const still = ['top', 'left', 'canvas'];

/** Notes every shift that the browser sees, also one that is taken back; what it answers are those of these parts. */
async function noteShifts(page: Page, regions: readonly string[]): Promise<() => Promise<readonly string[]>> {
  await page.evaluate((watched) => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    const listen = new PerformanceObserver((list) => {
      for (const { sources } of list.getEntries() as unknown as readonly { sources: readonly LayoutShift[] }[])
        for (const { node, previousRect: from, currentRect: to } of sources) {
          const element = node instanceof Element ? node : node?.parentElement;
          // What a task says while it works is its own; it must not move.
          if (element?.closest('[data-task]') !== null && element?.matches('[data-task]') !== true) continue;
          const region = element?.closest<HTMLElement>('[data-region]')?.dataset['region'];
          const places = [from, to].map(({ x, y, width, height }) => `${x} ${y} ${width} × ${height}`);
          if (region !== undefined && watched.includes(region))
            shifts.push(`${region}: ${places.join(' to ')}: ${element?.outerHTML.slice(0, 120)}`);
        }
    });
    interface LayoutShift {
      readonly node: Node | null;
      readonly previousRect: DOMRect;
      readonly currentRect: DOMRect;
    }
    listen.observe({ type: 'layout-shift' });
  }, regions);
  return () => page.evaluate(() => (window as unknown as { shifts: readonly string[] }).shifts);
}

for (const end of ['pass', 'ask'] as const) {
  test(`top bar, left panel, canvas and view stand still over a run that is to ${end}`, async ({ app, page }) => {
    await app.openText(write(ends[end]));
    await app.page.keyboard.press('Control+j');
    await expect(app.drawer.getByRole('tabpanel')).toBeVisible();
    const measure = async () => [
      ...(await Promise.all([...still, 'drawer'].map((name) => page.locator(`[data-region="${name}"]`).boundingBox()))),
      await viewTransform(app),
    ];
    const before = await measure();
    expect(before).not.toContain(null);
    const listShifts = await noteShifts(page, still);
    await app.start();
    await app.drawer.getByRole('switch', { name: 'Follow' }).click();
    expect(await measure()).toEqual(before);
    if (end === 'ask') {
      await expect(app.drawer.getByRole('tab', { name: /Asks you/ })).toBeVisible();
      expect(await measure()).toEqual(before);
      await app.cancelButton().click();
    }
    await app.isOver();
    expect(await measure()).toEqual(before);
    expect(await listShifts()).toEqual([]);
  });
}

const chain = (count: number) =>
  Array.from(
    { length: count },
    (_, at) => `t${at}: { description: Say it${at === 0 ? '' : `, depends_on: [t${at - 1}]`} }`,
  );

test('selecting and panels move the view only to what they would hide, by the least', async ({ app, page }) => {
  await app.openText(write(chain(3).join('\n  ')));
  await expect(app.node('t2')).toBeVisible();
  const readView = async () => {
    const [x = 0, y = 0, zoom = 0] = (await viewTransform(app)).match(/-?[\d.]+/g)?.map(Number) ?? [];
    return { x, y, zoom };
  };
  const atFirst = await readView();
  expect(atFirst.zoom).toBe(1);
  // The first selection opens the inspector, which leaves this task in sight.
  await app.node('t0').click();
  await expect(app.inspector).toBeVisible();
  await page.keyboard.press('Control+j');
  await expect(app.drawer.getByRole('tabpanel')).toBeVisible();
  expect(await readView()).toEqual(atFirst);
  // It closes, and opens over the task that is selected now.
  await page.keyboard.press('Control+.');
  await expect(app.inspector).toBeHidden();
  await app.node('t2').click();
  expect(await readView()).toEqual(atFirst);
  await page.keyboard.press('Control+.');
  await expect(app.inspector).toBeVisible();
  const edge = async () => {
    const [canvas, task] = [await app.canvas.boundingBox(), await app.node('t2').boundingBox()];
    return canvas && task && Math.round(canvas.x + canvas.width - task.x - task.width);
  };
  await expect.poll(edge).toBe(24);
  const panned = await readView();
  expect(panned).toEqual({ ...atFirst, x: panned.x });
  // The large drawer leaves it as it is.
  await page.keyboard.press('Control+Shift+J');
  const strip = page.getByRole('region', { name: 'Tasks beside the large drawer' });
  await expect(strip.getByRole('button')).toHaveCount(3);
  for (const pill of await strip.getByRole('button').all()) expect((await pill.boundingBox())?.height).toBe(28);
  expect(await heightOf(page, 'canvas')).toBe(104);
  await page.keyboard.press('Control+Shift+J');
  await expect(strip).toBeHidden();
  expect(await readView()).toEqual(panned);
});

test.describe('with forced colours', () => {
  test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } });

  test('what is selected and what has the focus is outlined, as no background is painted', async ({ app, page }) => {
    await app.openText(write(chain(2).join('\n  ')));
    const readOutline = (element: HTMLElement) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return `${outlineStyle} ${outlineWidth}`;
    };
    await app.select('t0');
    expect(await app.row('t0').evaluate(readOutline)).toBe('solid 2px');
    expect(await app.row('t1').evaluate(readOutline)).not.toContain('solid');
    await page.keyboard.press('Escape');
    await expect(app.canvas).toBeFocused();
    expect(await app.canvas.evaluate(readOutline)).toBe('solid 2px');
  });
});

test.describe('in a narrow window', () => {
  test.use({ viewport: { width: 900, height: 700 } });

  test('tasks out of sight are counted in the bar of the drawer, whose button pans to the next ones', async ({
    app,
  }) => {
    await app.openText(write(chain(5).join('\n  ')));
    await expect(app.node('t0')).toBeInViewport({ ratio: 1 });
    expect(await viewTransform(app)).toContain('scale(0.93)');
    await app.drawer.getByRole('button', { name: '3 more tasks →' }).click();
    await expect(app.node('t2')).toBeInViewport({ ratio: 1 });
    expect(await viewTransform(app)).toContain('scale(0.93)');
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the bar at the foot opens one panel at a time', async ({ app, page }) => {
    await app.page.goto('./');
    await expect(app.canvas).toBeVisible();
    const bar = page.getByRole('navigation', { name: 'Panels' });
    await expect(bar).toBeVisible();
    await bar.getByRole('button', { name: 'Output' }).click();
    await expect(app.drawer.getByRole('tabpanel', { name: 'Output' })).toBeVisible();
    await bar.getByRole('button', { name: 'Tasks' }).click();
    await expect(app.drawer.getByRole('tabpanel')).toBeHidden();
    await expect(app.tree).toBeVisible();
    await bar.getByRole('button', { name: 'Tasks' }).click();
    await expect(app.tree).toBeHidden();
  });
});

test.describe('at 200 % zoom', () => {
  test.use({ viewport: { width: 640, height: 400 } });

  test('the canvas has 280 of the height, and the open workflows are in the menu of the name', async ({
    app,
    page,
  }) => {
    await app.page.goto('./');
    await expect(app.canvas).toBeVisible();
    await expect.poll(() => heightOf(page, 'canvas')).toBeGreaterThanOrEqual(280);
    await app.topBar.getByRole('button', { name: 'Open workflows' }).click();
    await expect(page.getByRole('menuitemradio', { name: 'Release notes' })).toBeVisible();
  });
});
