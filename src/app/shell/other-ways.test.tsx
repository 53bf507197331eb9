import { waitFor, within } from '@tests/support/dom';
import { openAtHarbour, openWithScripts } from '@tests/support/page-runs';
import type { FaultServer } from '@tests/support/servers';
import { expect, it } from 'vitest';

/** A chain of nine tasks, each of which reads the one before it. */
const nine = `heddle: 1
name: Nine
default_model: harbour:small
tasks:
  t1: { description: Task 1., inject_context: false }
${[2, 3, 4, 5, 6, 7, 8, 9]
  .map((n) => `  t${n}: { description: "Task ${n}. {{t${n - 1}}}", depends_on: [t${n - 1}], inject_context: false }`)
  .join('\n')}
`;

/** The numbers of the tasks that were asked since `from` requests. */
const askedSince = ({ requests }: FaultServer, from: number) =>
  requests.slice(from).map(({ prompt }) => /Task (\d)\./.exec(prompt)?.[1] ?? '?');

it('a task runs alone, from there and to there: by menu, by key, and after a reload', async () => {
  const { page, runs, server } = await openAtHarbour(nine);
  for (let n = 1; n <= 9; n += 1) server.on({ match: `Task ${n}.`, reply: `answer ${n}` });
  const says = (text: RegExp) => waitFor(() => expect(runs.runButton).toHaveAccessibleDescription(text));
  // Before the first run, a task has nothing to read: what it reads is asked for.
  await page.select('t4');
  await runs.key('{Alt>}{Enter}{/Alt}');
  const samples = await page.opened();
  samples.getByLabelText('What t3 gives');
  await page.press('Cancel', samples);
  await page.isClosed();
  expect(server.requests).toHaveLength(0);

  // To there, by key: what it needs runs, the rest does not.
  await runs.key('{Control>}{Alt>}{Enter}{/Alt}{/Control}');
  await runs.hasRuns(1);
  expect(await runs.isOver()).toBe('completed');
  expect(askedSince(server, 0)).toEqual(['1', '2', '3', '4']);
  await runs.isTask('t5', 'Skipped');
  await says(/5 of 9 changed/);

  // The rest.
  expect(await runs.run()).toBe('completed');
  expect(askedSince(server, 4)).toEqual(['5', '6', '7', '8', '9']);

  // Alone, by the menu of its node: it is asked although nothing changed, and what follows is out of date.
  await page.user.pointer({ keys: '[MouseRight]', target: runs.node('t4') });
  const menu = within(await page.all.findByRole('menu', { name: 'Canvas menu' }));
  const item = (name: RegExp) => menu.getByRole('menuitem', { name });
  await waitFor(() => expect(item(/^Run this task/)).toHaveTextContent('1 to run'));
  expect(item(/^Run from here/)).toHaveTextContent('6 to run');
  expect(item(/^Run to here/)).toHaveTextContent('unchanged');
  server.on({ match: 'Task 4.', reply: 'another answer' });
  await page.user.click(item(/^Run this task/));
  await runs.hasRuns(3);
  expect(await runs.isOver()).toBe('completed');
  expect(askedSince(server, 9)).toEqual(['4']);
  await runs.isTask('t3', 'Done');
  await says(/5 of 9 changed/);
  await runs.open();
  await expect.poll(() => runs.row('Run 3')).toHaveTextContent('Only t4 · Forked from run 2');
  await runs.panel('Tasks');

  // From there, by the menu beside Run, with a reload in the middle.
  for (const n of [5, 6, 7]) server.on({ match: `Task ${n}.`, reply: `a new answer ${n}` });
  server.on({ match: 'Task 8.', reply: 'eight' });
  server.on({ match: 'Task 8.', reply: 'eight', holdAfterChunks: 0, times: 1 });
  await page.select('t4');
  await runs.otherWay(/^Run from here/);
  await expect.poll(() => askedSince(server, 10)).toEqual(['4', '5', '6', '7', '8']);
  server.release();
  expect(await runs.isOver()).toBe('completed');
  await page.reload();
  await says(/none of 9 changed/);
  expect(askedSince(server, 10)).toEqual(['4', '5', '6', '7', '8', '9']);
});

/** Five tasks: two start, two read one each, and the last reads both. */
const flow = `heddle: 1
name: Notes
default_model: harbour:small
tasks:
  commits: { description: Commits. }
  issues: { description: Issues. }
  changes: { description: "Changes in {{commits}}", depends_on: [commits], inject_context: false }
  review: { description: "Review of {{issues}}", depends_on: [issues], inject_context: false }
  notes: { description: "Notes on {{changes}} and {{review}}", depends_on: [changes, review], inject_context: false }
`;

it('the run button explains what is kept and what is asked, and the run does that', async () => {
  const { page, runs, server } = await openAtHarbour(flow);
  const replies = { Commits: 'c', Issues: 'i', Changes: 'ch', Review: 're', Notes: 'n', 'Look at': 'other' };
  for (const [match, reply] of Object.entries(replies)) server.on({ match, reply });
  server.on({ match: 'Review', status: 400, message: 'too odd', times: 1 });
  const says = (text: RegExp) => waitFor(() => expect(runs.runButton).toHaveAccessibleDescription(text));
  expect(runs.runButton).toHaveAccessibleName('Run');

  // What failed is asked again, and nothing else.
  expect(await runs.run()).toBe('failed');
  await says(/2 of 5 changed/);
  const before = server.requests.length;
  expect(await runs.run()).toBe('completed');
  expect(server.requests.length - before).toBe(2);
  await says(/none of 5 changed/);
  // What was taken over is no cost of this run.
  await runs.tab('Metrics');
  const costs = within(await page.all.findByRole('table', { name: 'Calls by task' }));
  expect(costs.getAllByRole('row')).toHaveLength(3);
  await page.press('notes', costs);
  await expect.poll(() => page.inspector.getByRole('heading', { level: 2 })).toHaveTextContent('notes');

  // A name is no part of a request, a prompt is.
  await page.select('review');
  await page.fill(page.field('Name'), 'The review');
  await page.isSaved('The review');
  await says(/none of 5 changed/);
  await page.fill(page.field('Prompt'), 'Look at {{issues}}');
  await says(/2 of 5 changed/);
  await runs.isTask('The review', 'Out of date');
  await runs.isTask('notes', 'Maybe');
  await runs.isTask('changes', 'Done');

  // After a reload it is known again.
  await page.reload();
  await says(/2 of 5 changed/);
  await runs.isTask('The review', 'Out of date');
  const asked = server.requests.length;
  expect(await runs.run()).toBe('completed');
  expect(server.requests.length - asked).toBe(2);
  expect(server.requests.at(-1)?.prompt).toContain('other');
  await runs.isTask('The review', 'Done');
  await page.all.findByText(/, 2 calls\b/);
  await page.all.findByText(/3 calls taken over/);
  await says(/none of 5 changed/);

  // By keyboard, and with nothing taken.
  await runs.key('{Control>}{Shift>}{Enter}{/Shift}{/Control}');
  await expect.poll(() => server.requests.length - asked).toBe(7);
  await runs.isOver();
});

it('a run and its pipelines say how far they are', async () => {
  const { page, runs } = await openWithScripts(`heddle: 1
name: Long
default_model: sim:fast
tasks:
  first: { description: First. }
  steps:
    type: pipeline
    plan: { repeat: 1000, step: "Move {i}" }
    state: start
    options: { latency_ms: 200 }
    depends_on: [first]
  last: { description: Last., depends_on: [steps] }
`);
  await runs.start();
  await page.all.findByText(/1 of 3 tasks/);
  await waitFor(() => expect(runs.node('steps')).toHaveTextContent(/\d+ of 1,000 steps/));
  await page.press('Cancel', page.topBar);
  await waitFor(() => expect(page.all.queryByText(/of 3 tasks/)).toBeNull());
});

const dry = `heddle: 1
name: Dry
default_model: locked:small
tools:
  weather: { http: { url: "http://127.0.0.1:9/weather?city={{city}}" }, parameters: { type: object, properties: { city: { type: string } } } }
tasks:
  write: { description: "Write a line.", inject_context: false }
  keep: { type: script, script: { content: "echo '{\\"n\\": 1}' > kept.json; cat kept.json" }, output_schema: { type: object, required: [n], properties: { n: { type: number } } }, depends_on: [write] }
  look: { type: tool, tool: weather, args: { city: Ghent }, depends_on: [keep] }
  choose: { type: ask, message: "Which one?", form: { which: { type: choice, options: [a, b], required: true } }, depends_on: [look] }
`;

it('a dry run comes to its end, asks nobody, and no other run takes anything from it', async () => {
  const locked = { id: 'locked', baseUrl: 'http://127.0.0.1:9/v1', needsKey: true };
  const requests: string[] = [];
  const refuse: typeof fetch = (input) => {
    requests.push(input instanceof Request ? input.url : String(input));
    return Promise.reject(new TypeError('Failed to fetch'));
  };
  const { page, runs } = await openWithScripts(dry, { providers: [locked], fetch: refuse });
  await runs.otherWay(/^Dry run/);
  await runs.hasRuns(1);
  expect(await runs.isOver()).toBe('completed');
  await expect.poll(() => page.all.getByRole('region', { name: 'The run that is shown' })).toHaveTextContent('Dry run');
  for (const task of ['write', 'keep', 'look', 'choose']) await runs.isTask(task, 'Simulated');
  expect(requests.filter((url) => url.startsWith('http://127.0.0.1:9'))).toEqual([]);
  // It is not what the next run would keep.
  expect(runs.runButton).not.toHaveAccessibleDescription(/kept/);
  await runs.open();
  await expect.poll(() => runs.row('Dry run 1')).toHaveTextContent('Dry run');
  // Nothing was written beside the workflow.
  await runs.panel('Files');
  expect(page.all.getByRole('tabpanel', { name: 'Files' })).not.toHaveTextContent('kept.json');
});
