import { waitFor, within } from '@tests/support/dom';
import { openPage, type Page } from '@tests/support/page';
import { startToolServer } from '@tests/support/servers';
import { expect, it, onTestFinished } from 'vitest';

/** The question that waits; there is one at a time. */
const card = async (page: Page) =>
  within(
    await waitFor(() => {
      const questions = page.all.getByRole('region', { name: 'Questions of the run' });
      return within(questions).getByRole('group');
    }),
  );
const run = (page: Page) => page.press('Run', page.topBar);

const asking = `
tasks:
  release:
    type: ask
    message: "Which <b>way</b>?"
    form:
      way: { type: choice, label: The way, options: [left, right], required: true }
      steps: { type: number, label: How many steps, default: 2 }
      sure: { type: boolean, label: Really }
      map: { type: file, label: A map }
      note: { label: A note }
  after:
    type: cond
    cases:
      - { test: "tasks.release.output.way == 'left'", task: { type: script, inputs: { went: { from: release.output } } } }
    else: { type: tool, tool: read_file, args: { path: "{{release.output.map}}" } }
    depends_on: [release]
`;

it('a form is checked, filled in, and decides what runs next', async () => {
  const page = await openPage(asking);
  await run(page);
  const form = await card(page);
  form.getByText('Which <b>way</b>?');
  await page.fill(form.getByRole('textbox', { name: /^How many steps/ }), 'few');
  await page.press(/^Answer/, form);
  await form.findByText('It is required.');
  await form.findByText('This is not a number.');
  expect((await page.storedEvents()).filter(({ kind }) => kind === 'input.provided')).toEqual([]);

  await page.fill(form.getByRole('textbox', { name: /^How many steps/ }), '3');
  const way = within(form.getByRole('radiogroup', { name: 'The way' }));
  await page.user.click(way.getByRole('radio', { name: 'left' }));
  await page.user.click(form.getByRole('checkbox', { name: 'Really' }));
  await page.fill(form.getByRole('textbox', { name: /^A note/ }), 'by night');
  await page.press(/^Answer/, form);
  expect(await page.isOver()).toBe('completed');
  const events = await page.storedEvents();
  expect(events.filter(({ kind }) => kind === 'input.requested')).toHaveLength(1);
  const answer = { way: 'left', steps: 3, sure: true, map: null, note: 'by night' };
  expect(JSON.parse(events.find(({ kind }) => kind === 'input.provided')?.result ?? '')).toEqual(answer);
  const went = events.find(({ kind, path }) => kind === 'task.completed' && path === 'task/after')?.result ?? '';
  expect(JSON.parse(went)).toEqual({ went: answer });
});

it('a file that is chosen in a form is stored with the workflow, for later tasks', async () => {
  const page = await openPage(asking);
  await run(page);
  const form = await card(page);
  await page.user.click(form.getByRole('radio', { name: 'right' }));
  await page.user.upload(form.getByLabelText(/^A map/), new File(['go right'], 'plan.txt', { type: 'text/plain' }));
  await form.findByText(/plan\.txt$/);
  await page.press(/^Answer/, form);
  expect(await page.isOver()).toBe('completed');
  const events = await page.storedEvents();
  expect(events.find(({ kind, path }) => kind === 'task.completed' && path === 'task/after')?.result).toBe('go right');
});

it('a call is approved with other arguments, and refused with a reason', async () => {
  const tools = await startToolServer();
  onTestFinished(() => tools.close());
  const page = await openPage(`
default_model: sim:fast
tools:
  berth: { mcp: { url: "${tools.url}/mcp", tool: berth_of }, approve: true }
tasks:
  ask:
    description: Where is the Anna?
    tools: [berth]
    options: { tool_calls: [{ name: berth, arguments: { ship: Anna } }], reply: At seven. }
  direct: { type: tool, tool: berth, args: { ship: "Berta\\u202e" }, depends_on: [ask] }
`);
  await run(page);
  const first = await card(page);
  first.getByText('May “berth” be called with these arguments?');
  const ship = await first.findByRole('textbox', { name: /^ship/ });
  expect(ship).toHaveValue('Anna');
  await page.fill(ship, 'Clara');
  await page.press(/^Approve as changed/, first);

  await waitFor(() => expect(page.all.getByRole('textbox', { name: /^ship/ })).toHaveValue('Berta\u202e'));
  const second = await card(page);
  second.getByText(/"Berta\\u202e"/);
  const called = (await page.storedEvents()).filter(({ kind }) => kind === 'tool.called');
  expect(called.map(({ result }) => result)).toEqual([
    '[A person changed the arguments to {"ship":"Clara"}]\nClara lies at berth 7',
  ]);
  await page.fill(second.getByRole('textbox', { name: 'Why it is refused' }), 'Berta has left.');
  await page.press('Refuse', second);
  expect(await page.isOver()).toBe('failed');
  await page.select('direct');
  await page.user.click(page.drawer.getByRole('tab', { name: 'Output' }));
  await page.drawer.findAllByText(/Berta has left\./);
});
