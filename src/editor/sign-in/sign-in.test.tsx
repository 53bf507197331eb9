import { act, waitFor, within } from '@tests/support/dom';
import { openPage, type Page } from '@tests/support/page';
import { type OAuthServer, startOAuthServer } from '@tests/support/servers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

// The windows of a real browser, and what it keeps, are in e2e/sign-in.spec.ts.

const passphrase = 'correct horse battery staple';

/** A window that the page has opened for the person. */
interface Shown {
  closed: boolean;
  readonly close: () => void;
  readonly location: { readonly replace: (url: string) => void };
  url: string;
}

let server: OAuthServer;
let shown: Shown[] = [];
let channel: BroadcastChannel;
beforeEach(async () => {
  server = await startOAuthServer();
  channel = new BroadcastChannel('heddle-sign-in');
  shown = [];
  vi.spyOn(window, 'open').mockImplementation(() => {
    const opened: Shown = {
      ...{ closed: false, url: '' },
      close: () => {
        opened.closed = true;
      },
      location: {
        replace: (url) => {
          opened.url = url;
        },
      },
    };
    shown.push(opened);
    return opened as unknown as Window;
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  channel.close();
  await server.close();
});

/** A workflow whose model calls a tool of the server. */
const workflow = (tool = 'berths') => `
default_model: sim:fast
tools:
  ${tool}: { mcp: { url: "${server.url}" } }
tasks:
  ask:
    description: Which berth is free?
    tools: [${tool}]
    options: { tool_calls: [{ name: ${tool}, arguments: {} }], reply: Seven. }
`;
const open = async (text = workflow()) => {
  const page = await openPage(text);
  await page.all.findByRole('tree');
  return page;
};

/** The sign-in of the tool in the settings of the workflow. */
async function signInOf(page: Page): Promise<HTMLElement> {
  const name = `Sign-in at ${server.url}`;
  if (page.inspector.queryByRole('region', { name }) === null) await page.unfold();
  return page.inspector.findByRole('region', { name });
}
/** Presses the button, and goes where its window leads; returns the page there. */
async function beginIn(page: Page, place: HTMLElement, button = 'Sign in'): Promise<string> {
  const before = shown.length;
  await page.user.click(await within(place).findByRole('button', { name: button }));
  await waitFor(() => expect(shown.at(before)?.url).not.toBe(''));
  return (await fetch(shown.at(-1)?.url ?? '')).text();
}
/** Follows a link of that page back, where the answer is handed over. */
function follow(html: string, link: 'Allow' | 'Refuse'): void {
  const [, href = ''] = new RegExp(`href="([^"]*)">${link}<`).exec(html) ?? [];
  const answer = new URL(href.replaceAll('&amp;', '&')).search.slice(1);
  channel.postMessage({ kind: 'answer', state: new URLSearchParams(answer).get('state'), answer });
}
const signIn = async (page: Page, place: HTMLElement, button?: string) =>
  follow(await beginIn(page, place, button), 'Allow');
const start = (page: Page) => page.press(/^Run/, page.topBar);
const waits = (page: Page) => page.all.findByText(/^The run waits for you to sign in at/);
const says = (element: HTMLElement, words: string) => waitFor(() => expect(element).toHaveTextContent(words));
const renewals = () => server.asked.filter(({ form }) => form.get('grant_type') === 'refresh_token').length;

it('an expired token is renewed before and after the server says so, and what is revoked is asked for again', async () => {
  const page = await open();
  const place = await signInOf(page);
  await says(place, 'Not signed in');
  server.twists.expiresIn = 5;
  await signIn(page, place);
  await says(place, 'Signed in until');
  server.twists.expiresIn = 3600;
  expect(await page.run()).toBe('completed');
  expect(renewals()).toBe(1);
  server.expire();
  expect(await page.runEverythingAgain()).toBe('completed');
  expect(renewals()).toBe(2);
  server.revoke();
  await page.startEverythingAgain();
  await waits(page);
  const again = await signInOf(page);
  await says(again, 'Asks you to sign in');
  await signIn(page, again);
  expect(await page.isOver()).toBe('completed');
  const kept = JSON.stringify([await page.storedEvents(), await page.savedText(), localStorage]);
  for (const secret of server.secrets) {
    expect(kept).not.toContain(secret);
    expect(document.documentElement.outerHTML).not.toContain(secret);
  }
});

it('remembered, it is unlocked like keys after a reload, with a token that was renewed; signed out, it is gone', async () => {
  const page = await open();
  const place = await signInOf(page);
  await page.user.click(within(place).getByLabelText(/^Remember on this machine/));
  await page.fill(await within(place).findByLabelText('Passphrase'), passphrase);
  await signIn(page, place);
  await says(place, 'Signed in, remembered');
  await page.reload();
  await page.all.findByRole('tree');
  const later = await signInOf(page);
  await says(later, 'Signed in, locked');
  await page.press('Unlock', within(later));
  await page.fill(await page.all.findByLabelText('Passphrase of the keys on this machine'), passphrase);
  await page.user.keyboard('{Enter}');
  const row = await page.dialog.findByRole('region', { name: new RegExp(server.url) });
  await says(row, 'Signed in, remembered');
  await page.user.keyboard('{Escape}');
  // A renewed token is stored again.
  server.expire();
  expect(await page.run()).toBe('completed');
  await page.reload();
  await page.all.findByRole('tree');
  const last = await signInOf(page);
  await says(last, 'Signed in, locked');
  await page.press('Sign out', within(last));
  await says(last, 'Not signed in');
});

it('what needs more than was allowed is asked for, with what was allowed before', async () => {
  server.twists.dredgeScope = 'dredging';
  const page = await open(workflow('dredge'));
  await signIn(page, await signInOf(page));
  await says(await signInOf(page), 'Signed in until');
  await start(page);
  await waits(page);
  const place = await signInOf(page);
  await says(place, 'Asks for more');
  const html = await beginIn(page, place, 'Sign in again');
  expect(html).toContain('<p id="scope">berths dredging</p>');
  follow(html, 'Allow');
  expect(await page.isOver()).toBe('completed');
});

describe('a window', () => {
  it('that is closed, refused or blocked is told, and nothing is lost', async () => {
    const page = await open();
    const place = await signInOf(page);
    await beginIn(page, place);
    act(() => shown.at(-1)?.close());
    await says(place, 'The window was closed');
    follow(await beginIn(page, place), 'Refuse');
    await says(place, 'was refused');
    expect(within(place).getByRole('alert')).toHaveTextContent('was refused');
    vi.mocked(window.open).mockReturnValueOnce(null);
    await page.press('Sign in', within(place));
    await says(place, 'Allow pop-ups');
    expect(server.asked.filter(({ path }) => path === '/token')).toEqual([]);
  });

  it.each([
    ['by another server', { iss: 'https://evil.example' }, 'comes from another server'],
    ['by a server that does not say who it is, though it should', { iss: undefined }, 'comes from another server'],
  ])('that is answered %s gives no token', async (_how, answer, words) => {
    const page = await open();
    const place = await signInOf(page);
    server.twists.answer = answer;
    await signIn(page, place);
    await says(place, words);
    expect(server.asked.filter(({ path }) => path === '/token')).toEqual([]);
  });

  it('that is answered with another state, or the code of another client, gives no sign-in', async () => {
    const page = await open();
    const place = await signInOf(page);
    server.twists.answer = { state: 'of-another-sign-in' };
    await signIn(page, place);
    act(() => shown.at(-1)?.close());
    await says(place, 'The window was closed');
    server.twists.answer = {};
    server.twists.isForOther = true;
    await signIn(page, place);
    await says(place, 'does not accept this sign-in (invalid_grant)');
  });
});

it('descriptions that point elsewhere are refused, with nothing sent there', async () => {
  const page = await open();
  const place = await signInOf(page);
  const refused = async (words: string) => {
    const before = shown.length;
    await page.press('Sign in', within(place));
    await waitFor(() => expect(shown).toHaveLength(before + 1));
    await says(place, words);
    expect(shown.at(-1)).toMatchObject({ closed: true, url: '' });
    await waitFor(() => expect(within(place).getByRole('button', { name: 'Sign in' })).toBeEnabled());
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
  await page.fill(await within(place).findByLabelText('Client ID'), 'by-hand');
  await signIn(page, place);
  await says(place, 'Signed in until the page is closed');
});

it('the screen of tools offers the sign-in that a server asks for, and then lists its tools', async () => {
  const page = await open();
  await page.press('Tools', page.topBar);
  const screen = await page.all.findByRole('main', { name: 'Tools' });
  await page.user.click(await within(screen).findByRole('button', { name: /127\.0\.0\.1/ }));
  const name = `Sign-in at ${server.url}`;
  await signIn(page, await within(screen).findByRole('region', { name }));
  await waitFor(() => expect(within(screen).queryByRole('region', { name })).toBeNull());
  await says(screen, 'berths');
});
