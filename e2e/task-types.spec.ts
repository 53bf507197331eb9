import AxeBuilder from '@axe-core/playwright';
import { type App, expect, test } from './support/app';
import { isUndone, keeps } from './support/keeps';
import { expectNotSaved, expectSaved, savedText } from './support/saved-text';

/** Adds a task from the palette, which selects it. */
async function add(app: App, type: string): Promise<void> {
  await app.page.getByRole('list', { name: 'Task types' }).getByRole('button', { name: type }).click();
  await expect(app.inspector.getByText(type, { exact: true }).first()).toBeVisible();
}

/** Opens a fold of the inspector. */
async function unfold(app: App, title: string): Promise<void> {
  await app.inspector.locator('summary', { hasText: title }).click();
}

/** Chooses a type in the menu of a button of the inspector. */
async function addPart(app: App, button: string, type: string): Promise<void> {
  await app.inspector.getByRole('button', { name: button, exact: true }).click();
  await app.page.getByRole('menuitem', { name: type, exact: true }).click();
}

/** Opens a part of the shown task. */
async function openPart(app: App, label: string): Promise<void> {
  await app.inspector.getByRole('button', { name: new RegExp(`^${label} `) }).click();
  await expect(app.inspector.getByRole('navigation', { name: 'Within' })).toBeVisible();
}

interface Edit {
  readonly type: string;
  readonly edit: (app: App) => Promise<void>;
  readonly yaml: RegExp;
}

/** Edits for each type, in fields of its own. */
const edits: readonly Edit[] = [
  {
    type: 'Atomic',
    edit: (app) => app.field('Prompt').fill('Say one'),
    yaml: /description: Say one/,
  },
  {
    type: 'Decompose',
    edit: (app) => app.field('Original prompt').fill('Write a book'),
    yaml: /failed_task:\n +error: .*\n +original_prompt: Write a book/,
  },
  {
    type: 'Script',
    edit: (app) => app.field('Script').fill('echo one'),
    yaml: /script:\n +language: bash\n +content: echo one/,
  },
  {
    type: 'Tool',
    async edit(app) {
      await app.field('Tool').fill('recall');
      await app.inspector.getByRole('button', { name: 'Remove path' }).click();
      await app.inspector.getByRole('button', { name: 'Remove content' }).click();
      await app.field('Kind of query').selectOption({ label: 'Text' });
      await app.field('query').last().fill('looms');
    },
    yaml: /tool: recall\n +args:(?: \{ query: looms \}|\n +query: looms)/,
  },
  {
    type: 'Sequence',
    async edit(app) {
      await addPart(app, 'Add a step', 'Script');
      await app.inspector.getByRole('button', { name: 'Move script_1 up' }).click();
      await app.inspector.getByRole('button', { name: 'Remove first' }).click();
    },
    yaml: /steps:\n +- id: script_1\n +type: script[^-]+- id: second\n/,
  },
  {
    type: 'Condition',
    async edit(app) {
      await app.field('If, case 1').fill('variables.GO == true');
      await addPart(app, 'Add a case', 'Script');
      await app.inspector.getByRole('button', { name: 'Move case 2 up' }).click();
      await app.inspector.getByRole('button', { name: 'Remove: else' }).click();
    },
    yaml: /cases:\n +- test: has\(variables\.DRAFT\)\n +task:\n +type: script[^-]+- test: variables\.GO == true\n(?![\s\S]*else:)/,
  },
  {
    type: 'Ask a person',
    async edit(app) {
      await app.field('Message').fill('Is it good?');
      await app.inspector.getByRole('button', { name: 'Remove the field remarks' }).click();
      await app.field('Options of decision, one a line').fill('good\nbad');
      await app.inspector.getByRole('button', { name: 'Add a field' }).click();
      await app.field('Type of field_1').selectOption({ label: 'Number' });
      await app.field('After it').selectOption({ label: 'Skip the task' });
      await app.field('Deadline, ms').fill('5000');
    },
    yaml: /message: Is it good\?\n +form:\n +decision:[\s\S]+good[\s\S]+bad[\s\S]+field_1:[\s\S]+number[\s\S]+deadline_ms: 5000/,
  },
  {
    type: 'Group',
    async edit(app) {
      await app.field('Done when').selectOption({ label: 'The first completes' });
      await addPart(app, 'Add a subtask', 'Map');
    },
    yaml: /subtasks:[\s\S]+map_1:\n +type: map[\s\S]+completion_mode: any/,
  },
  {
    type: 'Map',
    async edit(app) {
      await app.field('Kind of items').selectOption({ label: 'Read from' });
      await app.field('Items').last().fill('fetch.output');
      await app.field('At once').fill('2');
      await app.field('If one fails').selectOption({ label: 'Continue without it' });
    },
    yaml: /items:(?: \{ from: fetch\.output \}|\n +from: fetch\.output)[\s\S]+max_concurrency: 2\n +on_item_error: skip/,
  },
  {
    type: 'Reduce',
    async edit(app) {
      await app.field('Initial value').last().fill('Nothing yet');
      await addPart(app, 'Add: for each item, first', 'Script');
    },
    yaml: /initial_value: Nothing yet\n +inner_task:\n +type: script[\s\S]+reduction_task:/,
  },
  {
    type: 'Director and evaluator',
    async edit(app) {
      await app.field('Maximum rounds').fill('5');
      await addPart(app, 'Add: script', 'Script');
      await app.field('Is judged').selectOption({ label: 'When the director asks' });
    },
    yaml: /director:[\s\S]+\n +script:\n +type: script[\s\S]+evaluator:[\s\S]+max_iterations: 5(?![\s\S]*mode:)/,
  },
  {
    type: 'Pipeline',
    async edit(app) {
      await app.field('Plan').last().selectOption({ label: 'The same step, many times' });
      await app.field('Times').first().fill('1000');
      await app.field('First state').last().fill('Zero');
    },
    yaml: /plan:(?: \{ repeat: 1000, step: The next step \}|\n +repeat: 1000\n +step: The next step)\n +state: Zero/,
  },
  {
    type: 'Call',
    async edit(app) {
      await app.field('Definition').selectOption({ label: 'matcher' });
      await app.inspector.getByRole('button', { name: 'Remove text' }).click();
      await app.field('Kind of request').selectOption({ label: 'Text' });
      await app.field('request').last().fill('Logs');
    },
    yaml: /ref: matcher\n +args:(?: \{ request: Logs \}|\n +request: Logs)/,
  },
  {
    type: 'Memory match',
    async edit(app) {
      await app.field('Look for').fill('Logs of run 123');
      await app.field('Maximum files').fill('3');
    },
    yaml: /query: Logs of run 123\n +constraints:(?: \{ max_results: 3 \}|\n +max_results: 3)/,
  },
];

// One page for all of them: to load it anew for each would take most of the time.
test('each type is added from the palette, edited, and taken back', async ({ app }) => {
  test.slow();
  for (const { type, edit, yaml } of edits) {
    await test.step(type, async () => {
      await app.openBlank();
      const before = await savedText(app);
      await add(app, type);
      await edit(app);
      await expectSaved(app, yaml);
      const inspector = new AxeBuilder({ page: app.page }).include('aside[aria-label="Inspector"]');
      const { violations } = await inspector.analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
      const undo = app.topBar.getByRole('button', { name: 'Undo', exact: true });
      await expect(async () => {
        // The last one may have been done since the check.
        if (await undo.isEnabled()) await undo.click({ timeout: 1000 });
        expect(await savedText(app)).toBe(before);
      }).toPass();
    });
  }
});

const nested = `heddle: 1
name: Nested
default_model: sim:default
tasks:
  fetch:
    description: Fetch
  all:
    name: Everything
    type: sequential
    depends_on: [fetch]
    steps:
      - description: Draft {{fetch}} # kept
      - type: group
        id: checks
        subtasks:
          spelling:
            description: Check {{step_1}}
          facts:
            description: Check the facts
            depends_on: [spelling]
`;

test('a task within others is edited by the same forms, and says where it is', async ({ app, page }) => {
  await app.openText(nested);
  await app.select('Everything');
  await openPart(app, 'checks');
  await openPart(app, 'facts');
  await expect(app.inspector.getByRole('heading', { level: 2 })).toHaveText('facts');
  await app.field('Prompt').fill('');
  await app.field('Prompt').pressSequentially('Read {{');
  await expect(page.getByRole('listbox', { name: 'Names you can use here' })).toContainText('spelling');
  await expect(page.getByRole('listbox', { name: 'Names you can use here' })).toContainText('fetch');
  await page.keyboard.press('Enter');
  await expectSaved(app, 'description: Read {{spelling}}');
  await app.field('Id').fill('truth');
  await app.field('Id').press('Enter');
  await expectSaved(app, /truth:\n +description: Read/);
  await app.inspector.getByRole('button', { name: 'No longer run after spelling' }).click();
  await expect(app.field('Prompt')).toHaveAccessibleDescription(/spelling/);
  await app.inspector.getByRole('navigation', { name: 'Within' }).getByRole('button', { name: 'checks' }).click();
  await openPart(app, 'spelling');
  await app.field('Id').fill('letters');
  await app.field('Id').press('Enter');
  const text = await expectSaved(app, 'Read {{letters}}');
  expect(text).toContain('# kept');
  await app.canvas.focus();
  await page.keyboard.press('d');
  await expectSaved(app, /letters:\n +description: Check \{\{step_1\}\}\n +disabled: true/);
  await page.keyboard.press('Delete');
  await expect(app.inspector.getByRole('heading', { level: 2 })).toHaveText('checks');
  await expectNotSaved(app, 'letters:');
});

test('a problem within others leads to the task that has it', async ({ app, page }) => {
  await app.openText(nested.replace('Check the facts', 'Check {{nobody}}'));
  await app.topBar.getByRole('button', { name: /problem/ }).click();
  await app.dialog.getByRole('button', { name: /nobody/ }).click();
  await expect(app.inspector.getByRole('heading', { level: 2 })).toHaveText('facts');
  await expect(app.field('Prompt')).toHaveAccessibleDescription(/nobody/);
  await app.field('Prompt').fill('Check {{spelling}}');
  await expect(app.field('Prompt')).not.toHaveAttribute('aria-invalid');
  await expect(page.getByRole('banner').getByRole('button', { name: /problem/ })).toHaveCount(0);
});

test('a step keeps its name when it moves, and its type can be changed', async ({ app }) => {
  await app.openText(nested);
  await app.select('Everything');
  await app.inspector.getByRole('button', { name: 'Move step_1 down' }).click();
  await expectSaved(
    app,
    /- type: group\n[\s\S]+- description: Draft \{\{fetch\}\} # kept\n +id: step_1|id: step_1\n +description: Draft/,
  );
  await openPart(app, 'step_1');
  await expect(app.inspector).toContainText('Runs after checks: steps run in order.');
  await app.field('Type').selectOption({ label: 'Script' });
  await expectSaved(app, /type: script/);
  await expect(app.field('Script')).toBeVisible();
});

test('another type keeps the tasks inside in their order; those without a place are told, and undo brings them back', async ({
  app,
  page,
}) => {
  await app.openText(nested);
  const isGroup = async () => {
    await expectSaved(app, /type: group\n[\s\S]+type: group\n +depends_on: \[step_1\]/);
    await expect(app.node('all/step_1')).toBeVisible();
    await app.select('Everything');
    await expect(app.field('Type')).toHaveValue('group');
  };
  const toGroup = async () => {
    await app.select('Everything');
    await app.field('Type').selectOption({ label: 'Group' });
  };
  await keeps(app, { act: toGroup, shows: isGroup });
  await isUndone(app, {
    act: async () => {
      await app.select('Everything');
      await app.field('Type').focus();
      await page.keyboard.type('Group');
    },
    shows: isGroup,
  });
  await toGroup();
  await isGroup();
  await app.field('Type').selectOption({ label: 'Atomic' });
  await expect(page.getByText(/inside have no place there/)).toBeVisible();
  await expectNotSaved(app, 'checks:');
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await expectSaved(app, /checks:/);
});

test('what every task may have is written by forms', async ({ app, page }) => {
  await app.openText('heddle: 1\nname: Common\ndefault_model: sim:default\ntasks:\n  ask:\n    description: Ask\n');
  await app.select('ask');
  await unfold(app, 'Loop');
  await app.field('Runs').selectOption({ label: 'Until something is true' });
  await app.field('Runs until').fill('size(content) > 9');
  await app.field('Maximum rounds').fill('4');
  await expectSaved(app, /loop:\n +type: until\n +condition: size\(content\) > 9\n +max_iterations: 4/);
  await unfold(app, 'Tries');
  await app.field('Answer').selectOption({ label: 'What samples vote for' });
  await app.field('Votes ahead').fill('2');
  await expectSaved(app, /voting:(?: \{ k: 2 \}|\n +k: 2)/);
  await app.field('Answer').selectOption({ label: 'The best of several, as judged' });
  await expectSaved(app, /best_of:\n +"?n"?: 3\n +evaluator:\n +description: "Say which/);
  await expectNotSaved(app, 'voting');
  await unfold(app, 'Tools and questions');
  await app.field('Tools').fill('read_file');
  await app.field('Tools').press('Enter');
  await app.field('May ask the user').click();
  await app.field('Waits for an answer, ms').fill('60000');
  await expectSaved(app, /tools: \[read_file\][\s\S]*interactive: true\n +input_timeout_ms: 60000/);
  await unfold(app, 'Decomposition');
  await app.field('It says the same again and again').click();
  await expectSaved(app, /reparse:\n +"on": \[no_progress\]/);
  await unfold(app, 'Inputs');
  await app.inspector.getByRole('button', { name: 'Add an input' }).click();
  await app.field('Kind of input input_1').selectOption({ label: 'Task' });
  await expectSaved(app, /input_1:(?:\n +task:| \{ task:)/);
  await openPart(app, 'input_1');
  await app.field('Prompt').fill('Give it');
  await expectSaved(app, /task:(?:\n +description: Give it| \{ description: Give it)/);
  await page.getByRole('banner').getByRole('button', { name: 'Undo', exact: true }).click();
  await expectNotSaved(app, 'Give it');
});

test('tools, library, memory, histories and hooks of a workflow are written by forms', async ({ app }) => {
  await app.openText(
    'heddle: 1\nname: Settings\ndefault_model: sim:default\ntasks:\n  ask:\n    description: Ask\n    tools: [tool_1]\n',
  );
  const tools = app.inspector.getByRole('region', { name: 'Tools' });
  await tools.getByRole('button', { name: 'Add a tool' }).click();
  await tools.locator('summary').click();
  await tools.getByLabel('Address').fill('https://x.org/?q={{query}}');
  await tools.getByLabel('Method').selectOption({ label: 'POST' });
  await expectSaved(app, /tools:\n {2}tool_1:[\s\S]+http:\n +url: https:\/\/x\.org\/\?q=\{\{query\}\}\n +method: POST/);
  await tools.getByLabel('Name', { exact: true }).fill('search');
  await tools.getByLabel('Name', { exact: true }).press('Enter');
  await expectSaved(app, '    tools: [search]');
  await tools.getByLabel('Kind', { exact: true }).selectOption({ label: 'Comes with Heddle' });
  await expectSaved(app, 'builtin: recall');

  const library = app.inspector.getByRole('region', { name: 'Library' });
  await library.getByRole('button', { name: 'Add a definition' }).click();
  await library.locator('summary').click();
  await library.getByRole('button', { name: 'Add an input' }).click();
  await library.getByText('input_1', { exact: true }).click();
  const named = library.getByRole('group', { name: 'Inputs' }).getByLabel('Name', { exact: true });
  await named.fill('style');
  await named.press('Enter');
  await library.getByLabel('Criteria by which it is found').fill('process\nvalidate');
  await expectSaved(app, /library:\n {2}definition_1:[\s\S]+name: style[\s\S]+criteria: \[process, validate\]/);

  await unfold(app, 'Files of the memory');
  await app.inspector.getByRole('button', { name: 'Add a file' }).click();
  await app.field('Name of file /file_1').fill('/data/log.txt');
  await app.field('Name of file /file_1').press('Enter');
  await app.field('Value of file /data/log.txt').fill('Log of run 123');
  await expectSaved(app, /memory:\n +index:\n +\/data\/log\.txt: Log of run 123/);
  await unfold(app, 'Long histories');
  await app.field('When').selectOption({ label: 'When it is long' });
  await app.field('Long from').fill('9000');
  await expectSaved(app, /compaction:\n +trigger: on_threshold\n +threshold: 9000/);
  await unfold(app, 'Snapshots and old runs');
  await app.field('How often').fill('30');
  await app.field('Keep runs for, days').fill('7');
  await expectSaved(app, /checkpoint:\n +save_interval: 30\nretention:\n +keep_days: 7/);
  await unfold(app, 'After tasks');
  await app.inspector.getByRole('button', { name: 'Add a hook' }).click();
  await app.field('Every … tasks').fill('5');
  await expectSaved(app, /post_task:\n +- checkpoint_and_prune:(?:\n +every: 5| \{ every: 5 \})/);
  const { violations } = await new AxeBuilder({ page: app.page }).include('aside[aria-label="Inspector"]').analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
});

test('the keyboard alone adds a sequence, gives it a step, opens that, and goes back', async ({ app, page }) => {
  await app.openBlank();
  await app.canvas.focus();
  await page.keyboard.press('n');
  await page.keyboard.type('steps');
  await page.keyboard.press('Enter');
  await expect(app.inspector.getByRole('heading', { level: 2 })).toHaveText('sequence_1');
  const button = app.inspector.getByRole('button', { name: 'Add a step' });
  await expect(button).toBeVisible();
  await page.keyboard.press('F2');
  for (let tabs = 0; tabs < 40 && !(await button.evaluate((one) => one === document.activeElement)); tabs += 1) {
    await page.keyboard.press('Shift+Tab');
  }
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  // The menu takes keys once it has the focus, and forgets the first letter if the second comes late.
  await expect(async () => {
    await page.keyboard.type('Pi');
    await expect(page.getByRole('menuitem', { name: 'Pipeline' })).toBeFocused({ timeout: 1000 });
  }).toPass();
  await page.keyboard.press('Enter');
  await expectSaved(app, 'id: pipeline_1');
  const step = app.inspector.getByRole('button', { name: /^pipeline_1 / });
  await app.inspector.getByRole('button', { name: 'Move first down' }).focus();
  await page.keyboard.press('Enter');
  await expectSaved(app, /id: second\n[\s\S]+id: first\n[\s\S]+id: pipeline_1/);
  await expect(app.inspector.getByRole('button', { name: 'Move first down' })).toBeFocused();
  await app.inspector.getByRole('button', { name: 'Remove first' }).focus();
  await page.keyboard.press('Enter');
  await expect(button).toBeFocused();
  for (let tabs = 0; tabs < 12 && !(await step.evaluate((one) => one === document.activeElement)); tabs += 1) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await expect(app.inspector.getByRole('heading', { level: 2 })).toHaveText('pipeline_1');
  const holder = app.inspector.getByRole('navigation', { name: 'Within' }).getByRole('button');
  await holder.focus();
  await page.keyboard.press('Enter');
  await expect(app.inspector.getByRole('heading', { level: 2 })).toHaveText('sequence_1');
});
