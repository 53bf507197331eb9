import { isAccessible } from './support/accessible';
import { expect, test } from './support/app';

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

test('the run button says what is kept and what is asked, and the run does that', async ({ app, page, server }) => {
  for (const [match, reply] of [
    ['Commits', 'c'],
    ['Issues', 'i'],
    ['Changes', 'ch'],
    ['Review', 're'],
    ['Notes', 'n'],
    ['Look at', 'other'],
  ] as const) {
    server.on({ match, reply });
  }
  await app.openText(flow, { id: 'harbour', baseUrl: `${server.url}/v1` });
  await expect(app.runButton()).toHaveAccessibleName('Run');
  expect(await app.run()).toBe('completed');
  expect(server.requests).toHaveLength(5);
  await expect(app.runButton()).toHaveText(/^Run· 5 kept, none asked/);

  // A name is no part of a request, a prompt is.
  await app.select('review');
  await app.field('Name').fill('The review');
  await expect(app.runButton()).toHaveText(/5 kept, none asked/);
  await app.field('Prompt').fill('Look at {{issues}}');
  await expect(app.runButton()).toHaveText(/3 kept, 2 asked/);
  await app.isTask('The review', 'Out of date');
  await app.isTask('notes', 'Maybe');
  await app.isTask('changes', 'Done');
  await isAccessible(app, 'an edited workflow');

  // After a reload it is known again.
  await page.reload();
  await expect(app.runButton()).toHaveText(/3 kept, 2 asked/);
  await app.isTask('The review', 'Out of date');

  expect(await app.run()).toBe('completed');
  expect(server.requests).toHaveLength(7);
  expect(JSON.stringify(server.requests.at(-1))).toContain('other');
  await app.isTask('The review', 'Done');
  await expect(page.getByText(/· 2 calls · .*3 calls taken over/)).toBeVisible();
  await expect(app.runButton()).toHaveText(/5 kept, none asked/);

  // By keyboard, and with nothing taken.
  await app.canvas.focus();
  await page.keyboard.press('Control+Shift+Enter');
  await expect.poll(() => server.requests.length).toBe(12);
});

test('what failed is asked again, and nothing else', async ({ app, page, server }) => {
  server.on({ match: 'Commits', reply: 'c' });
  server.on({ match: 'Issues', reply: 'i' });
  server.on({ match: 'Changes', reply: 'ch' });
  server.on({ match: 'Review', status: 400, message: 'too odd', times: 1 });
  server.on({ match: 'Notes', reply: 'n' });
  await app.openText(flow, { id: 'harbour', baseUrl: `${server.url}/v1` });
  expect(await app.run()).toBe('failed');
  server.on({ match: 'Review', reply: 're' });
  await expect(app.runButton()).toHaveText(/3 kept, 2 asked/);
  const before = server.requests.length;
  expect(await app.run()).toBe('completed');
  expect(server.requests.length - before).toBe(2);
  // What was taken over is no cost of this run.
  await app.tab('Metrics');
  const costs = page.getByRole('table', { name: 'Calls by task' });
  await expect(costs.getByRole('row')).toHaveCount(3);
  await costs.getByRole('button', { name: 'notes' }).click();
  await expect(app.inspector.getByRole('heading', { level: 2 })).toHaveText('notes');

  await page.getByRole('button', { name: 'Other ways to run' }).click();
  await page.getByRole('menuitem', { name: /Run everything again/ }).click();
  await expect.poll(() => server.requests.length - before).toBe(7);
  await expect(app.runButton()).toHaveText(/5 kept, none asked/);
});

test('a run and its pipelines say how far they are', async ({ app, page }) => {
  await app.openText(`heddle: 1
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
  await app.start();
  await expect(page.getByText('1 of 3 tasks')).toBeVisible();
  await expect(app.node('steps')).toContainText(/\d+ of 1,000 steps/);
  await app.cancelButton().click();
  await expect(page.getByText('of 3 tasks')).toBeHidden();
});
