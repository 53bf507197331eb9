import { startToolServer } from './servers/tool-server';
import { isAccessible } from './support/accessible';
import { type App, expect, test } from './support/app';
import { Compare } from './support/compare';
import { unfold } from './support/unfold';

const kept = `heddle: 1
name: Kept
default_model: sim:default
variables: { SUBJECT: looms }
agents:
  terse: { system: You are terse., model: sim:small }
tasks:
  ask: { description: "Say what {{SUBJCT}} are", agent: terse, loop: { type: repeat, count: 2 } }
  steps: { type: sequential, steps: [{ description: One }], depends_on: [ask] }
`;

const slow = `heddle: 1
name: Slow
default_model: sim:default
tasks:
  quick: { description: Say one }
  wait: { type: script, script: { content: sleep 60 }, depends_on: [quick] }
`;

// axe reads the whole page several times in each test, which takes most of a minute on a busy machine.
test.describe.configure({ timeout: 240_000 });

test('the editor before, during and after a run', async ({ app, page }) => {
  await app.openText(slow);
  await isAccessible(app, 'before a run');
  await app.runButton().click();
  await app.isTask('wait', 'Running');
  // The page was opened with reduced motion: the ring and the wires stand still too.
  const countMoving = () =>
    page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length);
  await expect.poll(countMoving).toBe(0);
  await isAccessible(app, 'during a run');
  await app.cancelButton().click();
  await app.isOver();
  await isAccessible(app, 'after a run');
  await page.keyboard.press('Control+Shift+J');
  await expect(page.getByRole('region', { name: 'Tasks beside the large drawer' })).toBeVisible();
  await isAccessible(app, 'the large drawer');
  await page.keyboard.press('Control+Shift+J');
  await page.getByRole('button', { name: 'Close the drawer' }).click();
  await isAccessible(app, 'the drawer closed');
});

test('what a run gave, in the drawer and the inspector', async ({ app }) => {
  await app.openText(slow.replace('sleep 60', 'echo two'));
  await app.run();
  await app.select('quick');
  for (const tab of ['Output', 'Events', 'Timeline'] as const) {
    await app.tab(tab);
    await isAccessible(app, `the tab ${tab}`);
  }
  await app.tab('Output');
  for (const show of ['Rendered', 'JSON', 'Prompt']) {
    await app.drawer.getByRole('radio', { name: show, exact: true }).click();
    await isAccessible(app, `the output as ${show}`);
  }
  await app.inspector.getByRole('tab', { name: 'Output' }).click();
  await isAccessible(app, 'the output in the inspector');
});

test('the inspector of every kind of task', async ({ app }) => {
  await app.open();
  for (const label of ['write_notes', 'check_notes']) {
    await app.select(label);
    await unfold(app);
    await isAccessible(app, `the inspector of ${label}`);
  }
});

test('the settings, and the inspector with every section open', async ({ app }) => {
  await app.openText(kept);
  await unfold(app);
  await isAccessible(app, 'the settings');
  for (const label of ['ask', 'steps']) {
    await app.select(label);
    await unfold(app);
    await isAccessible(app, `the inspector of ${label}`);
  }
});

test('the code, beside the canvas and alone, sound and broken', async ({ app, page }) => {
  await app.open();
  await page.getByRole('radio', { name: 'Both' }).click();
  const code = page.getByRole('region', { name: 'Code' });
  await expect(code).toContainText('default_model');
  await isAccessible(app, 'both');
  await page.getByRole('radio', { name: 'Code' }).click();
  await isAccessible(app, 'the code');
  await code.getByRole('textbox').focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('[');
  await expect(code).toContainText('The canvas shows the last good state.');
  await isAccessible(app, 'broken code');
  await page.getByRole('radio', { name: 'Both' }).click();
  await app.select('announce');
  await isAccessible(app, 'a task while the code is broken');
});

test('the plan, of what runs and of what cannot', async ({ app, page }) => {
  await app.openText(slow);
  await app.topBar.getByRole('button', { name: 'Plan', exact: true }).click();
  await page.getByRole('button', { name: /^quick/ }).click();
  await isAccessible(app, 'the plan');
  await app.openText(kept);
  await app.topBar.getByRole('button', { name: 'Plan', exact: true }).click();
  await expect(page.getByText('The workflow cannot run yet')).toBeVisible();
  await isAccessible(app, 'the plan with problems');
});

test('the comparison: nothing yet, no difference, differences, a file with mistakes', async ({ app, page }) => {
  await app.openText(kept);
  const compare = new Compare(app);
  await compare.open();
  await isAccessible(app, 'no checkpoint yet');
  await compare.checkpoint('Checkpoint 1');
  await compare.expectNone();
  await isAccessible(app, 'no difference');
  await compare.act('Checkpoint 1', 'Rename');
  await expect(app.dialog.getByLabel('Name')).toBeFocused();
  await isAccessible(app, 'the dialog for a name');
  await app.closeDialog();
  await compare.withFile(
    'other.yaml',
    kept.replace('  steps:', '  parts:').replace('are", agent: terse', 'have been"'),
  );
  await compare.expectFigures({ Changed: 1, Renamed: 1 });
  await isAccessible(app, 'differences');
  await page.setViewportSize({ width: 700, height: 800 });
  await isAccessible(app, 'differences in a narrow window');
  await compare.withFile('wrong.yaml', `${kept}owner: me\n`);
  await expect(compare.root).toContainText('It has mistakes');
  await isAccessible(app, 'a file with mistakes');
});

test('every dialog', async ({ app, page }) => {
  await app.openText(kept);
  const dialogs = {
    Problems: () => app.topBar.getByRole('button', { name: /problem/ }).click(),
    Export: () => app.topBar.getByRole('button', { name: 'Export' }).click(),
    Shortcuts: () => app.canvas.press('?'),
    'Search everything': () => app.canvas.press('Control+k'),
    Settings: async () => {
      await app.topBar.getByRole('button', { name: 'More' }).click();
      await isAccessible(app, 'the menu More');
      await page.getByRole('menuitem', { name: 'Settings' }).click();
    },
  };
  for (const [name, open] of Object.entries(dialogs)) {
    await open();
    await expect(app.dialog.getByRole('heading', { name, level: 2 })).toBeVisible();
    await isAccessible(app, `the dialog ${name}`);
    await app.closeDialog();
  }
});

test('a form and a call to approve of a run, and what a move could not keep', async ({ app, page }) => {
  const tools = await startToolServer();
  try {
    await app.openText(`default_model: sim:fast
tools: { berth: { mcp: { url: "${tools.url}/mcp", tool: berth_of }, approve: true } }
tasks:
  release:
    type: ask
    message: Which way?
    form:
      way: { type: choice, options: [left, right], required: true }
      steps: { type: number }
      sure: { type: boolean }
      map: { type: file }
  direct: { type: tool, tool: berth, args: { ship: Anna } }
  gather: { type: group, inputs: { tone: calm }, subtasks: { told: { description: "Tell it {{tone}}" } } }
`);
    await app.select('told');
    await app.canvas.press('Shift+Alt+ArrowUp');
    await app.messages.getByRole('button', { name: 'Show' }).click();
    await expect(app.dialog).toContainText('reads “tone” of “gather”');
    await isAccessible(app, 'what a move could not keep', '[role=dialog]');
    await app.closeDialog();
    await app.canvas.press('Control+z');

    await app.start();
    const questions = page.getByRole('region', { name: 'Questions of the run' });
    for (const text of ['Which way?', 'May “berth” be called']) {
      await questions.getByRole('list', { name: 'All questions' }).getByRole('button', { name: text }).click();
      await expect(questions.getByRole('group').filter({ hasText: text })).toBeVisible();
      await isAccessible(app, `the question ${text}`);
    }
  } finally {
    await tools.close();
  }
});

test('every menu, and the start page', async ({ app, page }) => {
  await app.openText(kept);
  await app.node('ask').click({ button: 'right' });
  await expect(page.getByRole('menu')).toBeVisible();
  await isAccessible(app, 'the menu of a task');
  await page.keyboard.press('Escape');
  await app.canvas.press('n');
  await expect(page.getByRole('combobox', { name: 'Add a task' })).toBeFocused();
  await isAccessible(app, 'the menu of task types');
  await page.keyboard.press('Escape');
  await app.topBar.getByRole('button', { name: 'Heddle, all workflows' }).click();
  await expect(page.getByRole('region', { name: 'Start from a template' }).getByRole('listitem')).toHaveCount(6);
  await isAccessible(app, 'the start page');
  await page.getByRole('button', { name: 'Open from URL' }).click();
  await app.dialog.getByLabel('Address').fill('none');
  await page.keyboard.press('Enter');
  await expect(app.dialog).toContainText('This is not an address.');
  await isAccessible(app, 'the dialog Open from URL');
  await app.closeDialog();
  await app.openFile('wrong.yaml', `${kept}owner: me\n`);
  await expect(app.dialog).toContainText('has mistakes');
  await isAccessible(app, 'the question about a file with mistakes');
  await app.closeDialog();
  await page.getByRole('button', { name: 'More about Kept' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(app.dialog).toBeVisible();
  await isAccessible(app, 'the question before a deletion');
});

const detailsOf = ({ models }: App) => models.getByRole('complementary', { name: 'Details' });

/** Opens the screen of models with a few of OpenAI's, and chooses the first. Axe takes long for a whole table. */
async function openModel(app: App): Promise<void> {
  await app.openText(kept);
  await app.openModels();
  await app.provider('OpenAI').click();
  await app.models.getByRole('searchbox').fill('gpt-6');
  await app.models.getByRole('table').getByRole('rowheader').getByRole('button').first().click();
  await expect(detailsOf(app)).toContainText('What is known');
}

test('the models, and what is known of one', async ({ app, page }) => {
  await page.route('https://api.openai.com/**', (route) => route.abort());
  await openModel(app);
  await expect(detailsOf(app)).toContainText('Enter its key first');
  await isAccessible(app, 'a model');
  const details = detailsOf(app);
  await app.giveKey('OpenAI', 'sk-1');
  await app.models.getByRole('searchbox').fill('gpt-6');
  await app.models.getByRole('table').getByRole('rowheader').getByRole('button').first().click();
  await details.getByRole('button', { name: 'Test', exact: true }).click();
  await expect(details).toContainText('A question: No answer from api.openai.com');
  await isAccessible(app, 'a test that failed');
  await details.getByRole('button', { name: 'Change a fact' }).click();
  await details.getByLabel('Input, $ per 1M', { exact: true }).fill('none');
  await details.getByRole('button', { name: 'Save the facts' }).click();
  await expect(details.getByLabel('Input, $ per 1M', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await isAccessible(app, 'the form for facts, with mistakes');
});

test('the forms of a provider', async ({ app }) => {
  await openModel(app);
  const details = detailsOf(app);
  await app.models.getByRole('button', { name: 'Windows' }).click();
  await isAccessible(app, 'the form for windows');
  await app.models.getByRole('button', { name: 'Add a provider' }).click();
  await details.getByRole('button', { name: 'Add a header' }).click();
  await details.getByRole('button', { name: 'Add the provider' }).click();
  await expect(details).toContainText('Give the address of the server');
  await isAccessible(app, 'the form for a provider, with mistakes');
});

test('the models in a narrow window', async ({ app, page }) => {
  await openModel(app);
  await page.setViewportSize({ width: 700, height: 800 });
  await isAccessible(app, 'a model');
  await app.models.getByRole('button', { name: 'Close the details' }).click();
  await isAccessible(app, 'the models');
  await app.models.getByRole('button', { name: 'Add a provider' }).click();
  await isAccessible(app, 'the form for a provider');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(700);
});

for (const width of [1000, 700]) {
  test(`a window of ${width} pixels`, async ({ app, page }) => {
    await page.setViewportSize({ width, height: 800 });
    await app.open();
    await isAccessible(app, 'the editor');
    await page.getByRole('button', { name: 'Open the inspector' }).click();
    await isAccessible(app, 'the inspector');
    await app.openStart();
    await isAccessible(app, 'the start page');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await app.openText(kept);
    await expect(app.topBar.getByRole('button', { name: 'Other ways to run' })).toBeVisible();
    await expect(app.topBar.getByRole('button', { name: 'More' })).toBeInViewport({ ratio: 1 });
  });
}

test('the files of a workflow', async ({ app, page }) => {
  await app.openText('name: Filed\nmemory: { index: { /data/log.txt: a log, /data/more.txt: "" } }\n');
  await page.getByRole('tab', { name: 'Files' }).click();
  await isAccessible(app, 'the list');
  await page.getByRole('option', { name: '/data/log.txt, Nothing stored' }).click();
  await isAccessible(app, 'a file');
  await page.getByRole('button', { name: 'Add files' }).click();
  await page.getByRole('menuitem', { name: 'Edit all descriptions' }).click();
  await expect(app.dialog.getByLabel('The memory index')).toBeFocused();
  await isAccessible(app, 'the whole index');
  await app.closeDialog();
  await app.openBlank();
  await page.getByRole('tab', { name: 'Files' }).click();
  await isAccessible(app, 'no files');
});
