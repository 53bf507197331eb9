import { act, waitFor, within } from '@tests/support/dom';
import { dropFile, fileOf, giveFile } from '@tests/support/page-files';
import { openAtHarbour, openWithScripts } from '@tests/support/page-runs';
import { expect, it } from 'vitest';
import { writeZip } from '@/app/archive/write-zip';

/** Three model calls in a row, each with the reply before it in its prompt. */
const chain = `heddle: 1
name: Chain
default_model: harbour:small
tasks:
  first: { description: First question. }
  second: { description: "Second question on {{first}}", depends_on: [first], inject_context: false }
  third: { description: "Third question on {{second}}", depends_on: [second], inject_context: false }
`;
const words = ['First', 'Second', 'Third', 'Another'];

it('runs are listed, an older one is shown whole, and the newest is one click away', async () => {
  const { page, runs, server } = await openAtHarbour(chain);
  server.on({ match: 'First question', reply: 'one' });
  server.on({ match: 'Second question', reply: 'two' });
  server.on({ match: 'Third question', status: 400, message: 'too odd', times: 1 });
  expect(await runs.run()).toBe('failed');
  server.on({ match: 'Third question', reply: 'three' });
  expect(await runs.run()).toBe('completed');
  await runs.open();
  const statusOf = (name: string) => within(runs.row(name)).getAllByRole('img')[0];
  await expect.poll(() => statusOf('Run 2')).toHaveAccessibleName('Done');
  expect(statusOf('Run 1')).toHaveAccessibleName('Failed');
  await expect.poll(() => runs.row('Run 1')).toHaveTextContent('third: ');
  await page.all.findByText(/^2 runs · .*kB$/);

  await runs.isShown('Run 2');
  await runs.choose('Run 1');
  await expect.poll(() => runs.headerElement).toHaveTextContent('2 calls');
  await runs.panel('Tasks');
  await runs.isTask('third', 'Failed');
  await runs.isTask('second', 'Done');
  await page.press('Back to now', within(runs.headerElement));
  await runs.isTask('third', 'Done');

  await runs.open();
  const names = () => runs.rows.map(({ textContent }) => /Run \d/.exec(textContent ?? '')?.[0]);
  await page.fill(page.all.getByLabelText('Find a run'), 'failed');
  await expect.poll(names).toEqual(['Run 1']);
  await page.fill(page.all.getByLabelText('Find a run'), '');
  await page.press('Filter and import');
  await page.user.click(await page.all.findByRole('menuitemradio', { name: 'Done' }));
  await expect.poll(names).toEqual(['Run 2']);
});

it('a run is looked back at, event by event, and what one sees is how it stood; it plays to its end', async () => {
  const { page, runs } = await openWithScripts(chain.replace('harbour:small', 'sim:default'));
  expect(await runs.run()).toBe('completed');
  await waitFor(() => runs.bar);
  const events = await page.storedEvents();
  const last = events.length;
  await expect.poll(() => runs.barElement).toHaveTextContent(`${last} of ${last}`);

  await runs.inPlayer('First event');
  await runs.isAt(1);
  await runs.isTask('first', 'Queued');
  const begun = events.find(({ kind, path }) => kind === 'task.started' && path === 'task/second')?.seq ?? 0;
  await runs.goTo(begun);
  expect(runs.slider.getAttribute('aria-valuetext')).toMatch(/second began/);
  await runs.isTask('first', 'Done');
  await runs.isTask('second', 'Writing');
  await runs.isTask('third', 'Waits for second');
  await runs.tab('Events');
  await expect.poll(() => page.drawer.getAllByRole('option').length).toBe(begun);
  await page.reload();
  await runs.isTask('third', 'Done');

  await page.press('Event before', runs.bar);
  await runs.isAt(last - 1);
  await page.press('Next event', runs.bar);
  await runs.isAt(last);
  await runs.inPlayer('50 events a second');
  await runs.inPlayer('First event');
  await runs.isAt(1);
  await page.press('Play', runs.bar);
  await runs.isAt(last);
  await runs.bar.findByRole('button', { name: 'Play' });
  await runs.isTask('third', 'Done');
  expect(await page.runs()).toHaveLength(1);
});

it('a fork from an event asks only for what came after it, with the workflow as it ran or as it is now', async () => {
  const { page, runs, server } = await openAtHarbour(chain);
  server.on({ match: 'First question', reply: 'one' });
  server.on({ match: 'Second question', reply: 'two' });
  server.on({ match: 'Third question', reply: 'three' });
  server.on({ match: 'Another question', reply: 'other' });
  expect(await runs.run()).toBe('completed');
  expect(server.requests).toHaveLength(3);
  await runs.open();
  const events = await page.storedEvents();
  const done = events.find(({ kind, path }) => kind === 'task.completed' && path === 'task/second')?.seq ?? 0;
  await runs.goTo(done);
  // The button says before what the fork asks.
  await page.user.click(await runs.bar.findByRole('button', { name: /^Fork from here ?· 1 of 3 changed/ }));
  await runs.isShown('Run 2');
  expect(await runs.isOver()).toBe('completed');
  expect(words.map((word) => server.count(`${word} question`))).toEqual([1, 1, 2, 0]);
  await expect.poll(() => runs.row('Run 2')).toHaveTextContent('Forked from run 1');

  await runs.changePrompt('third', 'Another question on {{second}}');
  await page.press(/^Fork from the end/, runs.bar);
  await page.user.click(await page.all.findByRole('menuitem', { name: /as it is now ?1 of 3 changed/ }));
  await runs.isShown('Run 3');
  expect(await runs.isOver()).toBe('completed');
  expect(words.map((word) => server.count(`${word} question`))).toEqual([1, 1, 2, 1]);

  // The timeline has the tree of forks beside it.
  await runs.tab('Timeline');
  const forks = within(await page.drawer.findByRole('navigation', { name: 'Forks' }));
  await expect
    .poll(() => forks.getAllByRole('button').map(({ textContent }) => textContent))
    .toEqual([expect.stringMatching(/^Run 3/), `Run 2from run 1, event ${done}`, 'Run 1']);
  expect(forks.getByRole('button', { name: /^Run 3/ })).toHaveAttribute('aria-current', 'true');
  await page.press('Run 1', forks);
  await runs.isShown('Run 1');
});

it('a paused run whose workflow has changed asks how it is to go on', async () => {
  const { page, runs, server } = await openAtHarbour(chain);
  server.on({ match: 'First question', reply: 'one' });
  server.on({ match: 'Another question', reply: 'other' });
  server.on({ match: 'Second question', reply: 'two' });
  server.on({ match: 'Second question', reply: 'two', holdAfterChunks: 0, times: 1 });
  await runs.start();
  await expect.poll(() => server.count('Second question')).toBe(1);
  await page.press('Pause', await page.runLine());
  const resume = async () => page.user.click(await within(runs.headerElement).findByRole('button', { name: 'Resume' }));
  await within(runs.headerElement).findByRole('button', { name: 'Resume' });
  const isDone = (name: string) =>
    expect.poll(() => within(runs.row(name)).getAllByRole('img')[0]).toHaveAccessibleName('Done');
  const asked = () => words.map((word) => server.count(`${word} question`));
  await runs.changePrompt('third', 'Another question on {{second}}');

  await resume();
  const dialog = await page.opened();
  dialog.getByRole('heading', { name: 'The workflow has changed' });
  await page.press('Cancel', dialog);
  await page.isClosed();
  expect(server.requests).toHaveLength(2);

  await resume();
  await page.press(/^Reuse what still matches/, await page.opened());
  await page.isClosed();
  await runs.isShown('Run 2');
  await isDone('Run 2');
  expect(asked()).toEqual([1, 2, 0, 1]);

  await runs.choose('Run 1');
  await resume();
  await page.press(/^Start over/, await page.opened());
  await page.isClosed();
  await runs.isShown('Run 3');
  await isDone('Run 3');
  expect(asked()).toEqual([2, 3, 0, 2]);

  server.on({ match: 'Third question', reply: 'three' });
  await runs.choose('Run 1');
  await resume();
  await page.press(/^Continue with the old workflow/, await page.opened());
  await page.isClosed();
  await isDone('Run 1');
  // What the run in between was answered to the same question is not asked again.
  expect(asked()).toEqual([2, 3, 1, 2]);
  expect(page.all.getAllByText(/Forked from run 1/).length).toBeGreaterThan(0);
});

it('an export without long texts of a run that has not ended says what it cannot be used for', async () => {
  const { page, runs, server } = await openAtHarbour(chain);
  server.on({ match: 'First question', reply: 'one', holdAfterChunks: 0, times: 1 });
  await runs.start();
  await expect.poll(() => server.count('First question')).toBe(1);
  await page.press('Pause', await page.runLine());
  await within(runs.headerElement).findByRole('button', { name: 'Resume' });
  await runs.open();
  await runs.saved('Export the recording');
  await (await page.told()).findByText(/is written as/);
  expect((await page.told()).queryByText(/has not ended/)).toBeNull();
  await runs.saved('Export without long texts');
  await (await page.told()).findByText(/Run 1 has not ended\./);
});

const short = 'heddle: 1\nname: Short\ntasks: { say: { type: script, script: { content: echo hi } } }\n';

it('what a cleanup would remove is shown first, then it is removed; one run is deleted after a question', async () => {
  const { page, runs } = await openWithScripts(short);
  for (const _ of [1, 2, 3]) expect(await runs.run()).toBe('completed');
  await runs.open();
  await page.press('Clean up');
  const dialog = await page.opened();
  await dialog.findByText('This rule deletes nothing.');
  await page.fill(dialog.getByLabelText('Keep runs for, days'), '0');
  await page.fill(dialog.getByLabelText('Always keep the last runs'), '2');
  const preview = within(await dialog.findByLabelText('What would be deleted'));
  await expect.poll(() => preview.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['Run 1']);
  expect(await page.runs()).toHaveLength(3);
  await page.user.click(await dialog.findByRole('button', { name: /^Remove 1 run, / }));
  await page.isClosed();
  await page.all.findByText(/^2 runs · /);
  expect(await page.runs()).toHaveLength(2);

  act(() => page.all.getByRole('listbox', { name: 'Runs' }).focus());
  await page.user.keyboard('{Home}{Delete}');
  await page.user.click(await (await page.opened()).findByRole('button', { name: /^Delete run 2/ }));
  await page.all.findByText(/^1 run · /);
  await runs.isShown('Run 1');
  expect(await page.runs()).toHaveLength(1);
});

it('a run is exported and imported again, alone, over another workflow, and in a ZIP; a file that is none says in which line', async () => {
  const yaml = 'name: Looms\ndefault_model: sim:echo\ntasks:\n  weave: { description: Weave }\n';
  const { page, runs } = await openWithScripts(yaml);
  expect(await runs.run()).toBe('completed');
  await runs.open();
  const recording = await runs.saved('Export the recording');
  const lines = recording.trimEnd().split('\n');
  expect(lines.length).toBeGreaterThan(5);
  for (const line of lines) JSON.parse(line);
  const first = (await page.runs())[0]?.id;
  const kept = /“looms\.jsonl” is kept as run/;

  await page.press('Filter and import');
  await giveFile(fileOf('looms.jsonl', recording), async () =>
    page.user.click(await page.all.findByRole('menuitem', { name: 'Import a recording' })),
  );
  await (await page.told()).findByText(kept);
  await waitFor(() => expect(runs.rows).toHaveLength(2));
  // It began when the run it was copied from began.
  expect(runs.list.getByRole('option', { selected: true })).not.toHaveAttribute('data-id', first ?? '');
  await expect.poll(() => runs.headerElement).toHaveTextContent('1 call');
  await act(async () => dropFile(fileOf('bad.jsonl', `${lines.slice(0, 4).join('\n')}\nnot an event\n`)));
  await (await page.told()).findByText(/line 5/i);
  expect(runs.rows).toHaveLength(2);
  await page.press(/^Fork from the end/, runs.bar);
  await runs.isShown('Run 3');
  expect(await runs.isOver()).toBe('completed');

  // Over another workflow it opens with its own.
  await act(() =>
    page.app.workflows.text('name: Other\ndefault_model: sim:echo\ntasks:\n  other: { description: Other }\n'),
  );
  await act(async () => dropFile(fileOf('looms.jsonl', recording)));
  await runs.panel('Tasks');
  await waitFor(() => page.row('weave'));
  await runs.hasRuns(4);

  // A ZIP opens with the recordings in it, as runs of its workflow; what is no recording is data of the workflow.
  const data = '{"id": 1}\n{"id": 2}\n';
  const looms = { 'looms.yaml': yaml, 'monday.jsonl': recording, 'rows.jsonl': data, 'data/rows.jsonl': data };
  await act(async () => page.app.workflows.file(await zipOf('looms.zip', looms)));
  await runs.open();
  await waitFor(() => expect(runs.rows).toHaveLength(1));
  await runs.panel('Files');
  const files = page.all.getByRole('tabpanel', { name: 'Files' });
  await expect.poll(() => files).toHaveTextContent('rows.jsonl');
  expect(files).not.toHaveTextContent('monday.jsonl');

  // A ZIP with nothing but a recording opens what was recorded.
  await act(async () => page.app.workflows.file(await zipOf('recording.zip', { 'Looms/monday.jsonl': recording })));
  await (await page.told()).findByText(/“monday\.jsonl” is kept as run/);
  await runs.panel('Tasks');
  await waitFor(() => page.row('weave'));
});

async function zipOf(name: string, files: Readonly<Record<string, string>>): Promise<File> {
  async function* entries() {
    for (const [path, text] of Object.entries(files)) yield { name: path, bytes: new TextEncoder().encode(text) };
  }
  return new File([await writeZip(entries())], name);
}

it('a changed prompt holds from round 3 of a loop on: the rounds before are kept, also after a reload', async () => {
  const loop = 'loop: { type: repeat, count: 4 }, description: "Old words, round {{iteration}} after {{last}}"';
  const yaml = `default_model: harbour:small\ntasks:\n  turn: { ${loop} }\n  end: { description: "Old words on {{turn}}", depends_on: [turn] }\n`;
  const { page, runs, server } = await openAtHarbour(yaml);
  server.on({ match: 'Old words', reply: 'old' });
  server.on({ match: 'New words', reply: 'new' });
  expect(await runs.run()).toBe('completed');
  expect(server.count('Old words')).toBe(5);
  await runs.open();
  const rounds = (await page.storedEvents()).filter(({ kind }) => kind === 'iteration.logged');
  await runs.goTo(rounds[1]?.seq ?? 0);
  await runs.changePrompt('turn', 'New words, round {{iteration}} after {{last}}');
  await page.user.click(await runs.bar.findByRole('button', { name: /^Fork from here/ }));
  await page.user.click(await page.all.findByRole('menuitem', { name: /from here on/ }));
  await runs.isShown('Run 2');
  expect(await runs.isOver()).toBe('completed');
  // Rounds 3 and 4, and what follows from them.
  expect([server.count('New words'), server.count('Old words on new')]).toEqual([2, 1]);
  expect(server.requests).toHaveLength(8);

  // A fork of it keeps them too, and is whole after a reload; a run of the workflow as it is asks the rounds that
  // no run was asked with these words.
  await page.reload();
  await runs.open();
  await page.user.click(await runs.bar.findByRole('button', { name: /^Fork from the end/ }));
  await runs.isShown('Run 3');
  expect(await runs.isOver()).toBe('completed');
  expect(server.requests).toHaveLength(8);
  expect(await runs.run()).toBe('completed');
  expect(server.requests).toHaveLength(11);
});
