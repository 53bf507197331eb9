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
  await page.getByRole('tab', { name: 'Tasks', exact: true }).click();
  await app.select('review');
  await app.tab('Output');
  await app.drawer.getByRole('radio', { name: 'Rounds' }).click();
  await isAccessible(app, 'the rounds by verdict');
  await app.drawer.getByRole('button', { name: 'By task' }).click();
  await expect(app.drawer.getByRole('table').getByRole('row', { name: /^1 → 2/ })).toBeVisible();
  await isAccessible(app, 'the rounds by tasks');
  expect(app.errors).toEqual([]);
});
