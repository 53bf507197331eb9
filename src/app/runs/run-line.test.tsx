import { waitFor, within } from '@tests/support/dom';
import { openWithScripts } from '@tests/support/page-runs';
import { expect, it } from 'vitest';
import { followTab } from '../tab/follow-tab';

/** What each place says of the run: the tab of the workflow, that of the runs, the window, the tree, the line. */
interface Said {
  readonly tab: string;
  readonly runs: string | undefined;
  readonly title: string;
  readonly row: string | undefined;
  readonly line: RegExp;
}

const write = (tasks: string) => `heddle: 1\nname: Notes\ndefault_model: sim:fast\ntasks:\n  ${tasks}\n`;
const passing = write('one: { description: Say one }');

async function open(text: string) {
  const opened = await openWithScripts(text);
  followTab(opened.page.stores);
  const { page, runs } = opened;
  const says = ({ tab, runs: sign, title, row, line }: Said) =>
    waitFor(() => {
      const tabs = within(page.all.getByRole('tablist', { name: 'Open workflows' }));
      // It describes the tab: what is in one has no role of its own.
      const ofRuns = page.all.getByRole('tab', { name: /^Runs/ }).querySelector('[role=img]');
      const ofRow = within(page.row('one')).queryAllByRole('img').at(-1);
      expect({
        tab: tabs.getByRole('tab', { selected: true }).getAttribute('aria-label'),
        runs: ofRuns?.getAttribute('aria-label') ?? undefined,
        title: document.title,
        row: ofRow?.getAttribute('aria-label') ?? undefined,
        line: line.exec(runs.headerElement.textContent ?? '')?.[0],
      }).toEqual({ tab, runs: sign, title, row, line: expect.any(String) });
    });
  return { ...opened, says };
}

it('all places say of a run on the simulated model that it is done, and none that it is simulated or dry', async () => {
  const { runs, says } = await open(passing);
  expect(await runs.run()).toBe('completed');
  await says({ tab: 'Notes', runs: 'Done', title: 'Notes · Heddle', row: 'Done', line: /^Done in \d:\d\d\./ });
  await runs.open();
  expect(runs.row('Run 1')).not.toHaveTextContent(/dry|simulated/i);
  expect(runs.headerElement).not.toHaveTextContent(/dry|simulated/i);
});

it('all places say that a run failed', async () => {
  const { runs, says } = await open(write('one: { type: script, script: { content: exit 3 } }'));
  expect(await runs.run()).toBe('failed');
  const title = 'Failed · Notes · Heddle';
  await says({ tab: 'Notes, failed', runs: 'Failed', title, row: 'Failed', line: /^Failed in \d:\d\d: one\./ });
});

it('all places say that a run asks, and that it was cancelled', async () => {
  const { page, runs, says } = await open(write('one: { type: ask, message: "Go on?", form: { note: {} } }'));
  await runs.start();
  const [tab, title] = ['Notes, waits for you', '(1) Notes · Heddle'];
  await says({ tab, runs: 'Waits for you', title, row: 'Waits for you', line: /^Waits for you\. one asks/ });
  await page.press('Cancel', page.topBar);
  expect(await runs.isOver()).toBe('cancelled');
  const line = /^Cancelled after \d:\d\d\./;
  await says({ tab: 'Notes', runs: undefined, title: 'Notes · Heddle', row: 'Cancelled', line });
});

it('all places say of a dry run that it is one', async () => {
  const { page, runs, says } = await open(passing);
  await runs.otherWay(/^Dry run/);
  await runs.hasRuns(1);
  expect(await runs.isOver()).toBe('completed');
  const line = /^Dry run, done\. Nothing was sent\./;
  await says({ tab: 'Notes', runs: 'Dry run', title: 'Notes · Heddle', row: 'Simulated', line });
  const tabs = within(page.all.getByRole('tablist', { name: 'Open workflows' }));
  expect(tabs.getByRole('tab', { selected: true }).querySelector('[role=img]')).toHaveAccessibleName('Dry run');
  await runs.open();
  expect(runs.row('Dry run 1')).toHaveTextContent(/nothing (was )?sent/i);
});
