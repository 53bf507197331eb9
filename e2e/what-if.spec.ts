import type { FaultServer, SeenRequest } from './servers/fault-server';
import { isAccessible } from './support/accessible';
import { type App, expect, test } from './support/app';
import { Runs } from './support/runs';

const workflow = `heddle: 1
name: Notes
default_model: harbour:small
tasks:
  read: { description: "Read the log.", inject_context: false }
  review:
    type: director_evaluator
    depends_on: [read]
    mode: static
    max_iterations: 4
    director: { name: write, description: "Draft notes of {{read}}", inject_context: false }
    script: { type: script, script: { command: cat } }
    evaluator: { name: judge, description: "Judge the notes", inject_context: false }
  tell: { description: "Tell of {{review}}", depends_on: [review], inject_context: false }
`;

/** Runs the workflow once: two rounds, of which the second is accepted. */
async function runOnce(app: App, server: FaultServer): Promise<void> {
  server.on({ match: 'Read the log.', reply: 'two faults' });
  server.on({ match: 'Draft notes', reply: draft });
  server.on({ match: 'Judge the notes', reply: '{"success": true, "feedback": null}' });
  server.on({ match: 'Judge the notes', reply: '{"success": false, "feedback": "too short"}', times: 1 });
  server.on({ match: 'Tell of', reply: 'told' });
  await app.openText(workflow, { id: 'harbour', baseUrl: `${server.url}/v1` });
  expect(await app.run()).toBe('completed');
  expect(server.requests).toHaveLength(6);
}

function draft({ prompt }: SeenRequest): string {
  if (prompt.includes('name each fault')) return 'a draft with names';
  return prompt.includes('too short') ? 'the second draft' : 'the first draft';
}

/** Continues with what was written in the dialog, to the end of the fork. */
async function continueFromHere(app: App): Promise<void> {
  const before = (await app.runs()).length;
  await app.dialog.getByRole('button', { name: 'Continue from here' }).click();
  await expect(app.dialog).toBeHidden();
  await expect.poll(async () => (await app.runs()).length).toBe(before + 1);
  expect(await app.isOver()).toBe('completed');
}

test('an output is written otherwise by key, also after a reload: what reads it is asked, and the log says so', async ({
  app,
  page,
  server,
}) => {
  await runOnce(app, server);
  await app.reload();
  await app.select('read');
  await app.canvas.focus();
  await page.keyboard.press('w');
  const text = app.dialog.getByRole('textbox');
  await expect(text).toHaveValue('two faults');
  await expect(app.dialog).toContainText('It may ask 2 tasks again: review, tell');
  await expect(app.dialog.getByRole('button', { name: 'Continue from here' })).toBeDisabled();
  await text.fill('three faults');
  await expect(app.dialog).toContainText('1 word added, 1 removed.');
  await isAccessible(app, 'what if');
  await continueFromHere(app);
  const asked = server.requests.slice(6).map(({ prompt }) => prompt);
  expect(asked[0]).toContain('Draft notes of three faults');
  expect(asked.filter((prompt) => prompt.includes('Read the log.'))).toEqual([]);
  const runs = new Runs(app);
  await runs.open();
  await expect(runs.list.getByText('Forked from run 1 · 1 text of yours')).toBeVisible();
  await expect(app.node('read')).toContainText('Written');
  expect(app.errors).toEqual([]);
});

test('the feedback of a round is written otherwise, then an earlier round is used', async ({ app, page, server }) => {
  await runOnce(app, server);
  await app.select('judge');
  await app.tab('Output');
  await app.drawer.getByRole('button', { name: 'The run before' }).click();
  await app.drawer.getByRole('button', { name: 'What if' }).click();
  const text = app.dialog.getByRole('textbox');
  await expect(text).toHaveValue(/too short/);
  await text.fill('{"success": false, "feedback": "name each fault"}');
  await continueFromHere(app);
  const asked = server.requests.slice(6).map(({ prompt }) => prompt);
  expect(asked).toHaveLength(3);
  expect(asked[0]).toContain('name each fault');
  expect(asked[2]).toContain('Tell of');

  // The first draft was better: it ends the loop.
  await app.select('review');
  await app.drawer.getByRole('radio', { name: 'Rounds' }).click();
  const table = app.drawer.getByRole('table');
  await expect(table.getByRole('columnheader')).toHaveText(['Round', 'write', 'script', 'judge', 'Result']);
  await expect(table.getByRole('row', { name: /^1 → 2/ })).toContainText('+3 −2 words');
  await expect(table.getByRole('row', { name: /^1 → 2/ })).toContainText('Sent back → Accepted');
  await isAccessible(app, 'the rounds by tasks');
  // By keyboard: the draft of the first round in full, then that of the second.
  await table.getByRole('button').first().press('Enter');
  const details = app.drawer.getByRole('region', { name: 'Task in the round' });
  await expect(details).toContainText('The result was taken over.');
  await expect(details).toContainText('the first draft');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(details).toContainText('a draft with names');
  await expect(details).toContainText('Draft notes of two faults');
  await table
    .getByRole('row', { name: /^1 .*Sent back/ })
    .getByRole('button', { name: 'Use this round' })
    .click();
  await expect(text).toHaveValue('the first draft');
  await continueFromHere(app);
  expect(server.requests.slice(9).map(({ prompt }) => prompt)).toEqual([
    expect.stringContaining('Tell of the first draft'),
  ]);
  await page.keyboard.press('Escape');
});

test('a prompt is written otherwise, and taken into the workflow as one step of undo', async ({
  app,
  page,
  server,
}) => {
  await runOnce(app, server);
  server.on({ match: 'Sing of', reply: 'sung' });
  await app.select('tell');
  await app.tab('Output');
  await app.drawer.getByRole('radio', { name: 'Prompt' }).click();
  await app.drawer.getByRole('button', { name: 'What if' }).click();
  const text = app.dialog.getByRole('textbox');
  await expect(text).toHaveValue(/^Tell of the second draft/);
  await text.fill('Sing of the second draft');
  await continueFromHere(app);
  expect(server.requests.slice(6).map(({ prompt }) => prompt)).toEqual([
    expect.stringMatching(/Sing of the second draft$/),
  ]);

  await app.drawer.getByRole('button', { name: 'What if' }).click();
  await expect(text).toHaveValue('Sing of the second draft');
  await text.fill('Sing of {{review}}');
  await app.dialog.getByRole('button', { name: 'Use it as the prompt of the task' }).click();
  await expect(app.dialog).toBeHidden();
  await expect(app.field('Prompt')).toContainText('Sing of {{review}}');
  await app.canvas.focus();
  await page.keyboard.press('Control+z');
  await expect(app.field('Prompt')).toContainText('Tell of {{review}}');
});
