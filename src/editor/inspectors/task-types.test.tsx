import { act, waitFor, within } from '@tests/support/dom';
import { openPage, type Page } from '@tests/support/page';
import { PageCanvas } from '@tests/support/page-canvas';
import { expect, it } from 'vitest';

/** Fills in a field of the inspector, once it is there. */
async function fill(page: Page, label: string, value: string): Promise<void> {
  await page.fill(await page.inspector.findByLabelText(label), value);
}

/** The first or last field with a label that its group has too. */
const fieldsOf = async (page: Page, label: string) =>
  (await page.inspector.findAllByLabelText(label)).filter((found) => found.matches('input, textarea, select'));
const firstField = async (page: Page, label: string) => (await fieldsOf(page, label)).at(0) as HTMLElement;
const lastField = async (page: Page, label: string) => (await fieldsOf(page, label)).at(-1) as HTMLElement;

/** Chooses a type in the menu of a button of the inspector. */
async function addPart(page: Page, button: string, type: string): Promise<void> {
  await page.press(button, page.inspector);
  await page.user.click(await page.all.findByRole('menuitem', { name: type }));
}

/** Opens a part of the shown task. */
async function openPart(page: Page, label: string): Promise<void> {
  await page.press(new RegExp(`^${label} `), page.inspector);
  await page.inspector.findByRole('navigation', { name: 'Within' });
}

const isTitled = (page: Page, label: string) => page.inspector.findByRole('heading', { level: 2, name: label });

interface Edit {
  readonly type: string;
  readonly edit: (page: Page) => Promise<void>;
  readonly yaml: RegExp;
}

/** Edits for each type, in fields of its own. */
const edits: readonly Edit[] = [
  {
    type: 'Atomic',
    edit: (page) => fill(page, 'Prompt', 'Say one'),
    yaml: /description: Say one/,
  },
  {
    type: 'Decompose',
    edit: (page) => fill(page, 'Original prompt', 'Write a book'),
    yaml: /failed_task:\n +error: .*\n +original_prompt: Write a book/,
  },
  {
    type: 'Script',
    edit: (page) => fill(page, 'Script', 'echo one'),
    yaml: /script:\n +language: bash\n +content: echo one/,
  },
  {
    type: 'Tool',
    async edit(page) {
      await fill(page, 'Tool', 'recall');
      await page.press('Remove path', page.inspector);
      await page.press('Remove content', page.inspector);
      await fill(page, 'Kind of query', 'Text');
      await page.fill(await lastField(page, 'query'), 'looms');
    },
    yaml: /tool: recall\n +args:(?: \{ query: looms \}|\n +query: looms)/,
  },
  {
    type: 'Sequence',
    async edit(page) {
      await addPart(page, 'Add a step', 'Script');
      await page.press('Move script_1 up', page.inspector);
      await page.press('Remove first', page.inspector);
    },
    yaml: /steps:\n +- id: script_1\n +type: script[^-]+- id: second\n/,
  },
  {
    type: 'Condition',
    async edit(page) {
      await fill(page, 'If, case 1', 'variables.GO == true');
      await addPart(page, 'Add a case', 'Script');
      await page.press('Move case 2 up', page.inspector);
      await page.press('Remove: else', page.inspector);
    },
    yaml: /cases:\n +- test: has\(variables\.DRAFT\)\n +task:\n +type: script[^-]+- test: variables\.GO == true\n(?![\s\S]*else:)/,
  },
  {
    type: 'Ask a person',
    async edit(page) {
      await fill(page, 'Message', 'Is it good?');
      await page.press('Remove the field remarks', page.inspector);
      await fill(page, 'Options of decision, one a line', 'good\nbad');
      await page.press('Add a field', page.inspector);
      await fill(page, 'Type of field_1', 'Number');
      await fill(page, 'After it', 'Skip the task');
      await fill(page, 'Deadline, ms', '5000');
    },
    yaml: /message: Is it good\?\n +form:\n +decision:[\s\S]+good[\s\S]+bad[\s\S]+field_1:[\s\S]+number[\s\S]+deadline_ms: 5000/,
  },
  {
    type: 'Group',
    async edit(page) {
      await fill(page, 'Done when', 'The first completes');
      await addPart(page, 'Add a subtask', 'Map');
    },
    yaml: /subtasks:[\s\S]+map_1:\n +type: map[\s\S]+completion_mode: any/,
  },
  {
    type: 'Map',
    async edit(page) {
      await fill(page, 'Kind of items', 'Read from');
      await page.fill(await lastField(page, 'Items'), 'fetch.output');
      await fill(page, 'At once', '2');
      await fill(page, 'If one fails', 'Continue without it');
    },
    yaml: /items:(?: \{ from: fetch\.output \}|\n +from: fetch\.output)[\s\S]+max_concurrency: 2\n +on_item_error: skip/,
  },
  {
    type: 'Reduce',
    async edit(page) {
      await page.fill(await lastField(page, 'Initial value'), 'Nothing yet');
      await addPart(page, 'Add: for each item, first', 'Script');
    },
    yaml: /initial_value: Nothing yet\n +inner_task:\n +type: script[\s\S]+reduction_task:/,
  },
  {
    type: 'Director and evaluator',
    async edit(page) {
      await fill(page, 'Maximum rounds', '5');
      await addPart(page, 'Add: script', 'Script');
      await fill(page, 'Evaluator runs', 'When the director asks');
    },
    yaml: /director:[\s\S]+\n +script:\n +type: script[\s\S]+evaluator:[\s\S]+max_iterations: 5(?![\s\S]*mode:)/,
  },
  {
    type: 'Pipeline',
    async edit(page) {
      await page.fill(await lastField(page, 'Plan'), 'The same step, many times');
      await page.fill(await firstField(page, 'Times'), '1000');
      await page.fill(await lastField(page, 'First state'), 'Zero');
    },
    yaml: /plan:(?: \{ repeat: 1000, step: The next step \}|\n +repeat: 1000\n +step: The next step)\n +state: Zero/,
  },
  {
    type: 'Call',
    async edit(page) {
      await fill(page, 'Definition', 'matcher');
      await page.press('Remove text', page.inspector);
      await fill(page, 'Kind of request', 'Text');
      await page.fill(await lastField(page, 'request'), 'Logs');
    },
    yaml: /ref: matcher\n +args:(?: \{ request: Logs \}|\n +request: Logs)/,
  },
  {
    type: 'Memory match',
    async edit(page) {
      await fill(page, 'Look for', 'Logs of run 123');
      await fill(page, 'Maximum files', '3');
    },
    yaml: /query: Logs of run 123\n +constraints:(?: \{ max_results: 3 \}|\n +max_results: 3)/,
  },
];

const blank = 'name: Blank\ndefault_model: sim:default\ntasks: {}\n';

// One page for all of them: to load it anew for each would take most of the time.
it('each type is added from the palette, edited in its own fields, and taken back', async () => {
  const page = await openPage(blank);
  const before = await page.savedText();
  const palette = within(page.all.getByRole('list', { name: 'Task types' }));
  for (const { type, edit, yaml } of edits) {
    await page.press(type, palette);
    await page.inspector.findAllByText(type);
    await edit(page);
    await page.isSaved(yaml);
    const undo = page.topBar.getByRole('button', { name: 'Undo' });
    while (undo.getAttribute('aria-disabled') !== 'true' && !(undo as HTMLButtonElement).disabled) {
      await page.user.click(undo);
      await act(() => page.stores.document.actions.settled());
    }
    expect(await page.savedText(), type).toBe(before);
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

it('a task within others is edited by the same forms, and says where it is', async () => {
  const page = await openPage(nested);
  const canvas = new PageCanvas(page);
  await page.select('Everything');
  await openPart(page, 'checks');
  await openPart(page, 'facts');
  await isTitled(page, 'facts');
  await fill(page, 'Prompt', '');
  await page.user.type(page.field('Prompt'), 'Read {{{{');
  const names = await page.all.findByRole('listbox', { name: 'Names you can use here' });
  expect(names).toHaveTextContent('spelling');
  expect(names).toHaveTextContent('fetch');
  await page.user.keyboard('{Enter}');
  await page.isSaved('description: Read {{spelling}}');
  await fill(page, 'Id', 'truth');
  await page.user.keyboard('{Enter}');
  await page.isSaved(/truth:\n +description: Read/);
  await page.press('No longer run after spelling', page.inspector);
  await expect.poll(() => page.field('Prompt')).toHaveAccessibleDescription(/spelling/);
  await page.press('checks', within(page.inspector.getByRole('navigation', { name: 'Within' })));
  await openPart(page, 'spelling');
  await isTitled(page, 'spelling');
  await fill(page, 'Id', 'letters');
  await page.user.keyboard('{Enter}');
  expect(await page.isSaved('Read {{letters}}')).toContain('# kept');
  await canvas.press('d');
  await page.isSaved(/letters:\n +description: Check \{\{step_1\}\}\n +disabled: true/);
  await canvas.press('Delete');
  await isTitled(page, 'checks');
  await page.isNotSaved('letters:');
});

it('a problem within others leads to the task that has it', async () => {
  const page = await openPage(nested.replace('Check the facts', 'Check {{nobody}}'));
  await page.press(/problem/, page.topBar);
  await page.press(/nobody/, within(await page.all.findByRole('dialog')));
  await isTitled(page, 'facts');
  await expect.poll(() => page.field('Prompt')).toHaveAccessibleDescription(/nobody/);
  await fill(page, 'Prompt', 'Check {{spelling}}');
  await waitFor(() => expect(page.field('Prompt')).not.toHaveAttribute('aria-invalid'));
  await waitFor(() => expect(page.topBar.queryByRole('button', { name: /problem/ })).toBeNull());
});

it('a step keeps its name when it moves, and its type can be changed', async () => {
  const page = await openPage(nested);
  await page.select('Everything');
  await page.press('Move step_1 down', page.inspector);
  await page.isSaved(
    /- type: group\n[\s\S]+- description: Draft \{\{fetch\}\} # kept\n +id: step_1|id: step_1\n +description: Draft/,
  );
  await openPart(page, 'step_1');
  await waitFor(() => expect(page.inspectorElement).toHaveTextContent('Runs after checks: steps run in order.'));
  await fill(page, 'Type', 'Script');
  await page.isSaved(/type: script/);
  await page.inspector.findByLabelText('Script');
});

it('what every task may have is written by forms', async () => {
  const page = await openPage('name: Common\ndefault_model: sim:default\ntasks:\n  ask:\n    description: Ask\n');
  await page.select('ask');
  await page.unfold();
  await fill(page, 'Runs', 'Until something is true');
  await fill(page, 'Runs until', 'size(content) > 9');
  await fill(page, 'Maximum rounds', '4');
  await page.isSaved(/loop:\n +type: until\n +condition: size\(content\) > 9\n +max_iterations: 4/);
  await fill(page, 'Answer', 'What samples vote for');
  await fill(page, 'Votes ahead', '2');
  await page.isSaved(/voting:(?: \{ k: 2 \}|\n +k: 2)/);
  await fill(page, 'Answer', 'The best of several, as judged');
  await page.isSaved(/best_of:\n +"?n"?: 3\n +evaluator:\n +description: "Say which/);
  await page.isNotSaved('voting');
  await fill(page, 'Tools', 'read_file');
  await page.user.keyboard('{Enter}');
  await page.user.click(page.field('May ask the user'));
  await fill(page, 'Waits for an answer, ms', '60000');
  await page.isSaved(/tools: \[read_file\][\s\S]*interactive: true\n +input_timeout_ms: 60000/);
  await page.user.click(page.field('It says the same again and again'));
  await page.isSaved(/reparse:\n +"on": \[no_progress\]/);
  await page.press('Add an input', page.inspector);
  await fill(page, 'Kind of input input_1', 'Task');
  await page.isSaved(/input_1:(?:\n +task:| \{ task:)/);
  await openPart(page, 'input_1');
  await fill(page, 'Prompt', 'Give it');
  await page.isSaved(/task:(?:\n +description: Give it| \{ description: Give it)/);
  await page.press('Undo', page.topBar);
  await page.isNotSaved('Give it');
});

it('tools, library, memory, histories and hooks of a workflow are written by forms', async () => {
  const page = await openPage(
    'name: Settings\ndefault_model: sim:default\ntasks:\n  ask:\n    description: Ask\n    tools: [tool_1]\n',
  );
  await page.unfold();
  const region = (name: string) => within(page.inspector.getByRole('region', { name }));
  const tools = region('Tools');
  await page.press('Add a tool', tools);
  await page.unfold();
  await page.fill(await tools.findByLabelText('Address'), 'https://x.org/?q={{query}}');
  await page.fill(tools.getByLabelText('Method'), 'POST');
  await page.isSaved(/tools:\n {2}tool_1:[\s\S]+http:\n +url: https:\/\/x\.org\/\?q=\{\{query\}\}\n +method: POST/);
  await page.fill(tools.getAllByLabelText('Name')[0] as HTMLElement, 'search');
  await page.user.keyboard('{Enter}');
  await page.isSaved('    tools: [search]');
  await page.unfold();
  await page.fill(await tools.findByLabelText('Kind'), 'Comes with Heddle');
  await page.isSaved('builtin: recall');

  const library = region('Library');
  await page.press('Add a definition', library);
  await page.unfold();
  await page.press('Add an input', library);
  await page.unfold();
  const inputs = within(library.getByRole('group', { name: 'Inputs' }));
  await page.fill((await inputs.findAllByLabelText('Name'))[0] as HTMLElement, 'style');
  await page.user.keyboard('{Enter}');
  await page.fill(library.getByLabelText('Criteria by which it is found'), 'process\nvalidate');
  await page.isSaved(/library:\n {2}definition_1:[\s\S]+name: style[\s\S]+criteria: \[process, validate\]/);

  await page.press('Add a file', page.inspector);
  await fill(page, 'Name of file /file_1', '/data/log.txt');
  await page.user.keyboard('{Enter}');
  await fill(page, 'Value of file /data/log.txt', 'Log of run 123');
  await page.isSaved(/memory:\n +index:\n +\/data\/log\.txt: Log of run 123/);
  await fill(page, 'When', 'When it is long');
  await fill(page, 'Long from', '9000');
  await page.isSaved(/compaction:\n +trigger: on_threshold\n +threshold: 9000/);
  await fill(page, 'How often', '30');
  await fill(page, 'Keep runs for, days', '7');
  await page.isSaved(/checkpoint:\n +save_interval: 30\nretention:\n +keep_days: 7/);
  await page.press('Add a hook', page.inspector);
  await fill(page, 'Every … tasks', '5');
  await page.isSaved(/post_task:\n +- checkpoint_and_prune:(?:\n +every: 5| \{ every: 5 \})/);
});

it('the keyboard alone adds a sequence, gives it a step, opens that, and goes back', async () => {
  const page = await openPage(blank);
  const canvas = new PageCanvas(page);
  await canvas.add('steps');
  await isTitled(page, 'sequence_1');
  const button = await page.inspector.findByRole('button', { name: 'Add a step' });
  act(() => button.focus());
  await page.user.keyboard('{Enter}');
  const pipeline = await page.all.findByRole('menuitem', { name: 'Pipeline' });
  await page.user.keyboard('Pi');
  await waitFor(() => expect(pipeline).toHaveFocus());
  await page.user.keyboard('{Enter}');
  await page.isSaved('id: pipeline_1');
  const focus = async (name: string | RegExp) => {
    const found = await page.inspector.findByRole('button', { name });
    act(() => found.focus());
    await page.user.keyboard('{Enter}');
  };
  await focus('Move first down');
  await page.isSaved(/id: second\n[\s\S]+id: first\n[\s\S]+id: pipeline_1/);
  await waitFor(() => expect(page.inspector.getByRole('button', { name: 'Move first down' })).toHaveFocus());
  await focus('Remove first');
  await waitFor(() => expect(page.inspector.getByRole('button', { name: 'Add a step' })).toHaveFocus());
  await focus(/^pipeline_1 /);
  await isTitled(page, 'pipeline_1');
  await focus('sequence_1');
  await isTitled(page, 'sequence_1');
});
