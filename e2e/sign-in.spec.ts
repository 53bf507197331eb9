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
});

test('an expired token is renewed before and after the server says so, and what is revoked is asked for again', async ({
  app,
}) => {
  await app.openText(workflow());
  const place = await signInOf(app);
  await expect(place).toContainText('Not signed in');
  await place.getByLabel('Remember on this machine').check();
  await isAccessible(app, 'the tool', '[aria-label="Inspector"]');
  await place.getByLabel('Remember on this machine').uncheck();
  server.twists.expiresIn = 5;
  await signIn(place);
  await expect(place).toContainText('Signed in until');
  server.twists.expiresIn = 3600;
  expect(await app.run()).toBe('completed');
  expect(server.asked.filter(({ form }) => form.get('grant_type') === 'refresh_token')).toHaveLength(1);
  server.expire();
  expect(await app.runEverythingAgain()).toBe('completed');
  expect(server.asked.filter(({ form }) => form.get('grant_type') === 'refresh_token')).toHaveLength(2);
  server.revoke();
  await app.startEverythingAgain();
  await expect(app.page.getByText('The run waits for you to sign in at')).toBeVisible();
  const again = await signInOf(app);
  await expect(again).toContainText('Asks you to sign in');
  await signIn(again);
  expect(await app.isOver()).toBe('completed');
  await leavesNoTrace(app);
});

test('remembered, it is there after a reload and unlocked like keys; signed out, it is gone', async ({ app }) => {
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
  await later.getByRole('button', { name: 'Unlock' }).click();
  await app.dialog.getByLabel('Passphrase of the keys on this machine').fill(passphrase);
  await app.dialog.getByLabel('Passphrase of the keys on this machine').press('Enter');
  await expect(app.dialog.getByRole('region', { name: server.url })).toContainText('Signed in, remembered');
  await app.closeDialog();
  // A renewed token is stored again.
  server.expire();
  expect(await app.run()).toBe('completed');
  await app.reload();
  const last = await signInOf(app);
  await expect(last).toContainText('Signed in, locked');
  await last.getByRole('button', { name: 'Sign out' }).click();
  await expect(last).toContainText('Not signed in');
  await app.reload();
  await expect(await signInOf(app)).toContainText('Not signed in');
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

test('what needs more than was allowed is asked for, with what was allowed before', async ({ app }) => {
  server.twists.dredgeScope = 'dredging';
  await app.openText(workflow('dredge'));
  await signIn(await signInOf(app));
  await app.start();
  await expect(app.page.getByText('The run waits for you to sign in at')).toBeVisible();
  const place = await signInOf(app);
  await expect(place).toContainText('Asks for more');
  const popup = await beginIn(place, 'Sign in again');
  await expect(popup.locator('#scope')).toHaveText('berths dredging');
  await popup.getByRole('link', { name: 'Allow' }).click();
  expect(await app.isOver()).toBe('completed');
});

test('a window that is closed, refused, blocked or answered wrongly is told, and nothing is lost', async ({ app }) => {
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
  await test.step('blocked', async () => {
    await app.page.evaluate(() => {
      window.open = () => null;
    });
    await place.getByRole('button', { name: 'Sign in' }).click();
    await expect(place.getByRole('alert')).toContainText('Allow pop-ups');
    await app.reload();
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
  await test.step('answered by another server', async () => {
    server.twists.answer = { iss: 'https://evil.example' };
    const popup = await beginIn(await signInOf(app));
    await popup.getByRole('link', { name: 'Allow' }).click();
    await expect((await signInOf(app)).getByRole('alert')).toContainText('comes from another server');
  });
  await test.step('answered by a server that does not say who it is, though it should', async () => {
    server.twists.answer = { iss: undefined };
    const popup = await beginIn(await signInOf(app));
    await popup.getByRole('link', { name: 'Allow' }).click();
    await expect((await signInOf(app)).getByRole('alert')).toContainText('comes from another server');
  });
  expect(server.asked.filter(({ path }) => path === '/token')).toEqual([]);
  await test.step('answered with the code of another client', async () => {
    server.twists.answer = {};
    server.twists.isForOther = true;
    const popup = await beginIn(await signInOf(app));
    await popup.getByRole('link', { name: 'Allow' }).click();
    await expect((await signInOf(app)).getByRole('alert')).toContainText(
      'does not accept this sign-in (invalid_grant)',
    );
  });
  await leavesNoTrace(app);
});

test('descriptions that point elsewhere are refused, with nothing sent there', async ({ app }) => {
  await app.openText(workflow());
  const place = await signInOf(app);
  const refused = async (words: string) => {
    const popup = await beginIn(place);
    const closed = popup.isClosed() ? undefined : popup.waitForEvent('close');
    await expect(place.getByRole('alert')).toContainText(words);
    await closed;
    await expect(place.getByRole('button', { name: 'Sign in' })).toBeEnabled();
  };
  server.twists.resource = { resource: 'https://another.example/mcp' };
  await refused('describes another server than itself');
  server.twists.resource = { authorization_servers: [] };
  await refused('does not say where to sign in');
  server.twists.resource = {};
  server.twists.issuer = { issuer: 'https://evil.example' };
  await refused('says that it is another one');
  server.twists.issuer = { authorization_endpoint: 'javascript:alert(document.domain)' };
  await refused('does not follow the standard');
  server.twists.issuer = { token_endpoint: 'http://evil.example/token' };
  await refused('is not encrypted: http://evil.example');
  server.twists.issuer = { code_challenge_methods_supported: ['plain'] };
  await refused('lacks PKCE');
  server.twists.issuer = {};
  server.twists.isEndless = true;
  await refused('is longer than 262144 bytes');
  server.twists.isEndless = false;
  expect(server.clients.size).toBe(0);

  server.twists.isClosed = true;
  await refused('takes no registration');
  await place.getByLabel('Client ID').fill('by-hand');
  await signIn(place);
  await expect(place).toContainText('Signed in until the page is closed');

  // A token does not follow a redirect.
  const elsewhere = await startOAuthServer();
  server.twists.movedTo = elsewhere.url;
  expect(await app.run()).toBe('completed');
  expect(String(await results(app))).toContain('redirects to another address');
  expect(elsewhere.asked).toEqual([]);
  await elsewhere.close();
});

test('the screen of tools offers the sign-in that a server asks for, and then lists its tools', async ({ app }) => {
  await app.openText(workflow());
  await app.topBar.getByRole('button', { name: 'Tools', exact: true }).click();
  const screen = app.page.getByRole('main', { name: 'Tools' });
  await screen.getByRole('button', { name: /127\.0\.0\.1/ }).click();
  const place = screen.getByRole('region', { name: `Sign-in at ${server.url}` });
  await signIn(place);
  await expect(place).toBeHidden();
  await expect(screen).toContainText('berths');
});
