import { startToolServer, type ToolServer } from './servers/tool-server';
import { isAccessible } from './support/accessible';
import { type App, expect, test } from './support/app';

let server: ToolServer;
test.beforeEach(async () => {
  server = await startToolServer();
});
test.afterEach(() => server.close());

const workflow = () => `
name: Harbour
default_model: sim:fast
tools:
  harbour: { mcp: { url: "${server.url}/mcp", tool: "*" } }
tasks:
  moor: { description: Find a berth., tools: ["harbour.*"] }
`;

/** The screen of tools, as a person uses it. */
class Tools {
  readonly screen;
  readonly sources;
  readonly details;
  readonly tryOut;

  constructor(readonly app: App) {
    this.screen = app.page.getByRole('main', { name: 'Tools' });
    this.sources = this.screen.getByRole('navigation', { name: 'Sources of tools' });
    this.details = this.screen.getByRole('complementary', { name: 'Details' });
    this.tryOut = this.details.getByRole('region', { name: 'Try it out' });
  }

  async open(): Promise<void> {
    await this.app.topBar.getByRole('button', { name: 'Tools' }).click();
    await expect(this.screen).toBeVisible();
  }

  source(name: string) {
    return this.sources.getByRole('button', { name });
  }

  row(name: string) {
    return this.screen.getByRole('option', { name: new RegExp(`^${name},`) });
  }
}

const open = async (app: App, text = workflow()): Promise<Tools> => {
  await app.openText(text);
  const tools = new Tools(app);
  await tools.open();
  return tools;
};

// What the screen says and does is in src/app/tools/tools-screen.test.tsx.
test('a tool is tried by the keyboard alone; all of it is accessible, and fits a narrow window', async ({ app }) => {
  const tools = await open(app);
  const { keyboard } = app.page;
  expect(app.page.url()).toMatch(/\/tools$/);
  await app.page.reload();
  await expect(tools.screen).toBeVisible();
  await tools.source('harbour').focus();
  await keyboard.press('Enter');
  await expect(tools.row('berth_of')).toBeVisible();
  await tools.screen.getByRole('listbox').focus();
  await keyboard.press('ArrowDown');
  await expect(tools.row('berth_of')).toHaveAttribute('aria-selected', 'true');
  await keyboard.press('Tab');
  await expect(tools.details.getByRole('button', { name: 'Close the details' })).toBeFocused();
  await tools.tryOut.getByLabel('ship').focus();
  await keyboard.type('Anna');
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(tools.tryOut.getByRole('region', { name: 'Result' })).toContainText('Anna lies at berth 7');
  await isAccessible(app, 'a tool');
  await keyboard.press('Escape');
  await expect(app.canvas).toBeVisible();
  await app.page.goBack();
  await expect(tools.screen).toBeVisible();

  await tools.source('harbour').click();
  await tools.screen.getByRole('radio', { name: 'Resources' }).click();
  await tools.row('Rules').click();
  await app.page.setViewportSize({ width: 700, height: 800 });
  await expect(tools.details).toBeInViewport({ ratio: 1 });
  await isAccessible(app, 'a resource in a narrow window');
  await keyboard.press('Escape');
  await expect(tools.details).toBeHidden();
  await expect(tools.row('Rules')).toBeInViewport({ ratio: 1 });
  expect(await app.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(700);
});
