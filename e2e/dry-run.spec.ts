import { expect, test } from './support/app';
import { Runs } from './support/runs';

const workflow = `heddle: 1
name: Dry
default_model: harbour:small
tools:
  weather: { http: { url: "http://127.0.0.1:9/weather?city={{city}}" }, parameters: { type: object, properties: { city: { type: string } } } }
tasks:
  write: { description: "Write a line.", inject_context: false }
  keep: { type: script, script: { content: "echo '{\\"n\\": 1}' > kept.json; cat kept.json" }, output_schema: { type: object, required: [n], properties: { n: { type: number } } }, depends_on: [write] }
  look: { type: tool, tool: weather, args: { city: Ghent }, depends_on: [keep] }
  choose: { type: ask, message: "Which one?", form: { which: { type: choice, options: [a, b], required: true } }, depends_on: [look] }
`;

test('a dry run comes to its end, asks nobody, and no other run takes anything from it', async ({
  app,
  page,
  server,
}) => {
  server.on({ match: 'Write a line.', reply: 'a line' });
  await app.openText(workflow, { id: 'harbour', baseUrl: `${server.url}/v1`, needsKey: true });
  await page.getByRole('button', { name: 'Other ways to run' }).click();
  await page.getByRole('menuitem', { name: /^Dry run/ }).click();
  await expect.poll(async () => (await app.runs()).length).toBe(1);
  expect(await app.isOver()).toBe('completed');
  for (const task of ['write', 'keep', 'look', 'choose']) await app.isTask(task, 'Done');
  expect(server.requests).toHaveLength(0);
  // It is not what the next run would keep.
  await expect(app.runButton()).not.toContainText('kept');
  const runs = new Runs(app);
  await runs.open();
  await expect(runs.list.getByText('Dry run')).toBeVisible();
  // Nothing was written beside the workflow.
  await page.getByRole('tab', { name: 'Files' }).click();
  await expect(page.getByRole('tabpanel', { name: 'Files' })).not.toContainText('kept.json');
  expect(app.errors).toEqual([]);
});
