import { waitFor, within } from '@tests/support/dom';
import { openPage } from '@tests/support/page';
import { describe, expect, it } from 'vitest';

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
  it(`every field of “${task}” that is run arrives in the text, and one undo each takes it back`, async () => {
    const page = await openPage(workflow);
    const before = await page.savedText();
    await page.select(task);
    await page.unfold();
    for (const { label, value } of rows) await page.fill(page.field(label), value);
    const last = rows.at(-1)?.yaml ?? '';
    const text = await page.isSaved(last);
    for (const { yaml } of rows) expect(text).toContain(yaml);
    expect(text).toContain('# kept\n');
    expect(text).toContain('# kept too');
    expect(text).toContain('x-note: [1, 2]');
    const undo = page.topBar.getByRole('button', { name: 'Undo' });
    for (let steps = 0; steps < rows.length; steps += 1) await page.user.click(undo);
    await waitFor(() => expect(undo).toBeDisabled());
    expect(await page.savedText()).toBe(before);
  });
}

it('a command line stands in the place of a script', async () => {
  const page = await openPage(workflow);
  await page.select('reckon');
  await page.unfold();
  await page.fill(page.field('Script'), '');
  await page.fill(page.field('One command line, in place of a script'), 'echo two');
  await page.isSaved('      command: echo two');
  await page.isNotSaved('content:');
});

it('names with values are added, renamed, given another kind, and removed', async () => {
  const page = await openPage(workflow);
  await page.select('ask');
  await page.unfold();
  const inputs = within(page.inspector.getByRole('group', { name: 'Name and value' }));
  await page.user.click(inputs.getByRole('button', { name: 'Add an input' }));
  await page.fill(await inputs.findByLabelText('Name of input input_1'), 'topic');
  await page.user.keyboard('{Enter}');
  await page.fill(await inputs.findByLabelText('Value of input topic'), 'looms');
  await page.isSaved('    inputs:\n      topic: looms');
  await page.fill(inputs.getByLabelText('Kind of input topic'), 'From');
  await page.fill(await inputs.findByLabelText('Value of input topic'), 'before.output');
  await page.isSaved(/topic:(?: \{ from: before\.output \}|\n +from: before\.output)/);
  await page.fill(inputs.getByLabelText('Kind of input topic'), 'JSON');
  await page.fill(await inputs.findByLabelText('Value of input topic'), '[1, 2]');
  await page.isSaved(/topic:(?: \[1, 2\]|\n +- 1\n +- 2)/);
  await page.user.click(inputs.getByRole('button', { name: 'Remove topic' }));
  await page.isNotSaved('inputs');

  const returns = within(page.inspector.getByRole('group', { name: 'Returned to later tasks' }));
  await page.user.click(returns.getByRole('button', { name: 'Add a return' }));
  await page.fill(await returns.findByLabelText('Value of return return_1'), 'size(content)');
  await page.isSaved('    returns:\n      return_1: size(content)');
});

it('“Runs after” connects and disconnects, and says why not', async () => {
  const page = await openPage(workflow);
  await page.select('ask');
  await page.fill(page.field('Runs after'), 'before');
  await page.user.keyboard('{Enter}');
  await page.isSaved('depends_on: [before]');
  await page.isSaved('depends_on: [before]');
  await page.select('before');
  await page.fill(page.field('Runs after'), 'ask');
  await page.user.keyboard('{Enter}');
  await expect.poll(() => page.inspectorElement).toHaveTextContent('would make a cycle');
  await page.select('ask');
  await page.user.click(page.inspector.getByRole('button', { name: 'No longer run after before' }));
  await page.isNotSaved('depends_on');
});

it('a renamed id is renamed wherever it is named', async () => {
  const page = await openPage(
    workflow.replace(
      'description: Ask',
      'description: Ask {{before}}\n    depends_on: [before]\n    condition: tasks.before.content != ""',
    ),
  );
  await page.select('before');
  await page.fill(page.field('Id'), 'first');
  await page.user.keyboard('{Enter}');
  const text = await page.isSaved('Ask {{first}}');
  expect(text).toContain('depends_on: [first]');
  expect(text).toContain('tasks.first.content');
  await expect.poll(() => page.inspector.getByRole('heading', { level: 2 })).toHaveTextContent('first');
  await page.fill(page.field('Id'), 'ask');
  await page.user.keyboard('{Enter}');
  await expect.poll(() => page.field('Id')).toHaveAccessibleDescription(/ask/);
});

it('errors stand beside their fields, and a bad number leaves the document as it was', async () => {
  const page = await openPage(workflow);
  await page.select('ask');
  await page.unfold();
  await page.fill(page.field('Prompt'), 'Ask {{nobody}}');
  await expect.poll(() => page.field('Prompt')).toHaveAccessibleDescription(/nobody/);
  await page.fill(page.field('Prompt'), 'Ask {{before}}');
  await page.user.click((await page.inspector.findAllByRole('button', { name: /before/ }))[0] as HTMLElement);
  await page.isSaved('depends_on: [before]');
  await page.fill(page.field('Only if'), 'variables.');
  await expect.poll(() => page.field('Only if')).toHaveAccessibleDescription(/./);
  await expect.poll(() => page.field('Only if')).toHaveAttribute('aria-invalid', 'true');
  await page.fill(page.field('Temperature'), '0.5');
  await page.fill(page.field('Temperature'), 'hot');
  await expect.poll(() => page.field('Temperature')).toHaveAccessibleDescription('Enter a number');
  await page.fill(page.field('Schema'), '{ not json');
  await expect.poll(() => page.field('Schema')).toHaveAccessibleDescription(/not JSON yet/);
  const text = await page.isSaved('temperature: 0.5');
  expect(text).toContain('condition: variables.');
  expect(text).not.toContain('output_schema');
});

it('{{ offers what can be named, and takes it by Enter or a click', async () => {
  const page = await openPage(workflow.replace('description: Ask', 'description: Ask\n    depends_on: [before]'));
  await page.select('ask');
  const names = () => page.all.getByRole('listbox', { name: 'Names you can use here' });
  await page.user.clear(page.field('Prompt'));
  await page.user.type(page.field('Prompt'), 'Answer {{{{bef');
  await expect.poll(names).toHaveTextContent('before');
  await page.user.keyboard('{Enter}');
  await expect.poll(() => page.field('Prompt')).toHaveValue('Answer {{before}}');
  await page.user.clear(page.field('Prompt'));
  await page.user.type(page.field('Prompt'), 'Answer {{{{bef');
  await page.user.click(within(await waitFor(names)).getAllByRole('option')[0] as HTMLElement);
  await expect.poll(() => page.field('Prompt')).toHaveValue('Answer {{before}}');
});

describe('the workflow’s settings', () => {
  const rows: readonly Row[] = [
    { label: 'Name', value: 'Better fields', yaml: 'name: Better fields' },
    { label: 'Version', value: '2.0', yaml: 'version: "2.0"' },
    { label: 'Description', value: 'What it does', yaml: 'description: What it does' },
    { label: 'Default model', value: 'sim:other', yaml: 'default_model: sim:other' },
    { label: 'Then', value: 'Try again', yaml: 'error_handling:\n  on_error: retry' },
    { label: 'Maximum retries', value: '1', yaml: '  max_retries: 1' },
    { label: 'Waits', value: 'At once', yaml: '  backoff: none' },
    { label: 'After the last', value: 'Fail', yaml: '  on_max_retries: fail' },
    { label: 'Time, ms', value: '7000', yaml: '  timeout_ms: 7000' },
    { label: 'Output tokens', value: '99', yaml: 'limits:\n  max_output_tokens: 99' },
    { label: 'Calls at once', value: '3', yaml: 'max_concurrency: 3' },
    { label: 'Context', value: 'None', yaml: 'context:\n  mode: none' },
  ];

  it('arrive in the text', async () => {
    const page = await openPage(workflow.replace('agents:\n  terse:\n    system: You are terse.\n', ''));
    await page.unfold();
    for (const { label, value } of rows) await page.fill(page.field(label), value);
    const text = await page.isSaved(rows.at(-1)?.yaml ?? '');
    for (const { yaml } of rows) expect(text).toContain(yaml);
    expect(text).toContain('# kept too');

    // A preset replaces the limits that it covers, in one step.
    await page.fill(page.field('Preset'), 'Conservative: short prompts');
    const limited = await page.isSaved('  cleanup_strategy:');
    for (const yaml of ['max_stdout_bytes: 102400', 'max_output_tokens: 99']) expect(limited).toContain(yaml);
    expect(limited).toContain('truncation_strategy: summary');
    await page.user.click(page.topBar.getByRole('button', { name: 'Undo' }));
    await page.isNotSaved('max_stdout_bytes');
  });

  it('hold variables and agents', async () => {
    const page = await openPage(workflow.replace('description: Ask', 'description: Ask\n    agent: terse'));
    const variables = within(page.inspector.getByRole('region', { name: 'Variables' }));
    await page.user.click(variables.getByRole('button', { name: 'Add a variable' }));
    await page.fill(await variables.findByLabelText('Name of variable variable_1'), 'CITY');
    await page.user.keyboard('{Enter}');
    await page.fill(await variables.findByLabelText('Value of variable CITY'), 'Oslo');
    await page.isSaved('variables:\n  CITY: Oslo');

    const agents = within(page.inspector.getByRole('region', { name: 'Agents' }));
    await page.unfold();
    await page.fill(await agents.findByLabelText('Name'), 'brief');
    await page.user.keyboard('{Enter}');
    await page.isSaved('    agent: brief');
    await page.fill(await agents.findByLabelText('Model'), 'sim:small');
    await page.fill(await agents.findByLabelText('System prompt'), 'You are brief.');
    await page.fill(await agents.findByLabelText('Temperature'), '0');
    await page.fill(await agents.findByLabelText('Thinking'), 'Low');
    await page.fill(await agents.findByLabelText('Sees variables'), 'None');
    const text = await page.isSaved('inherit_variables: false');
    expect(text).toContain('  brief:\n    model: sim:small\n    system: You are brief.');
    expect(text).toContain('temperature: 0');
    expect(text).toContain('reasoning_effort: low');
    await page.user.click(agents.getByRole('button', { name: 'Remove brief' }));
    await page.isNotSaved('agents:');
  });
});

it('a task can be skipped, and deleted, from the inspector', async () => {
  const page = await openPage(workflow);
  await page.select('ask');
  await page.unfold();
  await page.user.click(page.inspector.getByRole('switch', { name: 'Skip this task' }));
  await page.isSaved('    disabled: true');
  await page.press('More for this task', page.inspector);
  await page.user.click(await page.all.findByRole('menuitem', { name: /^Delete/ }));
  await page.isNotSaved('description: Ask');
});

it('the agent and the error handling of several tasks are set at once, undone, redone, and there after a reload', async () => {
  const page = await openPage(workflow);
  await page.select('before');
  await page.user.keyboard('{Control>}');
  await page.user.click(page.row('ask'));
  await page.user.keyboard('{/Control}');
  await page.inspector.findByRole('heading', { name: '2 tasks selected' });
  const before = await page.savedText();
  await page.fill(page.field('Agent'), 'terse');
  await page.fill(page.field('Then'), 'Skip it');
  const after = await page.isSaved(/on_error: skip[\s\S]*on_error: skip/);
  expect(after.match(/agent: terse/g)).toHaveLength(2);
  expect(after).toContain('ask: # kept too');
  page.canvas.focus();
  await page.user.keyboard('{Control>}z{/Control}');
  await page.user.keyboard('{Control>}z{/Control}');
  await expect.poll(() => page.savedText()).toBe(before);
  await page.user.keyboard('{Control>}y{/Control}');
  await page.user.keyboard('{Control>}y{/Control}');
  await expect.poll(() => page.savedText()).toBe(after);
  await page.reload();
  await page.isSaved(/on_error: skip/);
  page.canvas.focus();
  await page.user.keyboard('{Control>}z{/Control}');
  await page.isNotSaved('on_error');
});
