import { readFileSync } from 'node:fs';
import { waitFor, within } from '@tests/support/dom';
import { chooseFiles, pasteText } from '@tests/support/give-files';
import { ModelsOnPage } from '@tests/support/models-screen';
import { openPage, type Page } from '@tests/support/page';
import { scriptsHere } from '@tests/support/scripts-here';
import { startMakers } from '@tests/support/servers';
import { expect, it, onTestFinished } from 'vitest';

// Each page of the guide has a section *Try it*: its steps, done as they are written. Those that are drawn, or typed
// into the code, are in e2e/guide.spec.ts.

/** The YAML example of a page of the guide, by its number; those in lists are indented. */
function exampleOf(page: string, number = 1): string {
  const text = readFileSync(`docs/guide/${page}`, 'utf8');
  const [, indent = '', example = ''] = [...text.matchAll(/^( *)```yaml\n([\s\S]*?)^ *```/gm)][number - 1] ?? [];
  return example.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
}

const open = (text?: string) => openPage(text, { scripts: scriptsHere });
/** Opens an example of the start page, and runs it. */
async function runExample(name: string): Promise<Page> {
  const page = await open();
  const examples = within(await page.all.findByRole('region', { name: 'See one task type at work' }));
  await page.user.click(await examples.findByRole('button', { name }));
  await page.all.findByRole('tree');
  expect(await page.run()).toBe('completed');
  return page;
}
const pane = (page: Page) => page.drawer.getByRole('tabpanel');
const selectFirst = async (page: Page) => {
  const [first] = within(page.all.getByRole('tree')).getAllByRole('treeitem');
  await page.user.click(first as HTMLElement);
};
const leftTab = async (page: Page, name: string) => {
  const tabs = within(await page.all.findByRole('tablist', { name: 'Left panel' }));
  await page.user.click(tabs.getByRole('tab', { name }));
};
const typeOf = async (page: Page, type: string) =>
  page.press(type, within(await page.all.findByRole('list', { name: 'Task types' })));

it('checkpoints', async () => {
  const page = await open('heddle: 1\nname: Tides\ndefault_model: sim:fast\ntasks:\n  ask: { description: When? }\n');
  await page.all.findByRole('tree');
  await page.user.keyboard('{Control>}s{/Control}');
  await page.all.findByText(/“Checkpoint 1” is kept\./);
  await page.select('ask');
  await page.fill(page.field('Prompt'), 'When is high tide?');
  page.field('Prompt').blur();
  await page.isSaved('When is high tide?');
  await page.user.keyboard('{Shift>}{Alt>}C{/Alt}{/Shift}');
  const compare = await page.all.findByRole('main', { name: 'Compare' });
  await waitFor(() => expect(compare).toHaveTextContent('is high tide'));
  await page.user.click(await within(compare).findByRole('button', { name: 'More about Checkpoint 1' }));
  await page.user.click(await page.all.findByRole('menuitem', { name: 'Restore' }));
  await waitFor(() => expect(compare).not.toHaveTextContent('is high tide'));
});

it('scripts', async () => {
  const page = await open(exampleOf('scripts.md'));
  expect(await page.run()).toBe('completed');
  expect(await page.output('count')).toHaveTextContent(/^4$/);
});

it('contexts', async () => {
  const page = await open();
  await page.user.click(await page.all.findByRole('button', { name: /Long outputs/ }));
  await page.all.findByRole('tree');
  expect(await page.run()).toBe('completed');
  await page.tab('Context');
  await waitFor(() => expect(pane(page)).toHaveTextContent('% of the window'));
  await page.user.click(await page.drawer.findByRole('radio', { name: 'List' }));
  await page.user.click(await page.drawer.findByRole('treeitem', { name: /^explain/ }));
  const call = within(await page.all.findByRole('main', { name: 'What calls were sent' }));
  await page.user.click(await call.findByRole('tab', { name: /^Left out/ }));
  await page.user.click((await call.findAllByRole('button', { name: /^Keep out/ }))[0] as HTMLElement);
});

it.each([
  ['voting and pipelines', 'Pipeline', 'Steps'],
  ['director and evaluator', 'Director and evaluator', 'Iterations'],
])('%s', async (_page, example, look) => {
  const page = await runExample(example);
  await selectFirst(page);
  await page.tab('Output');
  await page.user.click(await page.drawer.findByRole('radio', { name: look }));
  await waitFor(() => expect(page.drawer.getByRole('radio', { name: look })).toBeChecked());
});

it('a decomposition', async () => {
  const page = await runExample('Decompose');
  await selectFirst(page);
  await page.tab('Output');
  await waitFor(() => expect(pane(page)).toHaveTextContent('Decomposed into'));
});

it('tasks in tasks', async () => {
  const page = await runExample('Map');
  await page.select('answers');
  await page.tab('Output');
  const parts = within(await page.drawer.findByRole('region', { name: 'Parts' }));
  await page.user.click(parts.getByRole('button', { name: /item 2/ }));
  await waitFor(() => expect(pane(page)).toHaveTextContent('question 1'));
});

it('the library', async () => {
  const page = await runExample('Call');
  const library = within(await page.inspector.findByRole('region', { name: 'Library' }));
  await page.user.click(library.getByText('greeting'));
  await page.inspector.findByText(/Criteria by which it is found/);
});

it('attachments', async () => {
  const page = await open();
  await page.user.click(await page.all.findByRole('button', { name: 'Blank workflow' }));
  await typeOf(page, 'Atomic');
  await page.select('atomic_1');
  await page.fill(page.field('Prompt'), 'What does the plan lack?');
  chooseFiles(new File(['# A plan'], 'notes.md', { type: 'text/markdown' }));
  await page.unfold();
  await page.press('Add files', page.inspector);
  await page.inspector.findByRole('button', { name: 'Remove /notes.md' });
  expect(await page.run()).toBe('completed');
  expect(await page.output('atomic_1', 'Prompt')).toHaveTextContent('# A plan');
});

it('the language', async () => {
  const page = await open();
  await pasteText(exampleOf('language.md', 2));
  await page.isSaved('summarize');
});

it('runs', async () => {
  const page = await open();
  await page.user.click((await page.all.findAllByRole('button', { name: /Release notes/ }))[0] as HTMLElement);
  await page.all.findByRole('tree');
  await page.press('Plan', page.topBar);
  const plan = await page.all.findByRole('main', { name: 'Plan' });
  await waitFor(() => expect(plan).toHaveTextContent('nothing was sent'));
  await page.press('Canvas', within(plan));
  expect(await page.run()).toBe('completed');
  await page.tab('Timeline');
  await page.tab('Output');
  await leftTab(page, 'Runs');
  const runs = within(await page.all.findByRole('tabpanel', { name: 'Runs' }));
  await runs.findByRole('option', { name: /Done Run 1/ });
});

it('tools', async () => {
  const page = await open(exampleOf('tools.md'));
  await page.press('Tools', page.topBar);
  const tools = within(await page.all.findByRole('main', { name: 'Tools' }));
  await page.user.click(await tools.findByRole('option', { name: /count_words/ }));
  await page.fill(await tools.findByLabelText(/^text/), 'one two three');
  await page.press('Call', tools);
  expect(await tools.findByRole('region', { name: 'Result' })).toHaveTextContent('3');
});

it('models', async () => {
  const makers = await startMakers({ keys: { openai: 'sk-right' } });
  onTestFinished(() => makers.close());
  const openai = 'https://api.openai.com/v1';
  const page = await openPage(
    'default_model: openai:gpt-6-luna\ntasks:\n  ask: { description: When is high tide? }\n',
    {
      fetch: (input, init) => fetch(String(input).replace(openai, makers.base.openai), init),
    },
  );
  const models = new ModelsOnPage(page);
  await models.open();
  const form = await models.choose('OpenAI');
  await page.fill(form.getByLabelText(/^Key of OpenAI/), 'sk-right');
  await page.press('Save and try it', form);
  await waitFor(() => expect(models.provider('OpenAI')).toHaveTextContent('Connected'));
  await page.user.click(within(models.row('gpt-6-luna')).getByRole('button'));
  const connection = await models.root.findByRole('region', { name: 'Connection' });
  await page.press('Test', within(connection));
  await waitFor(() => expect(connection).toHaveTextContent('Answers, streams'));
  await models.leave();
  expect(await page.run()).toBe('completed');
});
