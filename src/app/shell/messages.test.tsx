import { screen, waitFor } from '@testing-library/dom';
import { openPage } from '@tests/support/page';
import { expect, it } from 'vitest';
import { notifyPerson } from '@/ui/overlay/toast';

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

it('shows a message in place of the one with its id', async () => {
  await openPage();
  offer('The first.');
  await screen.findByText(/The first/);
  offer('The second.');
  await screen.findByText(/The second/);
  expect(screen.queryByText(/The first/)).toBeNull();
});
