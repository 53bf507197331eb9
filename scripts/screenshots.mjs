// Makes the pictures of the README and the guide from the built page, light and dark: all of them, or those whose names
// are given.
import { mkdir } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import { preview } from 'vite';
import { browserFlags, findBrowser } from './browser.mjs';
import { film } from './pictures/film.mjs';
import { ofGuide } from './pictures/of-guide.mjs';
import { ofScreens } from './pictures/of-screens.mjs';
import { writePicture } from './pictures/write-picture.mjs';

const folder = 'docs/images';
const pictures = { ...ofScreens, ...ofGuide, ...film };
const size = { width: 1440, height: 900 };
const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(pictures);

/** What the browser keeps of a person who has opened the inspector and the drawer. */
const openPanels = {
  ...{ left: true, right: true, drawer: true, isRightSet: true, isDrawerSet: true },
  ...{ leftWidth: 224, rightWidth: 372, drawerHeight: 234 },
};

/** Pictures of a first visit. */
const firstVisits = new Set([...Object.keys(film), 'tour']);

const server = await preview({ preview: { port: 4176 } });
const origin = server.resolvedUrls?.local[0] ?? '';
const executablePath = findBrowser();
const browser = await chromium.launch({ args: browserFlags, ...(executablePath ? { executablePath } : {}) });
await mkdir(folder, { recursive: true });

for (const name of names)
  for (const colorScheme of /** @type {const} */ (['light', 'dark']))
    await takePicture(name, colorScheme).catch((error) => {
      // The others are made all the same.
      process.exitCode = 1;
      console.error(`${name}, ${colorScheme}: ${error}`);
    });

/**
 * @param {string} name
 * @param {'light' | 'dark'} colorScheme
 */
async function takePicture(name, colorScheme) {
  const show = pictures[name];
  if (show === undefined) throw new Error('There is no such picture.');
  const context = await browser.newContext({ viewport: size, colorScheme });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  /** @type {Record<string, string>} */
  const kept = firstVisits.has(name) ? {} : { 'heddle.view': JSON.stringify({ panels: openPanels }) };
  await page.addInitScript(
    (entries) => {
      for (const [key, value] of Object.entries(entries))
        if (localStorage.getItem(key) === null) localStorage.setItem(key, value);
    },
    // The tour is offered at the first start only.
    { 'heddle.tour': 'offered', ...kept },
  );
  try {
    await page.goto(`${origin}#/start`);
    await show(page);
    await page.evaluate(() => document.fonts.ready);
    await page
      .getByRole('region', { name: 'Messages' })
      .getByText(/^Opening/)
      .waitFor({ state: 'hidden' });
    // No tooltip of where the pointer was left; a menu within a menu is open while the pointer is there.
    if ((await page.getByRole('menu').count()) === 0) await page.mouse.move(size.width / 2, 0);
    await writePicture(
      context,
      `${folder}/${name}-${colorScheme}.webp`,
      await page.screenshot({ animations: 'disabled' }),
    );
  } finally {
    await context.close();
  }
}

await browser.close();
await server.close();
