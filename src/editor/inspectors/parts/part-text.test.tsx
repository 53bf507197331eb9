import { waitFor } from '@tests/support/dom';
import { openPage } from '@tests/support/page';
import { expect, it } from 'vitest';
import { addTaskAt } from '../../actions/add';

it('the prompts of a condition are written in its form, over the samples that a blank one has', async () => {
  const page = await openPage('name: Router\ndefault_model: sim:echo\ntasks:\n  ask: { description: Ask. }\n');
  await addTaskAt(page.stores, 'cond');
  await waitFor(() => expect(page.field('Prompt, case 1')).toHaveValue('Do this.'));
  const prompt = page.field('Prompt, else') as HTMLTextAreaElement;
  prompt.focus();
  expect([prompt.selectionStart, prompt.selectionEnd]).toEqual([0, 'Do that instead.'.length]);
  await page.fill(page.field('Prompt, case 1'), 'Mend it.');
  await page.isSaved(/task: *(\{ |\n +)description: Mend it\./);
  // The press that enters it puts the cursor into it, and what is typed after it replaces the sample all the same.
  prompt.focus();
  prompt.setSelectionRange(3, 3);
  prompt.click();
  expect([prompt.selectionStart, prompt.selectionEnd]).toEqual([0, 'Do that instead.'.length]);
  await page.fill(prompt, 'Answer it.');
  await page.isSaved(/else: *(\{ |\n +)description: Answer it\./);

  // What a person wrote is edited, not replaced.
  page.field('If, case 1').focus();
  prompt.focus();
  prompt.setSelectionRange(3, 3);
  prompt.click();
  expect(prompt.selectionStart).toBe(prompt.selectionEnd);
});
