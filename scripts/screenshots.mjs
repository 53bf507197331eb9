// Makes the pictures of the README and the guide from the built page, light and dark: the example in the middle of a
// run; what a call was told; the plan; the code; the models; the tools.
import { mkdir } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import { preview } from 'vite';
import { browserFlags, findBrowser } from './browser.mjs';
import { ofGuide } from './pictures/of-guide.mjs';
import { withModels, withTools } from './pictures/workflows.mjs';
import { writePicture } from './pictures/write-picture.mjs';

const folder = 'docs/images';
const size = { width: 1440, height: 900 };

/** What the maker lists. */
const listed = [
  'gpt-5.4-mini',
  'gpt-5.6-terra',
  'gpt-6-astra',
  'gpt-6-luna',
  'gpt-6-sol',
  'gpt-6.1-sol',
  'gpt-6.1-terra',
];

/** What the server of the picture of tools answers, by method. */
const harbour = {
  initialize: {
    protocolVersion: '2025-06-18',
    capabilities: { tools: {}, resources: {} },
    serverInfo: { name: 'harbour', version: '1' },
  },
  'tools/list': {
    tools: [
      tool('berth_of', 'The berth of a ship.', { readOnlyHint: true }, { ship: { type: 'string' } }),
      tool(
        'book',
        'Books a berth for a ship that will arrive.',
        { destructiveHint: true },
        {
          ship: { type: 'string', description: 'Name of the ship' },
          draught: { type: 'number', description: 'In metres' },
          quay: { enum: ['north', 'south'] },
        },
      ),
      tool('tides', 'Times of high and low tide.', { readOnlyHint: true }, { day: { type: 'string' } }),
    ],
  },
  'tools/call': { content: [{ type: 'text', text: '{"booked":"Anna","berth":7}' }] },
};

const server = await preview({ preview: { port: 4176, strictPort: true } });
const executablePath = findBrowser();
const browser = await chromium.launch({ args: browserFlags, ...(executablePath ? { executablePath } : {}) });
await mkdir(folder, { recursive: true });

/** Names of pictures of the guide; empty: all pictures are made. */
const only = process.argv.slice(2);

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  for (const name of only) await picture(name, ofGuide[name] ?? Promise.reject, colorScheme);
  if (only.length > 0) continue;
  const context = await browser.newContext({ viewport: size, colorScheme });
  const page = await context.newPage();
  /** @param {string} name */
  const shot = (name) => keep(page, `${name}-${colorScheme}`);
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
  await drawer.getByRole('button', { name: 'What it was sent' }).click();
  await page.getByRole('heading', { name: 'What this call was sent' }).waitFor();
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
  await showModels(colorScheme);
  await showTools(colorScheme);
  for (const [name, show] of Object.entries(ofGuide)) await picture(name, show, colorScheme);
}

/** @param {'light' | 'dark'} colorScheme */
async function showModels(colorScheme) {
  const context = await browser.newContext({ viewport: size, colorScheme });
  const page = await context.newPage();
  await page.clock.setFixedTime(new Date('2026-11-22T14:06:00'));
  await page.route('https://api.openai.com/v1/models', (route) =>
    route.fulfill({ json: { data: listed.map((id) => ({ id })) } }),
  );
  await page.goto('http://127.0.0.1:4176/#/start');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Open a file' }).click();
  await (await chooser).setFiles({ name: 'notes.yaml', mimeType: '', buffer: Buffer.from(withModels) });
  await page.getByRole('application', { name: 'Workflow canvas' }).waitFor();
  await page.getByRole('button', { name: 'Models', exact: true }).click();
  const models = page.getByRole('main', { name: 'Models' });
  await models.getByLabel('Key of OpenAI').fill('sk-example');
  await models.getByRole('button', { name: 'Save and get its list' }).click();
  await models.getByText('from its list of').waitFor();
  await models.getByRole('rowheader', { name: 'gpt-6-astra' }).getByRole('button').click();
  await models.getByRole('complementary', { name: 'Details' }).getByText('Over 272k').waitFor();
  await keep(page, `models-${colorScheme}`);
  await context.close();
}

/**
 * @param {string} name
 * @param {string} description
 * @param {object} annotations
 * @param {object} properties
 */
function tool(name, description, annotations, properties) {
  const required = Object.keys(properties).slice(0, 1);
  return { name, description, annotations, inputSchema: { type: 'object', properties, required } };
}

/** @param {'light' | 'dark'} colorScheme */
async function showTools(colorScheme) {
  const context = await browser.newContext({ viewport: size, colorScheme });
  const page = await context.newPage();
  await page.route('https://harbour.example/mcp', (route) => {
    const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
    const { id, method } = JSON.parse(route.request().postData() ?? '{}');
    if (id === undefined) return route.fulfill({ status: 202, headers });
    const result = harbour[/** @type {keyof typeof harbour} */ (method)];
    const said = result === undefined ? { error: { code: -32601, message: 'Method not found' } } : { result };
    return route.fulfill({ headers, json: { jsonrpc: '2.0', id, ...said } });
  });
  await page.goto('http://127.0.0.1:4176/#/start');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Open a file' }).click();
  await (await chooser).setFiles({ name: 'harbour.yaml', mimeType: '', buffer: Buffer.from(withTools) });
  await page.getByRole('application', { name: 'Workflow canvas' }).waitFor();
  await page.getByRole('button', { name: 'Tools', exact: true }).click();
  const tools = page.getByRole('main', { name: 'Tools' });
  await tools
    .getByRole('navigation')
    .getByRole('button', { name: /harbour/ })
    .click();
  await tools.getByRole('option', { name: /^book/ }).click();
  const form = tools.getByRole('region', { name: 'Try it out' });
  await form.getByLabel('ship').fill('Anna');
  await form.getByLabel('draught').fill('4.5');
  await form.getByRole('button', { name: 'Call' }).click();
  await form.getByText('"booked"').waitFor();
  await tools.getByRole('region', { name: 'Used by' }).waitFor();
  await keep(page, `tools-${colorScheme}`);
  await context.close();
}

/**
 * Keeps what a page shows now.
 * @param {import('@playwright/test').Page} page
 * @param {string} name
 */
async function keep(page, name) {
  await writePicture(page.context(), `${folder}/${name}.webp`, await page.screenshot({ animations: 'disabled' }));
}

/**
 * @param {string} name
 * @param {(page: import('@playwright/test').Page) => Promise<void>} show
 * @param {'light' | 'dark'} colorScheme
 */
async function picture(name, show, colorScheme) {
  const context = await browser.newContext({ viewport: size, colorScheme });
  const page = await context.newPage();
  // The tour is offered at the first start only.
  await page.addInitScript(() => localStorage.setItem('heddle.tour', 'offered'));
  await page.goto('http://127.0.0.1:4176/#/start');
  await show(page);
  // Messages come and go; what is shown stays.
  await page.evaluate(() => document.fonts.ready);
  await keep(page, `${name}-${colorScheme}`);
  await context.close();
}

await browser.close();
await server.close();
