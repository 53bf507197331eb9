import { act, waitFor, within } from '@tests/support/dom';
import { openAtHarbour, openWithScripts } from '@tests/support/page-runs';
import { expect, it } from 'vitest';
import { followRunNews } from './follow-run';

const failing = `heddle: 1
name: Digest
default_model: sim:fast
tasks:
  fetch: { type: script, script: { content: "echo looking; echo refused >&2; exit 22" } }
  draft: { description: Draft it., depends_on: [fetch] }
`;
const live = (role: 'status' | 'alert') =>
  document.querySelector(`[data-live-texts] [role=${role}]${role === 'status' ? ' > :first-child' : ''}`)
    ?.textContent ?? '';

it('a run that fails is said once, and shows the task, and its whole reason', async () => {
  const { page, runs } = await openWithScripts(failing);
  followRunNews(page.stores);
  expect(await runs.run()).toBe('failed');
  await waitFor(() => expect(live('alert')).toMatch(/^fetch failed\. .*22/));
  await waitFor(() => expect(live('status')).toMatch(/^Failed in \d:\d\d: fetch\. .* 0 tasks done, 1 skipped\.$/));
  const inspector = await page.all.findByRole('complementary', { name: 'Inspector' });
  await within(inspector).findByRole('heading', { level: 2, name: 'fetch' });
  await waitFor(() => expect(inspector).toHaveTextContent('The script ended with code 22'));
  await waitFor(() => expect(page.drawer.getByRole('tab', { selected: true })).toHaveTextContent('Output'));
  const line = await page.runLine();
  await line.findByRole('button', { name: 'Run from fetch' });
});

it('whoever has a task selected is left alone when a run fails', async () => {
  const { page, runs } = await openWithScripts(failing);
  followRunNews(page.stores);
  await page.select('draft');
  expect(await runs.run()).toBe('failed');
  await waitFor(() => expect(live('status')).toMatch(/^Failed in/));
  page.inspector.getByRole('heading', { level: 2, name: 'draft' });
});

it('says that a run began, what it asks and how it ended, but neither its tasks nor what was before', async () => {
  const { page, runs, server } = await openAtHarbour(`heddle: 1
name: Notes
default_model: harbour:small
tasks:
  release: { type: ask, message: Send it?, form: { word: { type: text } } }
  a: { description: Task a, inject_context: false, depends_on: [release] }
`);
  server.on({ match: 'Task a', reply: 'a', holdAfterChunks: 0 });
  followRunNews(page.stores);
  const said: string[] = [];
  const observer = new MutationObserver(() => said.push(live('status'), live('alert')));
  observer.observe(document.body, { subtree: true, characterData: true, childList: true });
  await runs.start();
  await waitFor(() => expect(live('status')).toBe('Run 1 started, 2 tasks.'));
  await waitFor(() => expect(live('alert')).toBe('release asks you: Send it? Press Q to answer.'));
  const questions = page.all.getByRole('region', { name: 'Questions of the run' });
  await page.fill(within(questions).getByRole('textbox'), 'yes');
  await page.user.click(within(questions).getByRole('button', { name: /^Answer/ }));
  await waitFor(() => expect(server.count('Task a')).toBe(1));
  act(() => server.release());
  expect(await runs.isOver()).toBe('completed');
  await waitFor(() => expect(live('status')).toMatch(/^Done in \d:\d\d\. 2 tasks, 1 call/));
  observer.disconnect();
  expect(said.filter((text) => /^(a|release) (is|done)/.test(text))).toEqual([]);
});
