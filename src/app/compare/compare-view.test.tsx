import { waitFor, within } from '@tests/support/dom';
import { openPage, type Page } from '@tests/support/page';
import { fileOf, giveFile, takeDownload } from '@tests/support/page-files';
import { expect, it } from 'vitest';

const workflow = `heddle: 1 # kept
name: Looms
default_model: sim:default
variables: { SUBJECT: looms }
agents:
  terse: { system: You are terse., model: sim:small }
tasks:
  fetch:
    description: Find what has been written about looms in the last ten years.
    limits: { timeout_ms: 1000 }
  review: { description: "Review {{fetch}}", depends_on: [fetch], agent: terse }
  count: { type: script, script: { content: wc -c }, depends_on: [review] }
layout:
  tasks:
    fetch: [0, 0]
    review: [280, 0]
    count: [560, 0]
`;

const compareRoot = (page: Page) => page.all.getByRole('main', { name: 'Compare' });
const bases = (page: Page) => within(within(compareRoot(page)).getByRole('complementary', { name: 'Compare with' }));

async function openCompare(page: Page): Promise<void> {
  await page.chooseInMenu(/^Compare(?! runs)/);
  await waitFor(() => compareRoot(page));
}

async function makeCheckpoint(page: Page, name: string): Promise<void> {
  await page.user.keyboard('{Control>}s{/Control}');
  await page.all.findByText(`“${name}” is kept.`);
}

async function act(page: Page, checkpoint: string, action: string): Promise<void> {
  await page.user.click(await bases(page).findByRole('button', { name: `More about ${checkpoint}` }));
  await page.user.click(await page.all.findByRole('menuitem', { name: action }));
}

async function compareWithFile(page: Page, name: string, text: string): Promise<void> {
  await giveFile(fileOf(name, text), () => page.press('Compare with a file'));
  await waitFor(() => expect(bases(page).getAllByRole('listitem')[0]).toHaveTextContent(name));
}

const shows = (page: Page, text: string | RegExp) => waitFor(() => expect(compareRoot(page)).toHaveTextContent(text));

async function isSame(page: Page): Promise<void> {
  await within(compareRoot(page)).findByText('No difference');
}

/** The differences of a task or of the workflow: `Renamed from fetch`, and a line for each field. */
async function hasGroup(page: Page, name: string, lines: readonly string[]): Promise<void> {
  await waitFor(() => {
    const group = [...compareRoot(page).querySelectorAll('tbody')].find((one) => {
      const title = one.querySelector('th')?.textContent ?? '';
      return title.includes(name);
    });
    expect([...(group?.querySelectorAll('tr') ?? [])].map((row) => row.textContent)).toEqual(lines);
  });
}

/** The figures at the head. */
async function hasFigures(page: Page, figures: Readonly<Record<string, number>>): Promise<void> {
  await waitFor(() => {
    const root = within(compareRoot(page));
    for (const [name, value] of Object.entries(figures)) {
      const term = root.getAllByText(name, { exact: true }).find((one) => one.closest('dl') !== null);
      expect(term?.closest('dl > div')?.querySelector('dd'), name).toHaveTextContent(new RegExp(`^${value}`));
    }
  });
}

async function setPrompt(page: Page, task: string, prompt: string): Promise<string> {
  await page.select(task);
  await page.fill(page.field('Prompt'), prompt);
  return page.isSaved(prompt);
}

it('puts a checkpoint back as one step, which undo takes back to the letter, and opens it as a new workflow', async () => {
  const page = await openPage(workflow);
  await makeCheckpoint(page, 'Checkpoint 1');
  await setPrompt(page, 'fetch', 'Changed fetch');
  const changed = await setPrompt(page, 'review', 'Changed review');
  await openCompare(page);
  await hasFigures(page, { Added: 0, Removed: 0, Changed: 2, Renamed: 0, Workflow: 0 });
  await act(page, 'Checkpoint 1', 'Restore');
  await isSame(page);
  expect(await page.savedText()).toBe(workflow);
  await page.user.click(await (await page.told()).findByRole('button', { name: 'Undo' }));
  await hasFigures(page, { Changed: 2 });
  expect(await page.savedText()).toBe(changed);
  const first = page.stores.document.getState().id;
  await act(page, 'Checkpoint 1', 'Open as a new workflow');
  await waitFor(() => page.canvas);
  await waitFor(async () => expect(await page.savedText()).toBe(workflow));
  expect((await page.storage.workflows.load(first))?.text).toBe(changed);
});

it('is left by Escape', async () => {
  const page = await openPage(workflow);
  await openCompare(page);
  // The key would be for the menu that it was opened from.
  await waitFor(() => expect(page.all.queryByRole('menu')).toBeNull());
  await page.user.keyboard('{Escape}');
  await waitFor(() => page.canvas);
  expect(page.all.queryByRole('main', { name: 'Compare' })).toBeNull();
});

it('keeps checkpoints under their names through a reload, until they are removed', async () => {
  const page = await openPage(workflow);
  await makeCheckpoint(page, 'Checkpoint 1');
  await page.user.keyboard('{Control>}s{/Control}');
  await page.all.findByText('Nothing has changed since “Checkpoint 1”.');
  await page.user.click((await page.told()).getByRole('button', { name: 'Rename' }));
  await page.fill((await page.opened()).getByLabelText('Name'), 'Before the review');
  await page.user.keyboard('{Enter}');
  await page.isClosed();

  await setPrompt(page, 'review', 'Look at {{fetch}}');
  // It works while typing, too.
  await makeCheckpoint(page, 'Checkpoint 2');
  await page.fill(page.field('Prompt'), 'Look hard at {{fetch}}');
  await page.isSaved('Look hard');

  await openCompare(page);
  await page.reload();
  const names = () =>
    waitFor(() =>
      bases(page)
        .getAllByRole('listitem')
        .map((item) => item.textContent ?? ''),
    );
  await expect
    .poll(names)
    .toEqual([expect.stringMatching(/^Checkpoint 2/), expect.stringMatching(/^Before the review/)]);
  expect(bases(page).getAllByRole('button', { pressed: true })[0]).toHaveTextContent('Checkpoint 2');
  await hasGroup(page, 'review', ['reviewChanged', 'descriptionLook at {{fetch}}Look hard at {{fetch}}']);
  await page.user.click(bases(page).getByText('Before the review'));
  await hasGroup(page, 'review', ['reviewChanged', 'descriptionReview {{fetch}}Look hard at {{fetch}}']);

  await act(page, 'Before the review', 'Rename');
  await page.fill((await page.opened()).getByLabelText('Name'), 'First');
  await page.user.keyboard('{Enter}');
  await act(page, 'First', 'Remove');
  await expect.poll(names).toEqual([expect.stringMatching(/^Checkpoint 2/)]);
  await hasGroup(page, 'review', ['reviewChanged', 'descriptionLook at {{fetch}}Look hard at {{fetch}}']);
});

it('finds no difference to its own exports, but for what was left out', async () => {
  const page = await openPage(workflow.replace('wc -c }', 'wc -c }, disabled: true'));
  await openCompare(page);
  await within(compareRoot(page)).findByText('No checkpoint yet');
  const exported = async (notation: string, ...leftOut: readonly string[]) => {
    await page.press('Export', page.topBar);
    await page.user.click(await (await page.opened()).findByRole('radio', { name: notation }));
    for (const what of leftOut) await page.user.click(page.dialog.getByRole('checkbox', { name: `Leave out ${what}` }));
    const file = await takeDownload(async () => page.press('Download', page.dialog));
    await page.isClosed();
    await compareWithFile(page, file.name, await file.text());
  };
  for (const notation of ['YAML', 'XML', 'JSON']) {
    await exported(notation);
    await isSame(page);
  }
  await exported('XML', 'layout', 'debugging aids');
  await hasGroup(page, 'count', ['countChanged', 'disablednot settrue']);
  expect(compareRoot(page)).not.toHaveTextContent('On the canvas');
  expect(page.all.getByRole('heading', { name: 'Compare' })).toBeInTheDocument();
});

it('compares with a file: renamed tasks, order, places on the canvas; and says why a file cannot be compared', async () => {
  const page = await openPage(workflow);
  await openCompare(page);
  const other = workflow
    .replace('  fetch:\n', '  get:\n')
    .replace('{{fetch}}', '{{get}}')
    .replace('[fetch]', '[get]')
    .replace('review: [280, 0]', 'review: [280, 99]');
  await compareWithFile(page, 'other.yaml', other);
  await hasFigures(page, { Added: 0, Removed: 0, Changed: 1, Renamed: 1 });
  await hasGroup(page, 'fetch', ['fetchRenamed from get']);
  await hasGroup(page, 'review', ['reviewChanged', 'descriptionReview {{get}}Review {{fetch}}', 'depends_ongetfetch']);
  await shows(page, 'On the canvas: 1 task placed elsewhere. It does not change what runs.');

  await compareWithFile(page, 'broken.yaml', workflow.replace('agent: terse', 'agnet: terse'));
  await shows(page, 'It has mistakes, so there is nothing to compare with');
  await shows(page, /Line 11, column \d+/);
  await compareWithFile(page, 'same.yaml', workflow);
  await isSame(page);
  // The code of the page itself has a mistake meanwhile.
  page.stores.document.actions.type([{ at: 0, removed: '', inserted: '[' }], 'typed');
  await shows(page, 'The code has mistakes.');
});
