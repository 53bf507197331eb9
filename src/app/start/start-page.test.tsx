import { origin } from '@tests/serve/connected-page';
import { serveHere } from '@tests/serve/served';
import { waitFor, within } from '@tests/support/dom';
import { openPage, type Page } from '@tests/support/page';
import { scriptsHere } from '@tests/support/scripts-here';
import { expect, it, onTestFinished, vi } from 'vitest';

const kept = 'heddle: 1\nname: Kept\ndefault_model: sim:default\ntasks:\n  only: { description: Say one }\n';
const region = async (page: Page, name: string | RegExp) => within(await page.all.findByRole('region', { name }));
const toStart = async (page: Page) => {
  await page.press('Heddle, all workflows', page.topBar);
  await page.all.findByRole('heading', { level: 1, name: 'What should the workflow do?' });
};
const isOpen = (page: Page, name: string) =>
  waitFor(() => {
    const heading = page.topBar.getByRole('button', { name: /^Name of the workflow/ });
    expect(heading).toHaveTextContent(name);
  });

it('a blank workflow says what to do first', async () => {
  const page = await openPage();
  await page.user.click(await page.all.findByRole('button', { name: 'Blank workflow' }));
  await page.all.findByText('Nothing here yet');
  page.all.getByText('Double-click, or press N, to add the first task.');
  expect(page.topBar.getByRole('button', { name: /^Run/ })).toBeDisabled();
});

it('a template opens as a workflow of its own, each time anew', async () => {
  const page = await openPage();
  const templates = () => region(page, 'Start from a template');
  expect(await (await templates()).findAllByRole('listitem')).toHaveLength(6);
  await page.press(/Sort an inbox/, await templates());
  await isOpen(page, 'Sort an inbox');
  await page.savedText();
  const first = page.stores.document.getState().id;
  await toStart(page);
  await page.user.click(await (await templates()).findByRole('button', { name: /Sort an inbox/ }));
  await waitFor(() => expect(page.stores.document.getState().id).not.toBe(first));
  await isOpen(page, 'Sort an inbox');
});

it('workflows of this browser are listed, opened and deleted', async () => {
  const page = await openPage(kept);
  await page.savedText();
  await toStart(page);
  await page.press('Blank workflow');
  await isOpen(page, 'Untitled');
  await page.savedText();
  await toStart(page);
  const recent = () => region(page, 'Continue with');
  const listed = async () => (await recent()).getAllByRole('listitem').map((item) => item.textContent);
  await waitFor(async () =>
    expect(await listed()).toEqual([expect.stringMatching(/Untitled/), expect.stringMatching(/Kept.*1 task/)]),
  );
  await page.press(/^Kept/, await recent());
  await isOpen(page, 'Kept');
  expect(await page.savedText()).toBe(kept);

  await toStart(page);
  const askToDelete = async () => {
    await page.press('More about Kept', await recent());
    await page.user.click(await page.all.findByRole('menuitem', { name: 'Delete' }));
    return within(await page.all.findByRole('dialog'));
  };
  await page.press('Cancel', await askToDelete());
  await waitFor(() => expect(page.all.queryByRole('dialog')).toBeNull());
  expect(await listed()).toHaveLength(2);
  await page.press('Delete the workflow', await askToDelete());
  await waitFor(async () => expect(await listed()).toEqual([expect.stringMatching(/Untitled/)]));
});

it('a visit later opens what was open last', async () => {
  const { storage, ...page } = await openPage(kept.replace('Kept', 'Last'));
  expect(page).toBeDefined();
  const later = await openPage(undefined, { storage, hash: '' });
  await isOpen(later, 'Last');
});

it('the theme is light, dark or the system’s, and is remembered', async () => {
  const system = Object.assign(new EventTarget(), { matches: true });
  const real = window.matchMedia;
  const isAbout = (query: string) => query.includes('prefers-color-scheme');
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    isAbout(query) ? (system as unknown as MediaQueryList) : real.call(window, query),
  );
  onTestFinished(() => void vi.restoreAllMocks());
  const root = document.documentElement;
  const page = await openPage(kept);
  expect(root).toHaveAttribute('data-theme', 'dark');
  system.matches = false;
  system.dispatchEvent(new Event('change'));
  expect(root).toHaveAttribute('data-theme', 'light');
  const choose = async (theme: string) => {
    await page.press('More', page.topBar);
    await page.user.click(await page.all.findByRole('menuitemradio', { name: theme }));
  };
  await page.all.findByRole('tree');
  await choose('Dark');
  expect(root).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  expect(root).toHaveAttribute('data-theme', 'dark');
  await page.all.findByRole('tree');
  await choose('System');
  expect(root).toHaveAttribute('data-theme', 'light');
});

it('shows one task type at work', async () => {
  const page = await openPage(undefined, { scripts: scriptsHere });
  const types = await region(page, 'See one task type at work');
  await page.user.click(await types.findByRole('button', { name: 'Condition' }));
  await isOpen(page, 'Take the right way');
  expect(await page.run()).toBe('completed');
});

it('a sentence without a key leads to the key, and is still there with one', async () => {
  const asked: string[] = [];
  const page = await openPage(undefined, {
    fetch: async (input) => {
      asked.push(input instanceof Request ? input.url : String(input));
      throw new TypeError('Failed to fetch');
    },
  });
  const sentence = () => page.all.findByRole('textbox', { name: 'What should the workflow do?' });
  await page.all.findByText('No model yet.');
  await page.fill(await sentence(), 'Sort my mail');
  await page.press('Draft it');
  expect(page.all.getByRole('alert')).toHaveTextContent('No model yet.');
  const useKey = page.all.getByRole('button', { name: 'Use a key' });
  expect(useKey).toHaveFocus();
  await page.user.click(useKey);
  await page.all.findByRole('main', { name: 'Models' });
  await page.app.keys.set('openai', 'sk-1');
  await page.press('Start');
  await page.all.findByText('Keys for OpenAI.');
  expect(await sentence()).toHaveValue('Sort my mail');
  await page.press('Draft it');
  const dialog = within(await page.all.findByRole('dialog'));
  // The model is asked at once: the sentence was said already.
  await waitFor(() => expect(asked).toContain('https://api.openai.com/v1/responses'));
  expect(await dialog.findByLabelText('What should the workflow do?')).toHaveValue('Sort my mail');
  expect(dialog.getByLabelText('Model')).toHaveValue('openai:gpt-6-luna');
});

it('the page of a server shows the workflows that it serves, and opens a copy of one', async () => {
  const served = serveHere({ 'mail/kept.yaml': kept }, { origins: [origin] });
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const url = new URL(String(input));
    if (url.origin !== origin) throw new TypeError('Failed to fetch');
    if (init?.method === 'HEAD') return new Response(null, { headers: { 'Heddle-Server': '1' } });
    return served.app.request(url.pathname + url.search, { ...init, headers: { ...headersOf(init), host: url.host } });
  };
  const page = await openPage(undefined, { fetch, origin });
  const list = await region(page, 'Served here');
  await page.user.click(await list.findByRole('button', { name: /^Kept.*mail\/kept\.yaml/ }));
  await isOpen(page, 'Kept');
  expect(await page.savedText()).toBe(kept);
});

const headersOf = (init?: RequestInit) => Object.fromEntries(new Headers(init?.headers));

it('a recorded run is played from its card, without a key', async () => {
  const page = await openPage();
  const gallery = await region(page, /^Gallery/);
  await page.user.click(await gallery.findByRole('button', { name: 'Replay, no key: Extract an invoice' }));
  await isOpen(page, 'Extract an invoice');
  await waitFor(() => expect(page.stores.run.getState().travel).toBeDefined());
  expect(page.stores.run.getState().isPlaying).toBe(true);
});
