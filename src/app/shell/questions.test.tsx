import { waitFor, within } from '@tests/support/dom';
import type { Page } from '@tests/support/page';
import { openAtHarbour, openWithScripts } from '@tests/support/page-runs';
import { expect, it } from 'vitest';

const asking = (id: string, question: string) => `  ${id}:
    description: Ask.
    model: sim:fast
    interactive: true
    options: { tool_calls: [{ name: ask_user, arguments: { question: "${question}" } }] }
`;

const cards = (page: Page) => {
  const region = page.all.queryByRole('region', { name: 'Questions of the run' });
  return region === null ? [] : within(region).queryAllByRole('group');
};
const cardWith = (page: Page, text: string) =>
  waitFor(() => {
    const card = cards(page).find(({ textContent }) => textContent?.includes(text));
    if (card === undefined) throw new Error(`No question has “${text}”.`);
    return card;
  });

it('a question of a task is answered after a reload, with several lines, by key', async () => {
  const publish = '  publish: { description: Publish it., model: sim:fast, depends_on: [release] }\n';
  const { page, runs } = await openWithScripts(`tasks:\n${asking('release', 'Which <b>version</b> is it?')}${publish}`);
  await runs.start();
  // The text is verbatim: a question is not HTML.
  await cardWith(page, 'Which <b>version</b> is it?');
  await page.reload();
  const card = within(await cardWith(page, 'Which <b>version</b> is it?'));
  expect(cards(page)).toHaveLength(1);

  const answer = card.getByRole('textbox', { name: 'Your answer' });
  expect(answer).not.toHaveFocus();
  await page.fill(answer, '2.4.0');
  await page.user.keyboard('{Shift>}{Enter}{/Shift}from Friday{Enter}');
  expect(await runs.isOver()).toBe('completed');
  await waitFor(() => expect(cards(page)).toHaveLength(0));

  const events = await page.storedEvents();
  expect(events.filter(({ kind }) => kind === 'input.requested')).toHaveLength(1);
  expect(events.find(({ kind }) => kind === 'input.provided')?.result).toBe('2.4.0\nfrom Friday');
  const output = within(await runs.output('release'));
  await page.user.click(await output.findByText('ask_user'));
  await waitFor(() => expect(output.getByLabelText('Tools')).toHaveTextContent('from Friday'));
});

it('several questions stand in a list, and each answer reaches who asked', async () => {
  const { page, runs } = await openWithScripts(
    `tasks:\n${asking('left', 'What of left?')}${asking('right', 'What of right?')}`,
  );
  await runs.start();
  const choices = await waitFor(() => within(page.all.getByRole('list', { name: 'All questions' })));
  await waitFor(() => expect(choices.getAllByRole('button')).toHaveLength(2));
  const tab = page.drawer.getByRole('tab', { name: /Asks you ?2/ });
  expect(tab).toHaveAttribute('aria-selected', 'true');
  for (const id of ['right', 'left']) {
    if (id === 'right') await page.press(/What of right\?/, choices);
    const card = within(await cardWith(page, `What of ${id}?`));
    expect(cards(page)).toHaveLength(1);
    await page.fill(card.getByRole('textbox'), `all of ${id}`);
    await page.press(/^Answer/, card);
    await waitFor(() => expect(cards(page).some(({ textContent }) => textContent?.includes(`of ${id}?`))).toBe(false));
  }
  expect(await runs.isOver()).toBe('completed');
  const given = (await page.storedEvents()).filter(({ kind }) => kind === 'input.provided');
  expect(given.map(({ path, result }) => `${path.split('/')[1]}: ${result}`)).toEqual([
    'right: all of right',
    'left: all of left',
  ]);
  // What was shown before is shown again.
  expect(page.drawer.getByRole('tab', { name: 'Output' })).toHaveAttribute('aria-selected', 'true');
});

const twice = `tasks:
  release:
    type: ask
    message: Which way?
    form: { way: { type: choice, options: [left, right], required: true }, note: {} }
`;

it('what was typed stays over other tabs and a reload, and Mod+Enter sends it from each field', async () => {
  const { page, runs } = await openWithScripts(twice);
  await runs.start();
  const note = async () => within(await cardWith(page, 'Which way?')).getByRole('textbox', { name: /^note/ });
  await page.fill(await note(), 'by night');
  await page.user.click(page.drawer.getByRole('tab', { name: /^Logs/ }));
  expect(cards(page)).toEqual([]);
  await page.user.click(page.drawer.getByRole('tab', { name: /Asks you/ }));
  expect(await note()).toHaveValue('by night');
  await page.reload();
  expect(await note()).toHaveValue('by night');

  await page.user.click(await note());
  await page.user.keyboard('{Control>}{Enter}{/Control}');
  const card = within(await cardWith(page, 'Which way?'));
  await card.findByText('It is required.');
  await page.user.click(card.getByRole('radio', { name: 'left' }));
  await page.user.keyboard('{Control>}{Enter}{/Control}');
  expect(await runs.isOver()).toBe('completed');
  const given = (await page.storedEvents()).find(({ kind }) => kind === 'input.provided');
  expect(JSON.parse(given?.result ?? '')).toEqual({ way: 'left', note: 'by night' });
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith('heddle.typed'))).toEqual([]);
});

it('the key that cancels leads to the question of a run that waits, and so does Q with the drawer closed', async () => {
  const { page, runs } = await openWithScripts(twice);
  await runs.key('{Control>}{Enter}{/Control}');
  const choice = async () => within(await cardWith(page, 'Which way?')).getByRole('radio', { name: 'left' });
  expect(await choice()).not.toHaveFocus();
  await runs.key('{Control>}{Enter}{/Control}');
  await waitFor(async () => expect(await choice()).toHaveFocus());
  await page.press('Close the drawer', page.drawer);
  expect(cards(page)).toEqual([]);
  await runs.key('q');
  await waitFor(async () => expect(await choice()).toHaveFocus());
  expect(await page.runs()).toHaveLength(1);
  expect((await page.storedEvents()).some(({ kind }) => kind === 'run.cancelled')).toBe(false);
});

it('the focus goes to the form from the button that started the run, and from the drawer', async () => {
  const { page, runs } = await openWithScripts(twice);
  const choice = async () => within(await cardWith(page, 'Which way?')).getByRole('radio', { name: 'left' });
  await runs.start();
  await waitFor(async () => expect(await choice()).toHaveFocus());
  await page.press('Stop the run', within(await cardWith(page, 'Which way?')));
  expect(await runs.isOver()).toBe('cancelled');
  page.drawer.getByRole('tab', { name: 'Output' }).focus();
  await page.user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(async () => expect(await choice()).toHaveFocus());
});

it('the drawer does not open for a question while a person types', async () => {
  const { page } = await openWithScripts(twice);
  await page.select('release');
  // Closed once by a person, it is not opened by the run either.
  await page.press('Close the drawer', within(await page.all.findByRole('region', { name: 'Run' })));
  const search = page.field('Id');
  search.focus();
  await page.user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => page.drawer.getByRole('tab', { name: /Asks you 1/ }));
  expect(search).toHaveFocus();
  expect(cards(page)).toEqual([]);
});

it('a budget that is used up asks before the call; not raised it fails the task, raised the run goes on', async () => {
  const { page, runs, server } = await openAtHarbour(
    'limits: { max_total_tokens: 100 }\ntasks:\n  ask: { description: A question., model: "harbour:small" }\n',
  );
  server.on({ reply: 'done' });
  await runs.start();
  await page.press('Stop here', within(await cardWith(page, '0 of 100 tokens')));
  expect(await runs.isOver()).toBe('failed');
  expect(server.requests).toHaveLength(0);
  const output = await runs.output('ask');
  await waitFor(() => expect(output).toHaveTextContent('0 of 100 tokens'));

  await runs.start();
  const card = within(await cardWith(page, '0 of 100 tokens'));
  const limit = card.getByRole('textbox', { name: /^Allow up to/ });
  await page.fill(limit, '50');
  expect(card.getByRole('button', { name: /^Continue/ })).toBeDisabled();
  await page.fill(limit, '20000');
  await page.user.click(await card.findByRole('button', { name: /^Continue with 20/ }));
  expect(await runs.isOver()).toBe('completed');
  expect(server.requests).toHaveLength(1);
});

it('a price that is not known is asked for under a budget in US dollars, once, also over a reload', async () => {
  const { page, runs, server } = await openAtHarbour(`default_model: harbour:small
limits: { max_total_cost_usd: 1 }
tasks:
  first: { description: First. }
  second: { description: Second., depends_on: [first] }
`);
  server.on({ match: 'First', reply: 'one' });
  server.on({ match: 'Second', reply: 'two' });
  // Without a price the run stops, or goes on uncounted, as the person wants.
  await runs.start();
  await page.press('Stop here', within(await cardWith(page, 'harbour:small')));
  expect(await runs.isOver()).toBe('failed');
  expect(server.requests).toHaveLength(0);

  await runs.start();
  await cardWith(page, 'harbour:small');
  await page.reload();
  const card = within(await cardWith(page, 'harbour:small'));
  await page.fill(card.getByRole('textbox', { name: /^Input/ }), '5');
  await page.fill(card.getByRole('textbox', { name: /^Output/ }), 'cheap');
  expect(card.getByRole('button', { name: 'Use this price' })).toBeDisabled();
  await page.fill(card.getByRole('textbox', { name: /^Output/ }), '25');
  await page.press(/^Use this price/, card);
  expect(await runs.isOver()).toBe('completed');
  expect([server.count('First'), server.count('Second')]).toEqual([1, 1]);
  await waitFor(() => expect(cards(page)).toHaveLength(0));
});

it('a run without a known price goes on uncounted, if the person wants', async () => {
  const { page, runs, server } = await openAtHarbour(
    'limits: { max_total_cost_usd: 1 }\ntasks:\n  ask: { description: A question., model: "harbour:small" }\n',
  );
  server.on({ reply: 'done' });
  await runs.start();
  await page.press('Continue without counting it', within(await cardWith(page, 'harbour:small')));
  expect(await runs.isOver()).toBe('completed');
  expect(server.requests).toHaveLength(1);
});

it('a run that the person paused stays paused over a reload, and asks nothing twice that was answered', async () => {
  const { page, runs, server } = await openAtHarbour(`default_model: harbour:small
tasks:
  first: { description: First. }
  second: { description: Second., depends_on: [first] }
`);
  server.on({ match: 'First', reply: 'one' });
  server.on({ match: 'Second', reply: 'two', holdAfterChunks: 0, times: 1 });
  await runs.start();
  await expect.poll(() => server.count('Second')).toBe(1);
  await page.press('Pause', await page.runLine());
  await (await page.runLine()).findByRole('button', { name: 'Resume' });
  await expect.poll(() => server.requests.at(-1)?.aborted).toBe(true);
  await page.reload();
  await (await page.runLine()).findByRole('button', { name: 'Resume' });
  (await page.runLine()).getByRole('img', { name: 'Paused' });
  expect(server.requests).toHaveLength(2);

  server.on({ match: 'Second', reply: 'two' });
  await page.user.keyboard('{Control>}{Enter}{/Control}');
  expect(await runs.isOver()).toBe('completed');
  expect([server.count('First.'), server.count('Second.')]).toEqual([1, 2]);
});

const debugged = `heddle: 1
name: Debug
default_model: harbour:small
tasks:
  read: { description: Read., inject_context: false }
  write: { description: "Write {{read}}", depends_on: [read], inject_context: false }
  check: { description: "Check {{write}}", depends_on: [write], inject_context: false }
`;

async function openDebugged() {
  const opened = await openAtHarbour(debugged);
  for (const [match, reply] of Object.entries({ 'Read.': '{"news": "old"}', Write: 'written', Check: 'checked' })) {
    opened.server.on({ match, reply });
  }
  return opened;
}

it('the last output is pinned with P, changed as JSON, and given without asking', async () => {
  const { page, runs, server } = await openDebugged();
  expect(await runs.run()).toBe('completed');
  await page.select('read');
  await runs.key('p');
  const isPinned = () => within(runs.node('read')).queryByRole('img', { name: 'Has a pinned output' });
  await waitFor(() => expect(isPinned()).not.toBeNull());
  within(page.row('read')).getByRole('img', { name: 'Has a pinned output' });
  await waitFor(() => expect(runs.runButton).toHaveAccessibleDescription(/2 of 3 changed/));

  await page.unfold();
  const pin = page.inspector.getByLabelText<HTMLTextAreaElement>('Pinned output');
  expect(pin.value).toMatch(/"news": "old"/);
  await page.fill(pin, '{"news": "new"}');
  await page.reload();
  expect(await runs.run()).toBe('completed');
  // The answer to the changed output is the same, so what reads it is kept.
  expect(server.requests).toHaveLength(4);
  expect(server.requests[3]?.prompt).toContain('new');
  await runs.isTask('read', 'Pinned');

  await page.select('read');
  await runs.key('p');
  await waitFor(() => expect(isPinned()).toBeNull());
  await runs.key('{Control>}z{/Control}');
  await waitFor(() => expect(isPinned()).not.toBeNull());
});

it('a pin that the schema refuses is a problem with its place', async () => {
  const schema = 'output_schema: { type: object, required: [title] }, pinned: { news: x }';
  const { page, runs } = await openAtHarbour(debugged.replace('description: Read.,', `description: Read., ${schema},`));
  await page.user.click(runs.runButton);
  await page.all.findAllByText(/The pinned output is not what output_schema asks for/);
});

it('a run pauses at a breakpoint, steps, and goes on, also after a reload', async () => {
  const { page, runs, server } = await openDebugged();
  const isNext = (id: string) => page.all.findByRole('group', { name: `${id} is next` });
  await page.select('write');
  await runs.key('b');
  await waitFor(() => within(runs.node('write')).getByRole('img', { name: 'Pauses before it' }));
  await runs.start();
  await isNext('write');
  expect(server.requests).toHaveLength(1);
  // What was made can be looked at.
  const output = await runs.output('read');
  await waitFor(() => expect(output).toHaveTextContent('old'));

  await page.reload();
  await page.press('Step', within(await isNext('write')));
  await isNext('check');
  expect(server.requests).toHaveLength(2);

  // A step is not forgotten either. By keyboard it goes on.
  await page.reload();
  await isNext('check');
  await runs.key('{F8}');
  expect(await runs.isOver()).toBe('completed');
  expect(server.requests).toHaveLength(3);
});
