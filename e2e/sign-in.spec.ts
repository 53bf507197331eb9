import type { Locator, Page } from '@playwright/test';
import { type OAuthServer, startOAuthServer } from './servers/oauth-server';
import { isAccessible } from './support/accessible';
import { type App, expect, test } from './support/app';
import { ExportDialog } from './support/export-dialog';
import { unfold } from './support/unfold';

let server: OAuthServer;
test.beforeEach(async () => {
  server = await startOAuthServer();
});
test.afterEach(() => server.close());

// What a sign-in, its server and its token can be otherwise is in src/editor/sign-in/sign-in.test.tsx.
const passphrase = 'correct horse battery staple';

/** A workflow whose model calls a tool of the server. */
function workflow(tool = 'berths'): string {
  return `
default_model: sim:fast
tools:
  ${tool}: { mcp: { url: "${server.url}" } }
tasks:
  ask:
    description: Which berth is free?
    tools: [${tool}]
    options: { tool_calls: [{ name: ${tool}, arguments: {} }], reply: Seven. }
`;
}

/** The sign-in of the tool in the settings of the workflow. */
async function signInOf(app: App): Promise<Locator> {
  const place = app.inspector.getByRole('region', { name: `Sign-in at ${server.url}` });
  if (!(await place.isVisible())) await unfold(app);
  return place;
}

/** Presses the button, and returns the window that opens for the person. */
async function beginIn(place: Locator, button = 'Sign in'): Promise<Page> {
  const popup = place.page().waitForEvent('popup');
  await place.getByRole('button', { name: button, exact: true }).click();
  return popup;
}

async function signIn(place: Locator, button?: string): Promise<void> {
  const popup = await beginIn(place, button);
  const closed = popup.waitForEvent('close');
  await popup.getByRole('link', { name: 'Allow' }).click();
  await closed;
}

async function results(app: App): Promise<readonly unknown[]> {
  return (await app.storedEvents()).flatMap(({ kind, result }) => (kind === 'tool.called' ? [result] : []));
}

/** Asserts that no secret is in the page, its storage or an export. */
async function leavesNoTrace(app: App): Promise<void> {
  const dialog = new ExportDialog(app);
  await dialog.open();
  const { text: exported } = await dialog.download();
  const shown = await app.page.evaluate(() => document.documentElement.outerHTML + JSON.stringify({ ...localStorage }));
  const database = JSON.stringify(await app.dump());
  expect(server.secrets.length).toBeGreaterThan(2);
  for (const secret of server.secrets) {
    expect(exported).not.toContain(secret);
    expect(shown).not.toContain(secret);
    expect(database).not.toContain(secret);
  }
}

/** The tokens that the tool server received. */
const shownTokens = () => [...new Set(server.asked.flatMap(({ authorization }) => authorization ?? []))];

test('a run waits for a sign-in, which a pop-up gives, and then calls the tool; nothing of it is kept in the open', async ({
  app,
}) => {
  await app.openText(workflow());
  await app.start();
  const { host } = new URL(server.url);
  await expect(app.page.getByText(`The run waits for you to sign in at ${host}.`)).toBeVisible();
  await app.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  const row = app.dialog.getByRole('region', { name: server.url });
  await expect(row).toContainText('Asks you to sign in');
  await isAccessible(app, 'the settings', '[role=dialog]');
  await signIn(row);
  await expect(row).toContainText('Signed in until the page is closed');
  await app.closeDialog();
  expect(await app.isOver()).toBe('completed');
  // The server echoes its token.
  expect(await results(app)).toEqual([`Berth 7 is free ((token of ${host}))`]);
  expect(shownTokens()).toHaveLength(1);
  const [exchange] = server.asked.filter(({ path }) => path === '/token');
  expect(exchange?.form.get('resource')).toBe(server.url);
  expect(server.asked.find(({ path }) => path.startsWith('/authorize'))?.path).toContain('scope=berths');
  await leavesNoTrace(app);

  // A token does not follow a redirect.
  const elsewhere = await startOAuthServer();
  server.twists.movedTo = elsewhere.url;
  expect(await app.runEverythingAgain()).toBe('completed');
  expect(String(await results(app))).toContain('redirects to another address');
  expect(elsewhere.asked).toEqual([]);
  await elsewhere.close();
});

test('remembered, it is there after a reload, locked', async ({ app }) => {
  await app.openText(workflow());
  const place = await signInOf(app);
  await place.getByLabel('Remember on this machine').check();
  await place.getByLabel('Passphrase', { exact: true }).fill(passphrase);
  await signIn(place);
  await expect(place).toContainText('Signed in, remembered');
  await leavesNoTrace(app);
  await app.reload();
  const later = await signInOf(app);
  await expect(later).toContainText('Signed in, locked');
});

test('two tabs share a sign-in, and renew it once', async ({ app, page }) => {
  await app.openText(workflow());
  const other = app.inTab(await page.context().newPage());
  await other.openText(workflow());
  await signIn(await signInOf(app));
  await expect(await signInOf(other)).toContainText('Signed in until the page is closed');
  server.expire();
  await app.page.bringToFront();
  await app.start();
  await other.page.bringToFront();
  await other.start();
  expect(await other.isOver()).toBe('completed');
  await app.page.bringToFront();
  expect(await app.isOver()).toBe('completed');
  expect(server.asked.filter(({ form }) => form.get('grant_type') === 'refresh_token')).toHaveLength(1);
  await (await signInOf(app)).getByRole('button', { name: 'Sign out' }).click();
  await expect(await signInOf(other)).toContainText('Not signed in');
});

test('a window that is closed or refused, or comes back from elsewhere, is told, and nothing is lost', async ({
  app,
}) => {
  await app.openText(workflow());
  const place = await signInOf(app);
  await test.step('closed', async () => {
    const popup = await beginIn(place);
    await expect(popup.getByRole('link', { name: 'Allow' })).toBeVisible();
    // The server's pages have no access to Heddle.
    expect(await popup.evaluate(() => window.opener)).toBeNull();
    await popup.close();
    await expect(place).toContainText('The window was closed');
  });
  await test.step('refused', async () => {
    const popup = await beginIn(place);
    await popup.getByRole('link', { name: 'Refuse' }).click();
    await expect(place.getByRole('alert')).toContainText('was refused');
  });
  await test.step('answered with another state', async () => {
    server.twists.answer = { state: 'of-another-sign-in' };
    const popup = await beginIn(await signInOf(app));
    await popup.getByRole('link', { name: 'Allow' }).click();
    await expect(popup.getByRole('status')).toContainText('No page of Heddle waits for this sign-in.');
    expect(new URL(popup.url()).search).toBe('');
    await popup.close();
    await expect(await signInOf(app)).toContainText('The window was closed');
  });
  expect(server.asked.filter(({ path }) => path === '/token')).toEqual([]);
  await leavesNoTrace(app);
});
