import { isAccessible } from './support/accessible';
import { expect, test } from './support/app';

const drafted = `Here it is:
\`\`\`xml
<task type="group"><subtasks>
  <task id="fetch"><description>Fetch the news</description></task>
  <task id="sum"><description>Sum up {{fetch}}</description></task>
</subtasks></task>
\`\`\``;
const sentence = 'Fetch the news and sum them up';
const open =
  'name: News\ndefault_model: harbour:small\ntasks:\n  fetch: { description: Fetch anything }\n  old: { description: Old }\n';

test('a sentence becomes a workflow, shown as a difference, taken over as one step', async ({ app, page, server }) => {
  server.on({ match: sentence, reply: drafted });
  await app.openText(open, { id: 'harbour', baseUrl: `${server.url}/v1` });
  await app.topBar.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Draft with a model' }).click();
  await expect(app.dialog.getByLabel('Model')).toHaveValue('harbour:small');
  await app.dialog.getByLabel('What should the workflow do?').fill(sentence);
  await isAccessible(app, 'the dialog for a draft', '[role=dialog]');
  await app.dialog.getByRole('button', { name: 'Draft', exact: true }).click();

  const differences = page.getByRole('region', { name: 'Differences' });
  await expect(differences).toContainText(sentence);
  await expect(differences.getByRole('row').filter({ hasText: 'sum' }).first()).toContainText('Added');
  await expect(differences.getByRole('row').filter({ hasText: 'old' }).first()).toContainText('Removed');
  // The prompt included the open workflow.
  expect(server.requests[0]?.prompt).toContain('Fetch anything');

  await page.getByRole('button', { name: 'Discard the draft' }).click();
  await expect(app.row('old')).toBeVisible();
  await expect(app.row('sum')).toHaveCount(0);

  await app.topBar.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Draft with a model' }).click();
  await app.dialog.getByLabel('What should the workflow do?').fill(sentence);
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.getByRole('button', { name: 'Use this draft' }).click();
  await expect(app.row('sum')).toBeVisible();
  await expect(app.row('old')).toHaveCount(0);
  await app.topBar.getByRole('button', { name: 'Undo' }).click();
  await expect(app.row('old')).toBeVisible();
  await expect(app.row('sum')).toHaveCount(0);
  // A draft is not a run.
  expect(await app.runs()).toEqual([]);
});

test('a draft is seen as it comes, and can be stopped', async ({ app, page, server }) => {
  server.on({ match: sentence, chunks: ['<task id="fetch">', '</task>'], holdAfterChunks: 1 });
  await app.openText(open, { id: 'harbour', baseUrl: `${server.url}/v1` });
  await app.topBar.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Draft with a model' }).click();
  await app.dialog.getByLabel('What should the workflow do?').fill(sentence);
  await app.dialog.getByRole('button', { name: 'Draft', exact: true }).click();
  await expect(app.dialog.getByRole('region', { name: 'What the model writes' })).toContainText('<task id="fetch">');
  await app.dialog.getByRole('button', { name: 'Stop' }).click();
  await expect.poll(() => server.requests[0]?.aborted).toBe(true);
  await expect(app.dialog.getByLabel('What should the workflow do?')).toHaveValue(sentence);
});

test('on the start page a draft is opened as a new workflow, and what fits already is offered', async ({
  app,
  page,
  server,
}) => {
  server.on({ match: sentence, reply: drafted });
  await app.openStart();
  await page.getByRole('button', { name: 'Models' }).click();
  await app.addProvider({ id: 'harbour', baseUrl: `${server.url}/v1` });
  await app.closeDialog();
  await page.getByRole('button', { name: 'Draft with a model' }).click();
  const { dialog } = app;
  await dialog.getByLabel('What should the workflow do?').fill('release notes of a change');
  const offers = dialog.getByRole('region', { name: 'What already fits' });
  await expect(offers.getByRole('listitem').first()).toContainText(/Release notes.*fits/);
  await dialog.getByLabel('What should the workflow do?').fill(sentence);
  await dialog.getByLabel('Model').fill('harbour:small');
  await dialog.getByRole('button', { name: 'Draft', exact: true }).click();
  await expect(dialog.getByRole('region', { name: 'Draft' })).toContainText('Sum up {{fetch}}');
  await dialog.getByRole('button', { name: 'Open it' }).click();
  await app.isReady();
  await expect(app.row('sum')).toBeVisible();
});

test('what went wrong with a draft is told, and what to do', async ({ app, server }) => {
  server.on({ reply: 'I would rather not.' });
  await app.openText(open, { id: 'harbour', baseUrl: `${server.url}/v1` });
  await app.topBar.getByRole('button', { name: 'More' }).click();
  await app.page.getByRole('menuitem', { name: 'Draft with a model' }).click();
  await app.dialog.getByLabel('What should the workflow do?').fill(sentence);
  await app.dialog.getByRole('button', { name: 'Draft', exact: true }).click();
  await expect(app.dialog.getByRole('alert')).toContainText('There is no workflow in what the model wrote.');
  await app.dialog.getByLabel('Model').fill('nobody:x');
  await app.dialog.getByRole('button', { name: 'Draft', exact: true }).click();
  await expect(app.dialog.getByRole('alert')).toContainText('“nobody:x” names no provider.');
});

test('finds for a task what is there already and does the same, with its score', async ({ app, page }) => {
  await app.openText(`
default_model: sim:fast
library:
  translator:
    description: Translates a text into another language
    criteria: translate text language
    task: { description: Translate it }
tasks:
  letter: { description: Translate this text into another language }
`);
  await app.select('letter');
  await app.node('letter').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Find what fits this task' }).click();
  const offers = app.dialog.getByRole('region', { name: 'What already fits' });
  await expect(offers.getByRole('listitem').first()).toContainText(/translator.*fits [01]\.\d\d of 1/);
  await offers.getByRole('button', { name: 'Call it' }).first().click();
  await expect(app.row('call_1')).toBeVisible();
});
