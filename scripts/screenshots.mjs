// Makes the pictures of the README from the built page: the example in the middle of a run, light and dark; what a call was told; the plan; the code.
import { mkdir } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import { preview } from 'vite';
import { browserFlags, findBrowser } from './browser.mjs';

const folder = 'docs/images';
const size = { width: 1440, height: 900 };

const server = await preview({ preview: { port: 4176, strictPort: true } });
const executablePath = findBrowser();
const browser = await chromium.launch({ args: browserFlags, ...(executablePath ? { executablePath } : {}) });
await mkdir(folder, { recursive: true });

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  const context = await browser.newContext({ viewport: size, colorScheme });
  const page = await context.newPage();
  /** @param {string} name */
  const shot = (name) => page.screenshot({ path: `${folder}/${name}-${colorScheme}.png` });
  const task = (/** @type {string} */ id) => page.locator(`[data-task="${id}"]`);

  await page.goto('http://127.0.0.1:4176/');
  await task('write_notes').waitFor();
  await page.getByRole('treeitem', { name: /upgrade_guide/ }).click();
  await page.getByRole('tab', { name: 'Timeline' }).click();
  await page.keyboard.press('Control+Enter');
  await page.locator('[data-task="write_notes"][data-status="running"]').waitFor();
  await page
    .getByText(/\w+ \w+ \w+ \w+/, { exact: false })
    .first()
    .waitFor();
  await page.locator('[data-task="write_notes"] p').waitFor();
  await shot('editor');

  await page.locator('[data-task="announce"][data-status="ok"]').waitFor();
  await page.getByRole('treeitem', { name: /explain_fixes/ }).click();
  const drawer = page.getByRole('region', { name: 'Run', exact: true });
  await drawer.getByRole('tab', { name: 'Output' }).click();
  await drawer.getByRole('button', { name: 'What it was told' }).click();
  await page.getByRole('heading', { name: 'What this call was told' }).waitFor();
  await shot('context');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Plan' }).click();
  await page.getByRole('button', { name: /upgrade_guide/ }).click();
  await page.getByRole('heading', { name: 'Prompt' }).or(page.getByText('=== END CONTEXT')).first().waitFor();
  await shot('plan');

  await page.getByRole('button', { name: 'Canvas' }).first().click();
  await page
    .getByRole('radio', { name: 'Both' })
    .or(page.getByRole('button', { name: 'Both' }))
    .first()
    .click();
  await page.locator('.monaco-editor .view-line').first().waitFor();
  await shot('both');
  await context.close();
}

await browser.close();
await server.close();
