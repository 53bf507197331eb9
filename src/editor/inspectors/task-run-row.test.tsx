import { waitFor, within } from '@tests/support/dom';
import { openWithScripts } from '@tests/support/page-runs';
import { expect, it } from 'vitest';

const workflow = `heddle: 1
name: Row
default_model: sim:echo
tasks:
  fetch: { type: script, script: { content: echo pears } }
  write: { description: "Write on {{fetch}}", depends_on: [fetch] }
`;

it('a task runs alone before any run, on samples that are kept, and its tabs say what came of it', async () => {
  const { page, runs } = await openWithScripts(workflow);
  await page.select('write');
  const row = () => within(page.inspector.getByRole('toolbar', { name: 'This task' }));
  expect(row().getByRole('button', { name: 'What it was sent' })).toBeDisabled();
  await page.press(/^Run this/, row());
  const dialog = await page.opened();
  await page.fill(dialog.getByLabelText('What fetch gives'), 'plums');
  await page.press(/^Run this/, dialog);
  await runs.hasRuns(1);
  expect(await runs.isOver()).toBe('completed');
  const output = await runs.output('write');
  await waitFor(() => expect(output).toHaveTextContent('plums'));

  // The real ones are read once a run has them.
  await page.press(/^Run this/, row());
  const again = await page.opened();
  expect(again.getByLabelText('What fetch gives')).toHaveValue('plums');
  await page.press('Cancel', again);
  expect(await runs.run()).toBe('completed');
  await page.press(/^Run this/, row());
  await runs.hasRuns(3);
  expect(await runs.isOver()).toBe('completed');
  await waitFor(() => expect(output).toHaveTextContent('pears'));

  const tabs = within(page.inspector.getByRole('tablist', { name: 'Inspector' }));
  expect(tabs.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['Task', 'Output', 'History3']),
  );
  await page.user.click(tabs.getByRole('tab', { name: /^History/ }));
  const history = within(await page.inspector.findByRole('region', { name: 'Runs of the task' }));
  await waitFor(() => expect(history.getAllByRole('button').at(-1)).toHaveTextContent(/Run 1.*Done.*plums/));
  await page.user.click(history.getAllByRole('button').at(-1) as HTMLElement);
  await waitFor(async () => expect(await runs.output('write')).toHaveTextContent('plums'));

  await page.user.click(tabs.getByRole('tab', { name: /^Context/ }));
  const parts = within(await page.inspector.findByRole('list', { name: 'Parts of the last call' }));
  await parts.findByText('This task');
  await page.press('What it was sent', row());
  await page.all.findByRole('main', { name: 'What calls were sent' });
});

it('a task in a container that has not run runs with the container, which gives it what it works on', async () => {
  const { page, runs } = await openWithScripts(`heddle: 1
name: Each
default_model: sim:echo
tasks:
  other: { description: Not meant }
  each: { type: map, items: [plums, pears], inner_task: { description: "Weigh {{item}}" } }
`);
  await runs.select('for each item');
  await page.press(/^Run this/, within(page.inspector.getByRole('toolbar', { name: 'This task' })));
  await runs.hasRuns(1);
  expect(await runs.isOver()).toBe('completed');
  await waitFor(async () => expect(await runs.output('each')).toHaveTextContent(/plums[\s\S]*pears/));
  expect(page.stores.run.getState().run.tasks.get('other')?.status).not.toBe('ok');
});

it('what is in the menu says what it will do, and the pin is taken away where it was set', async () => {
  const { page, runs } = await openWithScripts(workflow);
  expect(await runs.run()).toBe('completed');
  await page.select('fetch');
  const row = () => within(page.inspector.getByRole('toolbar', { name: 'This task' }));
  expect(row().queryByRole('button', { name: 'What it was sent' })).toBeNull();
  await page.press('Pin', row());
  await page.isSaved(/pinned: /);
  await page.press('Remove the pin', row());
  await page.isNotSaved('pinned');
  const open = async () => {
    await page.press('More for this task', row());
    return within(await page.all.findByRole('menu', { name: 'More for this task' }));
  };
  await page.user.click((await open()).getByRole('menuitem', { name: /^Disable/ }));
  await page.isSaved('disabled: true');
  await page.user.click((await open()).getByRole('menuitem', { name: /^Enable/ }));
  await page.isNotSaved('disabled');
  await page.user.click((await open()).getByRole('menuitem', { name: /^Delete/ }));
  await page.isNotSaved('echo pears');
});

it('a failed task is run again from where it failed', async () => {
  const { page, runs } = await openWithScripts(workflow.replace('echo pears', 'exit 3'));
  expect(await runs.run()).toBe('failed');
  await page.select('fetch');
  const row = within(page.inspector.getByRole('toolbar', { name: 'This task' }));
  await page.press(/^Run from fetch/, row);
  await runs.hasRuns(2);
  expect(await runs.isOver()).toBe('failed');
});
