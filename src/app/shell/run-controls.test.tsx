import { waitFor } from '@tests/support/dom';
import { openPage } from '@tests/support/page';
import { expect, it, onTestFinished } from 'vitest';
import { followOutlook } from '@/state/follow-outlook';
import { openScreen } from '@/state/view/screens';

it('Run is off while the budget ends before the first call, says why, and the line of the run mends it', async () => {
  const page = await openPage(`default_model: sim:echo
limits: { max_total_tokens: 1 }
tasks:
  draft: { description: Draft the notes. }
`);
  const { outlook, document, given, services } = page.stores;
  const askAtOnce = (ask: () => void) => {
    ask();
    return () => {};
  };
  onTestFinished(followOutlook(outlook, document, given, services, askAtOnce));
  const findRun = () => page.topBar.getByRole('button', { name: 'Run' });
  const line = await page.runLine();
  await line.findByText('This budget ends before the first call.');
  expect(findRun()).toBeDisabled();
  expect(findRun()).toHaveAccessibleDescription('This budget ends before the first call.');
  await page.press(/^Set the budget to/, line);
  await waitFor(() => expect(findRun()).toBeEnabled());
  expect(await page.run()).toBe('completed');
});

it('whoever goes to another page while a run starts stays there', async () => {
  const page = await openPage('default_model: sim:echo\ntasks:\n  draft: { description: Draft the notes. }\n');
  const { view, run } = page.stores;
  const starts = page.press('Run', page.topBar);
  await waitFor(() => expect(run.getState().isStarting).toBe(true));
  openScreen(view, { at: 'models', back: { at: 'editor' } });
  await starts;
  await waitFor(() => expect(run.getState().isStarting).toBe(false));
  expect(await page.isOver()).toBe('completed');
  expect(view.getState().screen.at).toBe('models');
  openScreen(view, { at: 'editor' });
  expect(await page.run()).toBe('completed');
});
