// Draws the icons of the installed page from public/icon.svg: `npm run icons`. One for where it is shown as it is, and
// one that systems cut to their own shape, whose outer tenth may be lost (https://w3c.github.io/manifest/#icon-masks).
import { mkdir, readFile } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import { browserFlags, findBrowser } from './browser.mjs';

const folder = 'public/icons';
const ground = '#161a1f';
const ink = '#e6e8ec';

/** Sizes in pixels that Chromium asks for (https://web.dev/articles/add-manifest#icons). */
const icons = [
  { name: 'icon-192', size: 192, round: 0.2, drawn: 0.7 },
  { name: 'icon-512', size: 512, round: 0.2, drawn: 0.7 },
  { name: 'maskable-512', size: 512, round: 0, drawn: 0.56 },
];

const svg = (await readFile('public/icon.svg', 'utf8')).replace(
  /<style>.*<\/style>/,
  `<style>g{stroke:${ink}}</style>`,
);
const executablePath = findBrowser();
const browser = await chromium.launch({ args: browserFlags, ...(executablePath ? { executablePath } : {}) });
const page = await browser.newPage();
await mkdir(folder, { recursive: true });
for (const { name, size, round, drawn } of icons) {
  await page.setViewportSize({ width: size, height: size });
  const box = `width:${size}px;height:${size}px;border-radius:${round * size}px;background:${ground}`;
  await page.setContent(
    `<body style="margin:0"><div style="${box};display:grid;place-items:center"><div style="width:${drawn * size}px">${svg}`,
  );
  await page.screenshot({ path: `${folder}/${name}.png`, omitBackground: true });
}
await browser.close();
