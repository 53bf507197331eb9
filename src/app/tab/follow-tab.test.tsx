import { act, waitFor } from '@tests/support/dom';
import { openAtHarbour } from '@tests/support/page-runs';
import { expect, it, onTestFinished, vi } from 'vitest';
import { followTab } from './follow-tab';

const workflow = `heddle: 1
name: Notes
default_model: harbour:small
tasks:
  a: { description: Task a, inject_context: false }
  b: { description: Task b, inject_context: false, depends_on: [a] }
`;

/** Tells the page that it is hidden, as a browser does when another tab is chosen, or seen again. */
function setHidden(hidden: boolean): void {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}

/** Notes the notifications that are made; the permission is given when it is asked for. */
function noteNotifications(): readonly string[] {
  const shown: string[] = [];
  class Noted extends EventTarget {
    static permission = 'default';
    static requestPermission = async () => {
      Noted.permission = 'granted';
      return 'granted';
    };
    close = () => {};
    constructor(title: string) {
      super();
      shown.push(title);
    }
  }
  vi.stubGlobal('Notification', Noted);
  onTestFinished(() => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(document, 'hidden');
  });
  return shown;
}

it('the tab shows how the run is, and who was away is told of its end', async () => {
  const shown = noteNotifications();
  const icon = document.head.appendChild(document.createElement('link'));
  icon.rel = 'icon';
  onTestFinished(() => icon.remove());
  const { page, runs, server } = await openAtHarbour(workflow);
  followTab(page.stores);
  server.on({ match: 'Task a', reply: 'a' });
  server.on({ match: 'Task b', reply: 'b', holdAfterChunks: 0 });
  const hasTitle = (title: string | RegExp) =>
    waitFor(() => expect(document.title).toEqual(expect.stringMatching(title)));
  await hasTitle('^Notes · Heddle$');
  await runs.start();
  await hasTitle('^1 of 2 · Notes · Heddle$');
  expect(icon.getAttribute('href')).toBe('./icons/tab-running.svg');
  await waitFor(() => expect(server.count('Task b')).toBe(1));

  setHidden(true);
  server.release();
  await hasTitle('^Done · Notes · Heddle$');
  expect(icon.getAttribute('href')).toBe('./icons/tab-done.svg');
  expect(shown).toEqual([]);
  setHidden(false);
  await hasTitle('^Notes · Heddle$');
  await page.user.click(await (await page.told()).findByRole('button', { name: 'Notify me' }));

  // From now on a notification says it.
  server.on({ match: 'Task b', status: 401, message: 'no', holdAfterChunks: 0 });
  await runs.otherWay(/^Run everything again/);
  await waitFor(() => expect(server.count('Task b')).toBe(2));
  setHidden(true);
  server.release();
  await waitFor(() => expect(shown).toEqual([expect.stringMatching(/^Notes (failed|waits for you)$/)]));
  await hasTitle(/^(Failed|Waits) · Notes · Heddle$/);
});
