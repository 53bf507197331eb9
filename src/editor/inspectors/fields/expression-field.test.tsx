import { waitFor, within } from '@tests/support/dom';
import { openPage } from '@tests/support/page';
import { openWithScripts } from '@tests/support/page-runs';
import { expect, it } from 'vitest';

const workflow = `heddle: 1
default_model: sim:default
tasks:
  first: { description: Say one }
  second: { description: Say two, depends_on: [first] }
`;

it('marks what is called wrongly, offers functions while an expression is typed, and puts the chosen one in', async () => {
  const page = await openPage(workflow);
  await page.select('second');
  const field = page.inspector.getByLabelText<HTMLInputElement>('Only if');
  const offers = () => page.all.queryByRole('listbox', { name: 'Functions' });
  const isOffered = (words: RegExp) =>
    waitFor(() => {
      const options = within(page.all.getByRole('listbox', { name: 'Functions' })).getAllByRole('option');
      expect(options.map(({ textContent }) => textContent)).toEqual([expect.stringMatching(words)]);
    });
  await page.fill(field, '["a"].sort().trim() == "a"');
  await page.inspector.findByText(/“trim” is called as text\.trim\(\), not as list\.trim\(\)\./);
  await page.fill(field, 'timestamp(tasks.first.content).getHours("Mars") > 8');
  await page.inspector.findByText(/“Mars” is not a time zone/);
  await page.fill(field, 'tasks.first.content.size() > 3 ? true : null');
  await waitFor(() => expect(page.inspector.queryByText(/not a time zone|is called as/)).toBeNull());
  expect(field).not.toHaveAttribute('aria-invalid', 'true');

  await page.user.clear(field);
  await page.user.type(field, 'true && math.gr');
  await isOffered(/^math\.greatest\(a, b\)/);
  await page.user.keyboard('{Escape}');
  await waitFor(() => expect(offers()).toBeNull());
  await page.user.clear(field);
  await page.user.type(field, 'tasks.first.content.star');
  await isOffered(/^text\.startsWith\(part\)/);
  await page.user.keyboard('{Enter}');
  await waitFor(() => expect(offers()).toBeNull());
  // The cursor is where its argument goes.
  expect(field).toHaveValue('tasks.first.content.startsWith()');
  expect(field.selectionStart).toBe('tasks.first.content.startsWith('.length);
  await page.isSaved('condition: tasks.first.content.startsWith()');
});

const tickets = `heddle: 1
default_model: sim:default
tasks:
  tickets:
    type: script
    script:
      content: |
        echo '{"urgent": ["a", "b"], "title": "Today"}'
  late: { description: Say late }
  check: { description: Check it, depends_on: [tickets] }
`;

it('offers tasks and the fields of their last output with their values, and connects a task that does not run before', async () => {
  const { page } = await openWithScripts(tickets);
  expect(await page.run()).toBe('completed');
  await page.select('check');
  const field = page.inspector.getByLabelText<HTMLInputElement>('Only if');
  const options = () =>
    within(page.all.getByRole('listbox', { name: 'Names you can use here' })).getAllByRole('option');
  await page.user.type(field, 'size(u');
  await waitFor(() => expect(options()[0]).toHaveTextContent('tasks.tickets.output.urgentlist of 2: ["a","b"]'));
  await page.user.keyboard('{Enter}');
  expect(field).toHaveValue('size(tasks.tickets.output.urgent');
  await page.isSaved('condition: size(tasks.tickets.output.urgent');

  await page.user.clear(field);
  await page.isNotSaved('condition');
  await page.user.click(page.field('Prompt'));
  await page.user.type(field, 'la');
  await waitFor(() => expect(options()).toHaveLength(1));
  expect(options()[0]).toHaveTextContent(/tasks\.late\.output.*choosing it connects/);
  await page.user.keyboard('{Enter}');
  expect(await page.isSaved('condition: tasks.late.output')).toContain('depends_on: [tickets, late]');
  expect(field).not.toHaveAttribute('aria-invalid', 'true');
  // The wire belongs to what was typed.
  await page.press(/^Undo/, page.topBar);
  expect(await page.isNotSaved('condition')).toContain('depends_on: [tickets]');
});

it('takes a value that is pressed in the output of an earlier task', async () => {
  const { page } = await openWithScripts(tickets);
  expect(await page.run()).toBe('completed');
  await page.select('check');
  await page.tab('Output');
  const field = page.inspector.getByLabelText<HTMLInputElement>('Only if');
  await page.user.click(field);
  const values = within(await page.drawer.findByRole('region', { name: 'Values of tickets' }));
  expect(page.drawer.getByText('Click a value to put it into Only if')).toBeVisible();
  await page.user.click(values.getByRole('button', { name: 'Insert tasks.tickets.output.title: "Today"' }));
  expect(field).toHaveValue('tasks.tickets.output.title');
  await page.isSaved('condition: tasks.tickets.output.title');
  await page.user.clear(field);
  await page.user.click(values.getByRole('button', { name: 'Unfold urgent' }));
  await page.user.click(values.getByRole('button', { name: /^Insert tasks\.tickets\.output\.urgent\[1\]/ }));
  expect(field).toHaveValue('tasks.tickets.output.urgent[1]');

  // A prompt takes it where a reference is begun; before that its own output stays in sight.
  const prompt = page.inspector.getByLabelText<HTMLTextAreaElement>('Prompt');
  await page.user.click(prompt);
  await page.drawer.findByRole('region', { name: 'Output of check' });
  await page.user.keyboard(' of {{{{');
  await page.user.click(await page.drawer.findByRole('button', { name: /^Insert tickets\.output\.title/ }));
  expect(prompt).toHaveValue('Check it of {{tickets.output.title}}');
  await page.drawer.findByRole('region', { name: 'Output of check' });
});

it('says how a task is named, with a fix', async () => {
  const page = await openPage(workflow);
  await page.select('second');
  await page.fill(page.field('Only if'), 'size(first) > 2');
  await page.press('Change to size(tasks.first.output) > 2', page.inspector);
  await page.isSaved('condition: size(tasks.first.output) > 2');
});
