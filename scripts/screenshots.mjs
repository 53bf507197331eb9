// Makes the pictures of the README and the guide from the built page, light and dark: the example in the middle of a
// run; what a call was told; the plan; the code; the models; the tools.
import { mkdir } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import { preview } from 'vite';
import { browserFlags, findBrowser } from './browser.mjs';

const folder = 'docs/images';
const size = { width: 1440, height: 900 };

/** A workflow with models of several kinds: one that ends, one that is new. */
const withModels = `
name: Release notes
default_model: openai:gpt-6-luna
tasks:
  upgrade_guide: { description: Write the guide., model: "openai:gpt-6-astra" }
  breaking_changes: { description: List what breaks., model: "openai:gpt-6-astra" }
  draft_titles: { description: Find titles., model: "openai:gpt-5" }
  check_links: { description: Check the links., model: "openai:gpt-5" }
  announce: { description: Announce it., model: "openai:gpt-7-nova" }
`;
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

/** A workflow to be changed. */
const brief = `
name: Brief
default_model: sim:fast
tasks:
  find: { description: Find three facts about tides. }
  write: { description: "Write a brief about {{find}}.", depends_on: [find] }
`;

/** A workflow with what a canvas can have: wires that end at ports, branches, a loop in a container, notes. */
const drawn = `
name: Press review
default_model: sim:fast
library:
  headline:
    description: Writes a headline.
    parameters:
      - { name: article, type: string, description: The whole article }
      - { name: words, type: number, default: 8 }
    task:
      type: group
      subtasks:
        find: { description: "Find the point of {{article}}" }
        write: { description: "Write it in {{words}} words: {{find}}", depends_on: [find] }
tasks:
  fetch: { description: Fetch the articles of today. }
  sort:
    description: "Sort {{articles}} by subject."
    inputs: { articles: { from: fetch } }
    depends_on: [fetch]
  each:
    type: map
    items: { from: sort }
    inner_task: { description: "Sum up {{item}} in a sentence." }
    depends_on: [sort]
  choose:
    type: cond
    depends_on: [sort]
    cases:
      - { test: "size(tasks.sort.output) > 400", task: { name: shorten, description: Shorten it. } }
    else: { name: keep, description: Keep it. }
  head: { type: call, ref: headline, args: { article: { from: sort } }, depends_on: [sort] }
  publish: { description: "Publish {{each}} under {{head}}.", depends_on: [each, choose, head] }
layout:
  tasks:
    fetch: [0, 120]
    sort: [280, 120]
    each: [560, -40]
    choose: [560, 130]
    head: [560, 420]
    publish: [900, 130]
  notes:
    - { text: "**Ask first.** The paper wants to see the list before it is sorted.", at: [0, -60], size: [240, 110], color: yellow }
    - { text: "- short\\n- no names in headlines", at: [900, -60], size: [200, 90], color: green }
`;

/** A workflow that looks for files. */
const withMatch = `
name: Beam report
default_model: sim:fast
tasks:
  find: { type: associative_memory, query: What happened in run 123? }
  report: { description: "Report what happened: {{find.output.context}}", depends_on: [find] }
`;

/** A workflow with a picture for its model. */
const withPicture = `
name: Review a plan
default_model: openai:gpt-6-sol
tasks:
  review: { description: Is this plan complete?, attachments: [/plan.png] }
`;

/** A workflow with a server of tools. */
const withTools = `
name: Harbour
default_model: sim:fast
agents:
  pilot: { model: sim:fast, tools: ["harbour.*"] }
tools:
  harbour: { mcp: { url: "https://harbour.example/mcp", tool: "*" } }
  weather: { description: The weather of a port., http: { url: "https://weather.example/" } }
tasks:
  moor: { description: Find a berth., agent: pilot }
  report: { description: Report it., depends_on: [moor] }
`;

/** Pictures of the guide by their names: what is done, from the start page on, before each is taken. */
/** @type {Record<string, (page: import('@playwright/test').Page) => Promise<void>>} */
const ofGuide = {
  iterate: async (page) => {
    await page
      .getByRole('button', { name: /^Release notes/ })
      .first()
      .click();
    await page.getByRole('application', { name: 'Workflow canvas' }).waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByText('kept, none asked').waitFor({ timeout: 120_000 });
    await page.getByRole('treeitem', { name: /upgrade_guide/ }).click();
    const prompt = page.getByRole('complementary', { name: 'Inspector' }).getByLabel('Prompt', { exact: true });
    await prompt.press('Control+Home');
    await page.keyboard.type('In at most one page: ');
    await page.locator('[data-task="upgrade_guide"][data-status="stale"]').waitFor();
    await page.getByText(/kept, \d+ asked/).waitFor();
  },
  'search-runs': async (page) => {
    await ofGuide['iterate']?.(page);
    await page.keyboard.press('Control+Enter');
    await page.getByText('kept, none asked').waitFor({ timeout: 120_000 });
    await page.getByRole('tab', { name: 'Runs' }).click();
    const runs = page.getByRole('listbox', { name: 'Runs' }).getByRole('option');
    await runs.first().click();
    await page.keyboard.press('s');
    await runs.first().getByRole('img', { name: 'Starred' }).waitFor();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Tags and note' }).click();
    await page.getByRole('textbox', { name: 'Tags' }).fill('release, short');
    await page.getByRole('textbox', { name: 'Note' }).fill('The upgrade guide fits on one page.');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Close the message' }).click();
    await page.keyboard.press('Control+Shift+F');
    await page.getByRole('dialog').getByLabel('Text', { exact: true }).fill('upgrade guide');
    await page.getByText(/places in 2 runs, all 2 runs searched/).waitFor();
  },
  'compare-runs': async (page) => {
    await ofGuide['iterate']?.(page);
    await page.keyboard.press('Control+Enter');
    await page.getByText('kept, none asked').waitFor({ timeout: 120_000 });
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Compare runs' }).click();
    await page.getByRole('region', { name: 'Words', exact: true }).getByText('words').first().waitFor();
  },
  'run-part': async (page) => {
    await ofGuide['iterate']?.(page);
    await page.locator('[data-task="upgrade_guide"]').click({ button: 'right' });
    await page
      .getByRole('menuitem', { name: /^Run from here/ })
      .getByText('asked')
      .waitFor();
  },
  'what-if': async (page) => {
    await example(page, 'Director and evaluator');
    await runTo(page, 'slogan');
    await page.getByRole('treeitem', { name: 'evaluator' }).first().click();
    await page.keyboard.press('w');
    await page.getByRole('dialog').getByRole('textbox').first().waitFor();
  },
  'loop-rounds': async (page) => {
    await example(page, 'Director and evaluator');
    await runTo(page, 'slogan');
    await page.getByRole('radio', { name: 'Rounds' }).click();
    await page.getByRole('columnheader', { name: 'Round', exact: true }).waitFor();
  },
  compare: async (page) => {
    await open(page, 'brief.yaml', brief);
    await page.keyboard.press('Control+s');
    await page.getByRole('region', { name: 'Messages' }).getByText('is kept').waitFor();
    await page.getByRole('treeitem', { name: /write/ }).click();
    await page.getByLabel('Prompt', { exact: true }).fill('Write a short, friendly brief about {{find}} for sailors.');
    await page.getByRole('button', { name: 'Compare' }).first().click();
    await page.getByRole('main', { name: 'Compare' }).getByText('friendly').first().waitFor();
  },
  files: async (page) => {
    await open(page, 'brief.yaml', withMatch);
    await page.getByRole('tab', { name: 'Files' }).click();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Add files' }).first().click();
    await (await chooser).setFiles([
      { name: 'log.txt', mimeType: 'text/plain', buffer: Buffer.from('run 123: beam lost at 10:14, magnet 7 warm\n') },
      { name: 'notes.md', mimeType: 'text/markdown', buffer: Buffer.from('# Meeting\nMagnet 7 is to be checked.\n') },
    ]);
    await page.getByText('log.txt').first().click();
  },
  'director-rounds': async (page) => {
    await example(page, 'Director and evaluator');
    await runTo(page, 'slogan');
    await page.getByRole('radio', { name: 'Iterations' }).click();
  },
  'pipeline-steps': async (page) => {
    await example(page, 'Pipeline');
    await runTo(page, 'story');
    await page.getByRole('radio', { name: 'Steps' }).click();
  },
  'container-map': async (page) => {
    await example(page, 'Map');
    await runTo(page, 'answers');
  },
  export: async (page) => {
    await open(page, 'brief.yaml', brief);
    await page.getByRole('button', { name: 'Export' }).first().click();
    await page.getByRole('dialog').getByRole('radio', { name: 'XML' }).click();
    await page.getByRole('dialog').getByText('Valid against').waitFor();
  },
  'draft-difference': async (page) => {
    await open(page, 'brief.yaml', brief);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Draft with a model' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').first().fill('Write the brief in Spanish too.');
    await dialog.getByRole('button', { name: 'Draft', exact: true }).click();
    await page.getByRole('button', { name: 'Use this draft' }).waitFor();
  },
  gallery: async (page) => {
    const gallery = page.getByRole('region', { name: /^Gallery/ });
    await gallery.getByRole('listitem').first().waitFor();
    await page.getByRole('heading', { level: 1 }).click();
  },
  canvas: async (page) => {
    await open(page, 'review.yaml', drawn);
    await page.getByRole('treeitem', { name: 'sort' }).first().click();
    await page.getByRole('button', { name: 'Close the drawer' }).click();
    await page.getByRole('button', { name: 'Show everything' }).click();
  },
  function: async (page) => {
    await open(page, 'review.yaml', drawn);
    await page.getByRole('treeitem', { name: 'head' }).first().click();
    await page.locator('[data-canvas]').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^Inputs/ }).click();
    await page.getByRole('button', { name: 'Close the drawer' }).click();
  },
  writing: async (page) => {
    await open(page, 'brief.yaml', brief);
    await runTo(page, 'write');
    await page.getByLabel('Prompt', { exact: true }).press('Control+e');
    await page.getByRole('dialog').locator('.monaco-editor .view-line').first().waitFor();
    await page.getByRole('dialog').getByText('with the values of').waitFor();
  },
  find: async (page) => {
    await open(page, 'review.yaml', drawn);
    await page.locator('[data-canvas]').focus();
    await page.keyboard.press('Control+f');
    await page.keyboard.type('sort');
    const panel = page.getByRole('region', { name: 'Find and replace' });
    await panel.getByText(/\d+ found/).waitFor();
    await panel.getByRole('button', { name: 'Replace', exact: true }).click();
    await panel.getByLabel('Replace with').fill('order');
  },
  tabs: async (page) => {
    for (const [name, text] of [
      ['brief.yaml', brief],
      ['harbour.yaml', withTools],
      ['review.yaml', drawn],
    ]) {
      await page.evaluate(() => location.assign('#/start'));
      await open(page, name ?? '', text ?? '');
    }
    await page.locator('strong', { hasText: 'Ask first.' }).waitFor();
  },
  attachments: async (page) => {
    await open(page, 'plan.yaml', withPicture);
    await page.getByRole('treeitem', { name: /review/ }).click();
    await page.getByLabel('Attachments').first().scrollIntoViewIfNeeded();
  },
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
  await page.screenshot({ path: `${folder}/models-${colorScheme}.png` });
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
  await page.screenshot({ path: `${folder}/tools-${colorScheme}.png` });
  await context.close();
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
  await page.screenshot({ path: `${folder}/${name}-${colorScheme}.png`, animations: 'disabled' });
  await context.close();
}

/**
 * @param {import('@playwright/test').Page} page
 * @param {string} name
 * @param {string} text
 */
async function open(page, name, text) {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Open a file' }).click();
  await (await chooser).setFiles({ name, mimeType: '', buffer: Buffer.from(text) });
  await page.getByRole('application', { name: 'Workflow canvas' }).waitFor();
}

/** @param {import('@playwright/test').Page} page @param {string} type */
async function example(page, type) {
  await page
    .getByRole('region', { name: 'See one task type at work' })
    .getByRole('button', { name: type, exact: true })
    .click();
  await page.getByRole('application', { name: 'Workflow canvas' }).waitFor();
}

/**
 * Runs what is open until a task has ended, which is selected.
 *
 * @param {import('@playwright/test').Page} page
 * @param {string} id
 */
async function runTo(page, id) {
  await page.getByRole('treeitem', { name: id }).first().click();
  await page.keyboard.press('Control+Enter');
  await page.locator(`[data-task="${id}"][data-status="ok"]`).waitFor({ timeout: 120_000 });
  await page.getByRole('region', { name: 'Run', exact: true }).getByRole('tab', { name: 'Output' }).click();
}

await browser.close();
await server.close();
