// What is done before each picture of the screens is taken: the editor, the plan, the code, the models, the tools.
import { openFile } from './of-guide.mjs';
import { withModels, withTools } from './workflows.mjs';

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

/** @type {Record<string, (page: import('@playwright/test').Page) => Promise<void>>} */
export const ofScreens = {
  editor: async (page) => {
    await page.evaluate(() => location.assign('#/'));
    await page.locator('[data-task="write_notes"]').waitFor();
    await page.getByRole('treeitem', { name: /upgrade_guide/ }).click();
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await page.keyboard.press('Control+Enter');
    const writing = page.locator('[data-task="write_notes"][data-status="running"] p');
    await writing.filter({ hasText: /(\S+\s+){12}/ }).waitFor();
  },
  context: async (page) => {
    await runExample(page);
    await page.getByRole('treeitem', { name: /explain_fixes/ }).click();
    const drawer = page.getByRole('region', { name: 'Run', exact: true });
    await drawer.getByRole('tab', { name: 'Output' }).click();
    await drawer.getByRole('button', { name: 'What it was sent' }).click();
    await page.getByRole('heading', { name: 'What this call was sent' }).waitFor();
  },
  plan: async (page) => {
    await runExample(page);
    await page.getByRole('button', { name: 'Plan', exact: true }).click();
    await page.getByRole('button', { name: /upgrade_guide/ }).click();
    await page.getByRole('heading', { name: 'Prompt' }).or(page.getByText('=== END CONTEXT')).first().waitFor();
  },
  both: async (page) => {
    await runExample(page);
    await page.getByRole('treeitem', { name: /upgrade_guide/ }).click();
    await page
      .getByRole('radio', { name: 'Both' })
      .or(page.getByRole('button', { name: 'Both' }))
      .first()
      .click();
    await page.locator('.monaco-editor .view-line').first().waitFor();
  },
  models: async (page) => {
    await page.clock.setFixedTime(new Date('2026-11-22T14:06:00'));
    await page.route('https://api.openai.com/v1/models', (route) =>
      route.fulfill({ json: { data: listed.map((id) => ({ id })) } }),
    );
    await openFile(page, 'notes.yaml', withModels);
    await page.getByRole('button', { name: 'Models', exact: true }).click();
    const models = page.getByRole('main', { name: 'Models' });
    await models.getByLabel('Key of OpenAI').fill('sk-example');
    await models.getByRole('button', { name: 'Save and try it' }).click();
    await models.getByText('from its list of').waitFor();
    await models.getByRole('rowheader', { name: 'gpt-6-astra' }).getByRole('button').click();
    await models.getByRole('complementary', { name: 'Details' }).getByText('Over 272k').waitFor();
  },
  tools: async (page) => {
    await page.route('https://harbour.example/mcp', (route) => {
      const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
      const { id, method } = JSON.parse(route.request().postData() ?? '{}');
      if (id === undefined) return route.fulfill({ status: 202, headers });
      const result = harbour[/** @type {keyof typeof harbour} */ (method)];
      const said = result === undefined ? { error: { code: -32601, message: 'Method not found' } } : { result };
      return route.fulfill({ headers, json: { jsonrpc: '2.0', id, ...said } });
    });
    await openFile(page, 'harbour.yaml', withTools);
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
  },
};

/**
 * Runs the example to its end.
 * @param {import('@playwright/test').Page} page
 */
async function runExample(page) {
  await page.evaluate(() => location.assign('#/'));
  await page.locator('[data-task="write_notes"]').waitFor();
  await page.keyboard.press('Control+Enter');
  await page.locator('[data-task="announce"][data-status="ok"]').waitFor({ timeout: 120_000 });
}
