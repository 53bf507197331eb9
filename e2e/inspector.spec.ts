import type { Locator } from '@playwright/test';
import { expect, test } from './support/app';
import { Canvas } from './support/canvas';
import { expectNotSaved, expectSaved, savedText } from './support/saved-text';
import { unfold } from './support/unfold';

const workflow = `heddle: 1 # kept
name: Fields
default_model: sim:default
agents:
  terse:
    system: You are terse.
tasks:
  before:
    description: Say one
  ask: # kept too
    description: Ask
    x-note: [1, 2]
  reckon:
    type: script
    script:
      content: echo one
`;

/** Writes into a field, or chooses an option in it. */
async function fill(field: Locator, value: string): Promise<void> {
  if ((await field.evaluate((element) => element.tagName)) === 'SELECT') await field.selectOption({ label: value });
  else await field.fill(value);
}

interface Row {
  readonly label: string;
  readonly value: string;
  readonly yaml: string;
}

const shared: readonly Row[] = [
  { label: 'Only if', value: 'variables.GO == true', yaml: '    condition: variables.GO == true' },
  { label: 'Name', value: 'A better name', yaml: '    name: A better name' },
  { label: 'Schema', value: '{"type":"object"}', yaml: '    output_schema:\n      type: object' },
  { label: 'Must be true', value: 'size(content) > 3', yaml: '    validate: size(content) > 3' },
  { label: 'Save as a file', value: 'answer.md', yaml: '    output: answer.md' },
  { label: 'Time, ms', value: '5000', yaml: '      timeout_ms: 5000' },
  { label: 'Then', value: 'Try again', yaml: '    error_handling:\n      on_error: retry' },
  { label: 'Maximum retries', value: '2', yaml: '      max_retries: 2' },
  { label: 'Waits', value: '1, 2, 3 s …', yaml: '      backoff: linear' },
  { label: 'After the last', value: 'Skip it', yaml: '      on_max_retries: skip' },
  { label: 'Priority', value: 'high', yaml: '    priority: high' },
];

const ofAtomic: readonly Row[] = [
  { label: 'Prompt', value: 'Say it\nin two lines', yaml: '    description: |-\n      Say it\n      in two lines' },
  { label: 'Agent', value: 'terse', yaml: '    agent: terse' },
  { label: 'Model', value: 'sim:other', yaml: '    model: sim:other' },
  { label: 'Thinking', value: 'Extra high', yaml: '    reasoning_effort: xhigh' },
  { label: 'Expected output', value: 'One line', yaml: '    expected_output: One line' },
  { label: 'Output tokens', value: '256', yaml: '      max_output_tokens: 256' },
  { label: 'System text of this task', value: 'You are kind.', yaml: '    system: You are kind.' },
  { label: 'Temperature', value: '0.5', yaml: '      temperature: 0.5' },
  { label: 'Top p', value: '0.9', yaml: '      top_p: 0.9' },
  { label: 'Other options, as JSON', value: '{"seed":7}', yaml: '      seed: 7' },
  { label: 'Context', value: 'None', yaml: '    context:\n      mode: none' },
];

const ofScript: readonly Row[] = [
  { label: 'Script', value: 'read x\necho $x', yaml: '      content: |-\n        read x\n        echo $x' },
  { label: 'Language', value: 'JavaScript', yaml: '      language: javascript' },
  { label: 'Description', value: 'Reckons', yaml: '    description: Reckons' },
  { label: 'Standard input', value: '{{before}}', yaml: '      stdin: "{{before}}"' },
  { label: 'Time-out of the script, ms', value: '900', yaml: '      timeout_ms: 900' },
];

for (const { task, rows } of [
  { task: 'ask', rows: [...ofAtomic, ...shared] },
  { task: 'reckon', rows: [...ofScript, ...shared] },
]) {
  test(`every field of “${task}” that is run arrives in the text, and one undo each takes it back`, async ({ app }) => {
    await app.openText(workflow);
    const before = await savedText(app);
    await app.select(task);
    await unfold(app);
    for (const { label, value } of rows) await fill(app.field(label), value);
    const last = rows.at(-1)?.yaml ?? '';
    const text = await expectSaved(app, last);
    for (const { yaml } of rows) expect(text).toContain(yaml);
    expect(text).toContain('# kept\n');
    expect(text).toContain('# kept too');
    expect(text).toContain('x-note: [1, 2]');
    const undo = app.topBar.getByRole('button', { name: 'Undo', exact: true });
    for (let steps = 0; steps < rows.length; steps += 1) await undo.click();
    await expect(undo).toBeDisabled();
    await expect.poll(() => savedText(app)).toBe(before);
  });
}

test('a command line stands in the place of a script', async ({ app }) => {
  await app.openText(workflow);
  await app.select('reckon');
  await unfold(app);
  await app.field('Script').fill('');
  await app.field('One command line, in place of a script').fill('echo two');
  await expectSaved(app, '      command: echo two');
  await expectNotSaved(app, 'content:');
});

test('names with values are added, renamed, given another kind, and removed', async ({ app }) => {
  await app.openText(workflow);
  await app.select('ask');
  await unfold(app);
  const inputs = app.inspector.getByRole('group', { name: 'Name and value' });
  await inputs.getByRole('button', { name: 'Add an input' }).click();
  await inputs.getByLabel('Name of input input').fill('topic');
  await inputs.getByLabel('Name of input input').press('Enter');
  await inputs.getByLabel('Value of input topic').fill('looms');
  await expectSaved(app, '    inputs:\n      topic: looms');
  await inputs.getByLabel('Kind of input topic').selectOption({ label: 'From' });
  await inputs.getByLabel('Value of input topic').fill('before.output');
  await expectSaved(app, /topic:(?: \{ from: before\.output \}|\n +from: before\.output)/);
  await inputs.getByLabel('Kind of input topic').selectOption({ label: 'JSON' });
  await inputs.getByLabel('Value of input topic').fill('[1, 2]');
  await expectSaved(app, /topic:(?: \[1, 2\]|\n +- 1\n +- 2)/);
  await inputs.getByRole('button', { name: 'Remove topic' }).click();
  await expectNotSaved(app, 'inputs');

  const returns = app.inspector.getByRole('group', { name: 'Returned to later tasks' });
  await returns.getByRole('button', { name: 'Add a return' }).click();
  await returns.getByLabel('Value of return return_1').fill('size(content)');
  await expectSaved(app, '    returns:\n      return_1: size(content)');
});

test('“Runs after” connects and disconnects, and says why not', async ({ app }) => {
  await app.openText(workflow);
  await app.select('ask');
  await app.field('Runs after').fill('before');
  await app.field('Runs after').press('Enter');
  await expect(app.edge('before', 'ask')).toBeAttached();
  await expectSaved(app, 'depends_on: [before]');
  await app.select('before');
  await app.field('Runs after').fill('ask');
  await app.field('Runs after').press('Enter');
  await expect(app.inspector).toContainText('would make a cycle');
  await app.select('ask');
  await app.inspector.getByRole('button', { name: 'No longer run after before' }).click();
  await expectNotSaved(app, 'depends_on');
});

test('a renamed id is renamed wherever it is named', async ({ app }) => {
  await app.openText(
    workflow.replace(
      'description: Ask',
      'description: Ask {{before}}\n    depends_on: [before]\n    condition: tasks.before.content != ""',
    ),
  );
  await app.select('before');
  await app.field('Id').fill('first');
  await app.field('Id').press('Enter');
  const text = await expectSaved(app, 'Ask {{first}}');
  expect(text).toContain('depends_on: [first]');
  expect(text).toContain('tasks.first.content');
  await expect(app.inspector.getByRole('heading', { level: 2 })).toHaveText('first');
  await app.field('Id').fill('ask');
  await app.field('Id').press('Enter');
  await expect(app.field('Id')).toHaveAccessibleDescription(/ask/);
});

test('errors stand beside their fields, and a bad number leaves the document as it was', async ({ app }) => {
  await app.openText(workflow);
  await app.select('ask');
  await unfold(app);
  await app.field('Prompt').fill('Ask {{nobody}}');
  await expect(app.field('Prompt')).toHaveAccessibleDescription(/nobody/);
  await app.field('Prompt').fill('Ask {{before}}');
  await app.inspector
    .getByRole('button', { name: /before/ })
    .first()
    .click();
  await expect(app.edge('before', 'ask')).toBeAttached();
  await app.field('Only if').fill('variables.');
  await expect(app.field('Only if')).toHaveAccessibleDescription(/./);
  await expect(app.field('Only if')).toHaveAttribute('aria-invalid', 'true');
  await app.field('Temperature').fill('0.5');
  await app.field('Temperature').fill('hot');
  await expect(app.field('Temperature')).toHaveAccessibleDescription('Enter a number');
  await app.field('Schema').fill('{ not json');
  await expect(app.field('Schema')).toHaveAccessibleDescription(/not JSON yet/);
  const text = await expectSaved(app, 'temperature: 0.5');
  expect(text).toContain('condition: variables.');
  expect(text).not.toContain('output_schema');
});

test('{{ offers what can be named, and takes it by Enter or a click', async ({ app, page }) => {
  await app.openText(workflow.replace('description: Ask', 'description: Ask\n    depends_on: [before]'));
  await app.select('ask');
  await app.field('Prompt').fill('');
  await app.field('Prompt').pressSequentially('Answer {{bef');
  await expect(page.getByRole('listbox', { name: 'Names you can use here' })).toContainText('before');
  await page.keyboard.press('Enter');
  await expect(app.field('Prompt')).toHaveValue('Answer {{before}}');
  await app.field('Prompt').fill('');
  await app.field('Prompt').pressSequentially('Answer {{bef');
  await page.getByRole('listbox', { name: 'Names you can use here' }).getByRole('option').first().click();
  await expect(app.field('Prompt')).toHaveValue('Answer {{before}}');
});

test.describe('the workflow’s settings', () => {
  const rows: readonly Row[] = [
    { label: 'Name', value: 'Better fields', yaml: 'name: Better fields' },
    { label: 'Version', value: '2.0', yaml: 'version: "2.0"' },
    { label: 'Description', value: 'What it does', yaml: 'description: What it does' },
    { label: 'Model of tasks without one', value: 'sim:other', yaml: 'default_model: sim:other' },
    { label: 'Then', value: 'Try again', yaml: 'error_handling:\n  on_error: retry' },
    { label: 'Maximum retries', value: '1', yaml: '  max_retries: 1' },
    { label: 'Waits', value: 'At once', yaml: '  backoff: none' },
    { label: 'After the last', value: 'Fail', yaml: '  on_max_retries: fail' },
    { label: 'Time, ms', value: '7000', yaml: '  timeout_ms: 7000' },
    { label: 'Output tokens', value: '99', yaml: 'limits:\n  max_output_tokens: 99' },
    { label: 'Calls at once', value: '3', yaml: 'max_concurrency: 3' },
    { label: 'Context', value: 'None', yaml: 'context:\n  mode: none' },
  ];

  test('arrive in the text', async ({ app }) => {
    await app.openText(workflow.replace('agents:\n  terse:\n    system: You are terse.\n', ''));
    await unfold(app);
    for (const { label, value } of rows) await fill(app.field(label), value);
    const text = await expectSaved(app, rows.at(-1)?.yaml ?? '');
    for (const { yaml } of rows) expect(text).toContain(yaml);
    expect(text).toContain('# kept too');

    // A preset replaces the limits that it covers, in one step.
    await app.field('Preset').selectOption({ label: 'Conservative: short prompts' });
    const limited = await expectSaved(app, '  cleanup_strategy:');
    for (const yaml of ['max_stdout_bytes: 102400', 'max_output_tokens: 99']) expect(limited).toContain(yaml);
    expect(limited).toContain('truncation_strategy: summary');
    await app.topBar.getByRole('button', { name: 'Undo', exact: true }).click();
    await expectNotSaved(app, 'max_stdout_bytes');
  });

  test('hold variables and agents', async ({ app }) => {
    await app.openText(workflow.replace('description: Ask', 'description: Ask\n    agent: terse'));
    const variables = app.inspector.getByRole('region', { name: 'Variables' });
    await variables.getByRole('button', { name: 'Add a variable' }).click();
    await variables.getByLabel('Name of variable variable').fill('CITY');
    await variables.getByLabel('Name of variable variable').press('Enter');
    await variables.getByLabel('Value of variable CITY').fill('Oslo');
    await expectSaved(app, 'variables:\n  CITY: Oslo');

    const agents = app.inspector.getByRole('region', { name: 'Agents' });
    await agents.locator('summary').click();
    await agents.getByLabel('Name', { exact: true }).fill('brief');
    await agents.getByLabel('Name', { exact: true }).press('Enter');
    await expectSaved(app, '    agent: brief');
    await agents.getByLabel('Model', { exact: true }).fill('sim:small');
    await agents.getByLabel('System prompt').fill('You are brief.');
    await agents.getByLabel('Temperature').fill('0');
    await agents.getByLabel('Thinking').selectOption({ label: 'Low' });
    await agents.getByLabel('Sees variables').selectOption({ label: 'None' });
    const text = await expectSaved(app, 'inherit_variables: false');
    expect(text).toContain('  brief:\n    model: sim:small\n    system: You are brief.');
    expect(text).toContain('temperature: 0');
    expect(text).toContain('reasoning_effort: low');
    await agents.getByRole('button', { name: 'Remove brief' }).click();
    await expectNotSaved(app, 'agents:');
  });
});

test('a task can be skipped, and deleted, from the inspector', async ({ app }) => {
  await app.openText(workflow);
  await app.select('ask');
  await app.inspector.getByRole('switch', { name: 'Skip this task' }).click();
  await expectSaved(app, '    disabled: true');
  await app.inspector.getByRole('button', { name: 'Delete this task' }).click();
  await new Canvas(app).expectTasks(2);
});

test('the agent and the error handling of several tasks are set at once, undone, redone, and there after a reload', async ({
  app,
  page,
}) => {
  await app.openText(workflow);
  await app.select('before');
  await app.node('ask').click({ modifiers: ['Control'] });
  await expect(app.inspector.getByRole('heading', { name: '2 tasks selected' })).toBeVisible();
  const before = await savedText(app);
  await app.field('Agent').selectOption({ label: 'terse' });
  await app.field('Then').selectOption({ label: 'Skip it' });
  const after = await expectSaved(app, /on_error: skip[\s\S]*on_error: skip/);
  expect(after.match(/agent: terse/g)).toHaveLength(2);
  expect(after).toContain('ask: # kept too');
  await app.canvas.focus();
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect.poll(() => savedText(app)).toBe(before);
  await page.keyboard.press('Control+y');
  await page.keyboard.press('Control+y');
  await expect.poll(() => savedText(app)).toBe(after);
  await app.isSaved();
  await app.reload();
  await expectSaved(app, /on_error: skip/);
  await app.canvas.focus();
  await page.keyboard.press('Control+z');
  await expectNotSaved(app, 'on_error');
});
