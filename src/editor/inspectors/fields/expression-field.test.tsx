import { waitFor, within } from '@tests/support/dom';
import { openPage } from '@tests/support/page';
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
