import { waitFor, within } from '@tests/support/dom';
import { openWithScripts } from '@tests/support/page-runs';
import { expect, it } from 'vitest';

it('what ran within a task is looked through, run by run, from the whole inward and back', async () => {
  const { page, runs } = await openWithScripts(`
tasks:
  cities:
    type: map
    items: [Ulm, Bonn, Kiel]
    inner_task:
      type: sequential
      steps:
        - { id: name, description: "Name {{item}}", model: sim:echo }
        - { id: praise, description: "Praise {{name}}", model: sim:echo }
`);
  expect(await runs.run()).toBe('completed');
  const whole = await runs.output('cities');
  const parts = within(await within(whole).findByLabelText('Parts'));
  expect(parts.getAllByRole('listitem')).toHaveLength(3);
  await page.user.click(parts.getByRole('button', { name: /item 2/ }));

  const inner = within(await page.drawer.findByLabelText('Output of for each item'));
  const picker = () => page.drawer.getByRole('group', { name: 'Run of the task' });
  expect(picker()).toHaveTextContent('item 2');
  await page.user.click(within(await inner.findByLabelText('Parts')).getByRole('button', { name: /Done ?name/ }));
  const step = () => page.drawer.getByLabelText('Output of name');
  await expect.poll(step).toHaveTextContent('Bonn');
  await page.press('The run after', within(picker()));
  await expect.poll(picker).toHaveTextContent('item 3');
  await expect.poll(step).toHaveTextContent('Kiel');
  expect(within(picker()).getByRole('button', { name: 'The run after' })).toBeDisabled();

  await runs.tab('Timeline');
  const timeline = within(await page.drawer.findByLabelText('Timeline of the run'));
  expect(timeline.queryByRole('button', { name: /praise/ })).toBeNull();
  await page.user.click(await timeline.findByRole('button', { name: 'Unfold cities' }));
  await page.user.click(await timeline.findByRole('button', { name: 'Unfold for each item' }));
  expect((await timeline.findAllByRole('button', { name: /^praise: done/ })).length).toBeGreaterThan(0);

  await runs.tab('Events');
  await page.user.click(await page.drawer.findByRole('checkbox', { name: 'Only name' }));
  const events = () => page.drawer.getAllByRole('option').map(({ textContent }) => textContent ?? '');
  await waitFor(() => expect(events().filter((text) => text.includes('Task completed'))).toHaveLength(3));
  expect(events()[0]).toContain('name');
  expect(events().some((text) => text.includes('Run started'))).toBe(false);
});

it('a failure of a part is told at the whole, with the way to the part', async () => {
  const { page, runs } = await openWithScripts(`
tasks:
  steps:
    type: sequential
    steps:
      - { id: fine, description: Fine, model: sim:echo }
      - { id: broken, type: script, script: { content: exit 3 } }
`);
  expect(await runs.run()).toBe('failed');
  const whole = await runs.output('steps');
  await waitFor(() => expect(whole).toHaveTextContent('“broken” failed.'));
  await page.press('Show broken', within(whole));
  await waitFor(() => expect(page.drawer.getByLabelText('Output of broken')).toHaveTextContent('code 3'));
});

it('the rounds of a loop are looked through on the node of the task', async () => {
  const { page, runs } = await openWithScripts(`
tasks:
  count:
    type: script
    inputs: { n: "{{iteration}}" }
    loop: { type: repeat, count: 3 }
    script: { content: 'echo "this is number $n"' }
`);
  expect(await runs.run()).toBe('completed');
  const output = await runs.output('count');
  await waitFor(() => expect(output).toHaveTextContent('this is number 3'));
  const rounds = () => within(runs.node('count')).getByRole('group', { name: /round/i });
  await page.press('The run before', within(rounds()));
  await expect.poll(rounds).toHaveTextContent('2 / 3');
  await waitFor(() => expect(output).toHaveTextContent('this is number 2'));
  await page.press('The run before', within(rounds()));
  await waitFor(() => expect(output).toHaveTextContent('this is number 1'));
  expect(within(rounds()).getByRole('button', { name: 'The run before' })).toBeDisabled();
});

it('a map says on the canvas and in the tree how far it is, also after a reload', async () => {
  const { page, runs } = await openWithScripts(`
tasks:
  each: { type: map, items: [Ulm, Bonn, Kiel], max_concurrency: 1, inner_task: { type: ask, message: "Go to {{item}}?", form: { why: { label: Why } } } }
`);
  await runs.start();
  const answer = async (city: string) => {
    const question = within(await page.all.findByRole('region', { name: 'Questions of the run' }));
    await question.findByText(`Go to ${city}?`);
    await page.fill(question.getByRole('textbox'), 'yes');
    await page.press(/^Answer/, question);
  };
  const isFar = async (share: string) => {
    const name = `Waits for you, ${share}`;
    const map = await waitFor(() => runs.node('each'));
    await within(map).findByRole('img', { name });
    const tree = within(page.all.getByRole('tree', { name: /^Tasks of/ }));
    const row = tree.getAllByRole('treeitem')[0] as HTMLElement;
    await within(row).findByRole('img', { name });
  };
  await answer('Ulm');
  await isFar('1 of 3 items');
  await page.reload();
  await isFar('1 of 3 items');
  await answer('Bonn');
  await isFar('2 of 3 items');
  await answer('Kiel');
  expect(await runs.isOver()).toBe('completed');
  await runs.isTask('each', 'Done');
});

it('outputs have tables, no codes of terminals, and no hidden direction; a round opens to all that it has', async () => {
  const { page, runs } = await openWithScripts(`default_model: sim:echo
tasks:
  table:
    type: script
    script: { content: 'printf "| fruit | price |\\n| --- | --- |\\n| pear | 2 |\\n"' }
  coloured:
    type: script
    script: { content: 'printf "\\033[31mred\\033[0m user\\342\\200\\256gnp.exe"' }
  rounds:
    description: "Round {{iteration}} of pears"
    loop: { type: repeat, count: 2 }
`);
  expect(await runs.run()).toBe('completed');
  const rendered = within(await runs.output('table', 'Rendered'));
  await rendered.findByRole('cell', { name: 'pear' });
  rendered.getByRole('columnheader', { name: 'price' });
  const coloured = await runs.output('coloured');
  await waitFor(() => expect(coloured).toHaveTextContent('red user\\u202egnp.exe'));

  await page.select('rounds');
  const rounds = within(await page.drawer.findByLabelText('Rounds'));
  const second = rounds.getByRole('button', { name: /^2/ });
  await page.user.click(second);
  await waitFor(() => expect(rounds.getByLabelText('Output')).toHaveTextContent('2 of pears'));
  second.focus();
  await page.user.keyboard('{Enter}');
  await waitFor(() => expect(rounds.queryByLabelText('Output')).toBeNull());
});

it('every item of a map of 1,300 can be gone to, also after a reload', async () => {
  const { page, runs } = await openWithScripts(`heddle: 1
name: Many items
default_model: sim:fast
max_concurrency: 64
tasks:
  m:
    type: map
    items: [${Array.from({ length: 1300 }, (_, index) => `pear-${index + 1}`).join(', ')}]
    inner_task: { description: "Say {{item}}" }
`);
  expect(await runs.run()).toBe('completed');
  await page.reload();
  await page.user.click(await waitFor(() => runs.node('m/inner_task')));
  await runs.tab('Output');
  const output = () => page.drawer.getByRole('region', { name: /^Output of / });
  for (const number of [3, 704, 4]) {
    const field = await page.drawer.findByLabelText('Go to run, 1 to 1,300');
    await page.fill(field, String(number));
    await page.user.keyboard('{Enter}');
    await expect.poll(output).toHaveTextContent(new RegExp(`pear-${number}(?!\\d)`));
    expect(page.drawer.getByRole('group', { name: 'Run of the task' })).toHaveTextContent(
      new RegExp(`item ${number}`, 'i'),
    );
  }
  await page.press('The run before', page.drawer);
  await expect.poll(output).toHaveTextContent(/pear-3(?!\d)/);
});
