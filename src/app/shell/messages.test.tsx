import { screen, waitFor } from '@testing-library/dom';
import { openPage } from '@tests/support/page';
import { expect, it, vi } from 'vitest';
import { closeNotice, notifyPerson } from '@/ui/overlay/toast';

const offer = (detail: string) =>
  notifyPerson({ id: 'update', tone: 'info', stays: true, title: 'A new version is ready.', detail });

it('shows a message anew while the one with its id is being closed', async () => {
  const { user } = await openPage();
  offer('The first.');
  await screen.findByText(/The first/);
  await user.click(screen.getByRole('button', { name: 'Close the message' }));
  const isLeaving = (text: RegExp) =>
    screen.getByText(text).closest('[data-sonner-toast]')?.getAttribute('data-removed');
  await waitFor(() => expect(isLeaving(/The first/)).toBe('true'));
  offer('The second.');
  await waitFor(() => expect(isLeaving(/The second/)).toBe('false'));
});

it('a message that tells of what ends before it is drawn goes', async () => {
  const page = await openPage();
  const frame = vi.spyOn(window, 'requestAnimationFrame').mockImplementation((draw) => {
    draw(0);
    return 0;
  });
  try {
    notifyPerson({ tone: 'busy', title: 'Opening…', until: Promise.resolve() });
    const { findByText, queryAllByRole } = await page.told();
    await findByText('Opening…');
    await waitFor(() => expect(queryAllByRole('listitem')).toEqual([]));
  } finally {
    frame.mockRestore();
  }
});

it('shows a message in place of the one with its id', async () => {
  await openPage();
  offer('The first.');
  await screen.findByText(/The first/);
  offer('The second.');
  await screen.findByText(/The second/);
  expect(screen.queryByText(/The first/)).toBeNull();
});

it('an error of an edit goes with the next edit, and one with a key when what it tells of is mended', async () => {
  const page = await openPage('name: Test\ntasks:\n  one: { description: First }\n');
  const messages = async () => (await page.told()).queryAllByRole('listitem').map(({ textContent }) => textContent);
  notifyPerson({ tone: 'error', id: 'refused', about: 'workflow', title: 'Connect: not done' });
  notifyPerson({ tone: 'error', id: 'key', title: 'The key was not forgotten.' });
  await waitFor(async () => expect((await messages()).join()).toMatch(/not forgotten.*not done/));
  await page.select('one');
  await page.fill(page.field('Prompt'), 'Other');
  await waitFor(async () => expect((await messages()).join()).not.toContain('not done'));
  expect((await messages()).join()).toContain('not forgotten');
  closeNotice('key');
  await waitFor(async () => expect(await messages()).toEqual([]));
});

it('a message goes by itself, but not under the focus, and F8 leads to it', async () => {
  const { user } = await openPage();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  try {
    notifyPerson({ tone: 'ok', title: 'Kept.', action: { label: 'Undo', run: () => {} } });
    const undo = await screen.findByRole('button', { name: 'Undo' });
    // The keys of the page come in after its first screen.
    await waitFor(async () => {
      await user.keyboard('{F8}');
      expect(undo).toHaveFocus();
    });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(undo).toBeInTheDocument();
    undo.blur();
    await vi.advanceTimersByTimeAsync(9_000);
    expect(undo).toBeInTheDocument();
    await vi.advanceTimersByTimeAsync(2_000);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
  } finally {
    vi.useRealTimers();
  }
});
