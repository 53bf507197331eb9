import { beforeEach, expect, it } from 'vitest';
import { createMemoryShare } from '@/providers/limits/memory-share';
import { createMemoryStores } from '@/storage/memory/create-memory-stores';
import type { Stores } from '@/storage/stores';
import type { Grant } from '@/tools/oauth/grant';
import type { TabChannel } from '../tabs/tab-channel';
import { createKeys, type Keys } from './keys';
import { createSignIns, type HostSignIns, type SignInMessage } from './sign-ins';

const server = new URL('https://harbour.example/mcp');
const { signal } = new AbortController();

interface Tab {
  readonly keys: Keys;
  readonly signIns: HostSignIns;
}

let stores: Stores;
let share: ReturnType<typeof createMemoryShare>;
let tabs: Tab[];
/** Messages between tabs; each tab receives those of the others in the next turn. */
let posted: SignInMessage[];
let renewals: URLSearchParams[];
let answer: () => Response;
let time: number;

const fetcher: typeof fetch = async (_, init) => {
  renewals.push(new URLSearchParams(String(init?.body)));
  return answer();
};

function openTab(): Tab {
  const keys = createKeys(stores.secrets, () => [], 10);
  const channel: TabChannel = {
    post: (message) => {
      posted.push(message as SignInMessage);
      for (const tab of tabs) if (tab !== own) setTimeout(() => tab.signIns.take(message as SignInMessage));
    },
    listen: () => {},
  };
  let own: Tab | undefined;
  const signIns = createSignIns({
    ...{ held: keys.signIns, onChange: keys.onChange, settings: stores.settings, tabs: channel },
    ...{ alone: share.alone, now: () => time, fetch: fetcher },
  });
  own = { keys, signIns };
  tabs.push(own);
  return own;
}

const grant = (changes: Partial<Grant> = {}): Grant => ({
  server: server.href,
  resource: server.href,
  issuer: {
    issuer: 'https://login.example',
    authorization_endpoint: 'https://login.example/authorize',
    token_endpoint: 'https://login.example/token',
    response_types_supported: ['code'],
  },
  client: { client_id: 'heddle', redirect: 'https://heddle.example/sign-in.html' },
  accessToken: 'access-token-1',
  refreshToken: 'refresh-token-1',
  generation: 1,
  ...changes,
});
const sign = ({ keys }: Tab, passphrase?: string, changes?: Partial<Grant>) =>
  keys.signIns.set(server.href, JSON.stringify(grant(changes)), passphrase);
const stateIn = async ({ signIns }: Tab) => (await signIns.api.states()).servers[server.href];

beforeEach(() => {
  stores = createMemoryStores({ now: () => 0 });
  share = createMemoryShare();
  tabs = [];
  posted = [];
  renewals = [];
  time = 0;
  let count = 1;
  answer = () => {
    count += 1;
    const [access_token, refresh_token] = [`access-token-${count}`, `refresh-token-${count}`];
    return Response.json({ access_token, refresh_token, token_type: 'Bearer' });
  };
});

it('renews a token before it expires, once for all who ask', async () => {
  const tab = openTab();
  await sign(tab, undefined, { expiresAt: 60_000 });
  expect(await tab.signIns.tokenOf(server)).toBe('access-token-1');
  time = 55_000;
  const all = await Promise.all([1, 2, 3].map(() => tab.signIns.tokenOf(server)));
  expect(all).toEqual(['access-token-2', 'access-token-2', 'access-token-2']);
  expect(renewals.map((form) => form.get('refresh_token'))).toEqual(['refresh-token-1']);
  // A call that was refused with the old token gets the new one.
  expect(await tab.signIns.renewed(server, 'access-token-1')).toBe('access-token-2');
  expect(renewals).toHaveLength(1);
});

it('never uses a refresh token that another tab has used', async () => {
  const [first, second] = [openTab(), openTab()];
  await sign(first);
  await sign(second);
  const both = await Promise.all([first, second].map(({ signIns }) => signIns.renewed(server, 'access-token-1')));
  expect(both).toEqual(['access-token-2', 'access-token-2']);
  expect(renewals).toHaveLength(1);
});

it('is shared with tabs that come later, and ended in all', async () => {
  const first = openTab();
  await sign(first);
  const second = openTab();
  await expect.poll(() => stateIn(second)).toEqual({ held: 'in_memory' });
  await second.signIns.api.forget(server.href);
  await expect.poll(() => stateIn(first)).toBeUndefined();
});

it('does not open in another tab what is locked there', async () => {
  const first = openTab();
  const second = openTab();
  await sign(first, 'pass');
  await first.signIns.renewed(server, 'access-token-1');
  await expect.poll(() => posted.some(({ kind }) => kind === 'sign-in')).toBe(true);
  await new Promise((resolve) => setTimeout(resolve));
  expect(await stateIn(second)).toEqual({ held: 'locked' });
  // The renewed grant replaces the stored one.
  expect(await second.keys.unlock('pass')).toBe(true);
  expect(await second.signIns.tokenOf(server)).toBe('access-token-2');
});

it('takes nothing from a tab that is no grant of that server', async () => {
  const tab = openTab();
  const take = (text: string) => tab.signIns.take({ kind: 'sign-in', server: server.href, grant: text, stored: false });
  take('no JSON');
  take('{}');
  take(JSON.stringify(grant({ server: 'https://evil.example/' })));
  expect(await stateIn(tab)).toBeUndefined();
});

it('forgets what was revoked, and keeps what could not be renewed for another reason', async () => {
  const tab = openTab();
  await sign(tab);
  answer = () => new Response(null, { status: 503 });
  await expect(tab.signIns.renewed(server, 'access-token-1')).rejects.toThrow('harbour.example');
  expect(await stateIn(tab)).toEqual({ held: 'in_memory' });
  answer = () => Response.json({ error: 'invalid_grant' }, { status: 400 });
  expect(await tab.signIns.renewed(server, 'access-token-1')).toBeUndefined();
  expect(await stateIn(tab)).toBeUndefined();
});

it('says who asks for a sign-in until there is one', async () => {
  const tab = openTab();
  tab.signIns.asked(server, {}, undefined);
  expect(await stateIn(tab)).toEqual({ asks: 'sign_in' });
  let isOver = false;
  const waiting = tab.signIns.whenSignedIn(server, signal).then(() => {
    isOver = true;
  });
  tab.signIns.asked(new URL('https://other.example/'), {}, undefined);
  await Promise.resolve();
  expect(isOver).toBe(false);
  await sign(tab);
  await waiting;
  expect(await stateIn(tab)).toEqual({ held: 'in_memory' });
  tab.signIns.asked(server, { scope: 'dredge' }, 'access-token-1');
  expect(await stateIn(tab)).toEqual({ held: 'in_memory', asks: 'more' });
});

it('strikes its tokens out of what servers say, and names them for exports', async () => {
  const tab = openTab();
  await sign(tab);
  const said = { text: 'you sent access-token-1', list: [{ of: 'refresh-token-1' }], bytes: new Uint8Array([1]) };
  expect(tab.signIns.strike(server, said)).toEqual({
    text: 'you sent (token of harbour.example)',
    list: [{ of: '(token of harbour.example)' }],
    bytes: new Uint8Array([1]),
  });
  expect(tab.signIns.secrets()).toEqual(['access-token-1', 'refresh-token-1']);
});
