import { expect, test } from './support/app';

const map = `
tasks:
  cities:
    type: map
    items: [Ulm, Bonn, Kiel]
    inner_task:
      type: sequential
      steps:
        - { id: name, description: "Name {{item}}", model: sim:echo }
        - { id: praise, description: "Praise {{name}}", model: sim:echo }
`;

test('what ran within a task is looked through, run by run, from the whole inward and back', async ({ app, page }) => {
  await app.openText(map);
  expect(await app.run()).toBe('completed');
  const whole = await app.output('cities');
  const parts = whole.getByRole('region', { name: 'Parts' });
  await expect(parts.getByRole('listitem')).toHaveCount(3);
  await parts.getByRole('button', { name: /item 2/ }).click();

  const inner = app.drawer.getByRole('region', { name: 'Output of for each item', exact: true });
  const picker = app.drawer.getByRole('group', { name: 'Run of the task' });
  await expect(picker).toContainText('item 2');
  await inner
    .getByRole('region', { name: 'Parts' })
    .getByRole('button', { name: /Done name/ })
    .click();
  const step = app.drawer.getByRole('region', { name: 'Output of name', exact: true });
  await expect(step).toContainText('Bonn');
  await picker.getByRole('button', { name: 'The run after' }).click();
  await expect(picker).toContainText('item 3');
  await expect(step).toContainText('Kiel');
  await expect(picker.getByRole('button', { name: 'The run after' })).toBeDisabled();

  await app.tab('Timeline');
  const timeline = app.drawer.getByRole('region', { name: 'Timeline of the run' });
  await expect(timeline.getByRole('button', { name: /praise/ })).toHaveCount(0);
  await timeline.getByRole('button', { name: 'Unfold cities' }).click();
  await timeline.getByRole('button', { name: 'Unfold for each item' }).click();
  await expect(timeline.getByRole('button', { name: /^praise: done/ })).toBeVisible();

  await app.tab('Events');
  await app.drawer.getByRole('checkbox', { name: 'Only name' }).check();
  const events = app.drawer.getByRole('option');
  await expect(events.first()).toContainText('name');
  await expect(events.filter({ hasText: 'Task completed' })).toHaveCount(3);
  await expect(page.getByRole('option', { name: 'Run started' })).toHaveCount(0);
});

test('a failure of a part is told at the whole, with the way to the part', async ({ app }) => {
  await app.openText(`
tasks:
  steps:
    type: sequential
    steps:
      - { id: fine, description: Fine, model: sim:echo }
      - { id: broken, type: script, script: { content: exit 3 } }
`);
  expect(await app.run()).toBe('failed');
  const whole = await app.output('steps');
  await expect(whole).toContainText('“broken” failed.');
  await whole.getByRole('button', { name: 'Show broken' }).click();
  await expect(app.drawer.getByRole('region', { name: 'Output of broken', exact: true })).toContainText('code 3');
});

test('the rounds of a loop are looked through on the node of the task', async ({ app }) => {
  await app.openText(`
tasks:
  count:
    type: script
    inputs: { n: "{{iteration}}" }
    loop: { type: repeat, count: 3 }
    script: { content: 'echo "this is number $n"' }
`);
  expect(await app.run()).toBe('completed');
  const output = await app.output('count');
  await expect(output).toContainText('this is number 3');
  const rounds = app.node('count').getByRole('group', { name: /round/i });
  await rounds.getByRole('button', { name: 'The run before' }).click();
  await expect(rounds).toContainText('2 / 3');
  await expect(output).toContainText('this is number 2');
  await rounds.getByRole('button', { name: 'The run before' }).click();
  await expect(output).toContainText('this is number 1');
  await expect(rounds.getByRole('button', { name: 'The run before' })).toBeDisabled();
});

test('a map says on the canvas and in the tree how far it is, also after a reload', async ({ app, page }) => {
  await app.openText(`
tasks:
  each: { type: map, items: [Ulm, Bonn, Kiel], max_concurrency: 1, inner_task: { type: ask, message: "Go to {{item}}?", form: { why: { label: Why } } } }
`);
  await app.start();
  const question = page.getByRole('region', { name: 'Questions of the run' }).getByRole('group');
  const answer = async (city: string) => {
    await expect(question).toContainText(`Go to ${city}?`);
    await question.getByRole('textbox').fill('yes');
    await question.getByRole('button', { name: 'Answer' }).click();
  };
  await answer('Ulm');
  const isFar = async (share: string) => {
    const map = app.canvas.getByRole('group', { name: /^each, / });
    await expect(map.getByRole('img', { name: `Waits for you, ${share}` })).toBeVisible();
    // Not cut off by the head of a narrow container.
    await expect(map.getByText(share, { exact: true })).toBeInViewport({ ratio: 0.9 });
    const row = page.getByRole('tree').getByRole('treeitem', { name: /^Collapse each/ });
    await expect(row.getByRole('img', { name: `Waits for you, ${share}` })).toBeVisible();
  };
  await isFar('1 of 3 items');
  await app.reload();
  await isFar('1 of 3 items');
  await answer('Bonn');
  await isFar('2 of 3 items');
  await answer('Kiel');
  expect(await app.isOver()).toBe('completed');
  await app.isTask('each', 'Done');
});
