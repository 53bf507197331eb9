import { waitFor, within } from '@tests/support/dom';
import { openPage } from '@tests/support/page';
import { expect, it } from 'vitest';

const workflow = `heddle: 1
name: Options
default_model: sim:default
tasks:
  before: { description: Say one }
  ask: # kept
    description: Ask
    output: answer.md
    limits: { max_turns: 3, timeout_ms: 5000 }
`;

it('what is set is open, and is taken back one by one', async () => {
  const page = await openPage(workflow);
  await page.select('before');
  expect(page.inspector.queryByLabelText('Save as a file')).toBeNull();
  expect(page.inspector.queryByText('Set here')).toBeNull();
  await page.select('ask');
  page.inspector.getByRole('heading', { name: 'Set here' });
  expect(page.field('Save as a file')).toHaveValue('answer.md');
  expect(page.field('Turns')).toHaveValue('3');
  expect(page.inspector.queryByLabelText('Output tokens')).toBeNull();

  // What is emptied to be written anew stays.
  await page.fill(page.field('Save as a file'), '');
  await page.isNotSaved('answer.md');
  await page.fill(page.field('Save as a file'), 'other.md');
  await page.isSaved('output: other.md');

  await page.user.click(page.inspector.getByRole('button', { name: 'Remove this option', description: 'Turns' }));
  const text = await page.isNotSaved('max_turns');
  expect(text).toContain('timeout_ms: 5000');
  expect(text).toContain('# kept');
  await waitFor(() => expect(page.inspector.queryByLabelText('Turns')).toBeNull());
  await page.press('Undo', page.topBar);
  await page.isSaved('max_turns: 3');
  await waitFor(() => expect(page.field('Turns')).toHaveValue('3'));
});

it('an option is found by its meaning, added by Enter with the cursor in it, and its search left by Escape', async () => {
  const page = await openPage(workflow);
  await page.select('before');
  await page.press('Add an option', page.inspector);
  const search = await page.inspector.findByRole('combobox', { name: 'Search the options' });
  expect(search).toHaveFocus();
  const options = () => within(page.inspector.getByRole('listbox', { name: 'Options' })).queryAllByRole('option');
  expect(options().length).toBeGreaterThan(30);
  await page.user.keyboard('bud');
  await waitFor(() => expect(options()[0]).toHaveTextContent('Budget of this task'));
  expect(options()[0]).toHaveTextContent('stops and asks at this amount');
  expect(options()[0]).toHaveAttribute('aria-selected', 'true');
  await page.user.keyboard('{ArrowDown}{ArrowUp}{Enter}');
  await waitFor(() => expect(page.field('Budget, $')).toHaveFocus());
  expect(page.inspector.queryByRole('listbox')).toBeNull();
  await page.user.keyboard('0.5');
  await page.isSaved(/max_total_cost_usd: 0\.5/);

  // What is shown is not offered again.
  await page.press('Add an option', page.inspector);
  await page.user.keyboard('budget of');
  await page.inspector.findByText(/No option is found by “budget of”/);
  await page.user.keyboard('{Escape}');
  await waitFor(() => expect(page.inspector.getByRole('button', { name: 'Add an option' })).toHaveFocus());
  page.inspector.getByRole('heading', { level: 2, name: 'before' });
});
