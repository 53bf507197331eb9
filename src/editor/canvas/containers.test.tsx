import { act, waitFor, within } from '@tests/support/dom';
import { openPage, type Page } from '@tests/support/page';
import { PageCanvas } from '@tests/support/page-canvas';
import { expect, it } from 'vitest';
import { jumpToTask } from '@/state/view/canvas';

const workflow = `default_model: sim:echo
tasks:
  prepare:
    type: sequential
    steps:
      - { id: load, type: script, script: { command: echo data } }
      - { id: clean, description: "Drop duplicates of {{load}}" }
  gather:
    type: group
    depends_on: [prepare]
    subtasks:
      web: { description: Search the web }
      paper: { description: Search papers }
      merge: { description: "Join {{web}}", depends_on: [web] }
  review:
    type: director_evaluator
    max_iterations: 5
    director: { name: write, description: Write the notes }
    script: { name: check, type: script, script: { command: cat } }
    evaluator: { name: judge, description: Strict editor }
  announce:
    type: cond
    cases:
      - { test: "size(variables) == 0", task: { name: post, description: Post it } }
    else: { name: skip, description: Say why not }
  each: { type: map, items: [a, b], inner_task: { name: sum_up, description: "Sum up {{item}}" } }
  fold: { type: reduce, items: [1, 2], reduction_task: { description: "Add {{current_result}}" } }
  pick:
    description: Choose a title
    inputs: { doc: { task: { description: Read } } }
    best_of: { n: 2, evaluator: { description: Choose } }
`;

/** Opens the workflow with a task in sight, near enough for tasks to be drawn. */
async function open(shown: string, text = workflow): Promise<{ readonly page: Page; readonly canvas: PageCanvas }> {
  const page = await openPage(text);
  const canvas = new PageCanvas(page);
  await show(page, canvas, shown);
  return { page, canvas };
}

async function show(page: Page, canvas: PageCanvas, taskPath: string): Promise<void> {
  act(() => jumpToTask(page.stores.view, taskPath));
  await canvas.has([taskPath]);
}

const container = (page: Page, name: string) =>
  within(within(page.canvas).getByRole('group', { name: new RegExp(`^${name}, `) }));

it('every task that holds others is a container with its parts in it, and says what goes on there', async () => {
  const { page, canvas } = await open('prepare');
  for (const [id, segments] of Object.entries({
    prepare: ['load', 'clean'],
    gather: ['web', 'paper', 'merge'],
    review: ['director', 'script', 'evaluator'],
    announce: ['case:1', 'else'],
    each: ['inner_task'],
    fold: ['reduction_task'],
    pick: ['input:doc', 'best_of'],
  })) {
    await show(page, canvas, id);
    container(page, id);
    await canvas.has(segments.map((segment) => `${id}/${segment}`));
  }
  await show(page, canvas, 'review');
  container(page, 'review').getByRole('img', { name: 'The evaluator judges it' });
  container(page, 'review').getByRole('img', { name: 'Feedback goes back to the director' });
  await show(page, canvas, 'announce');
  container(page, 'announce').getByText('if size(variables) == 0');
  container(page, 'announce').getByText('else');
  await show(page, canvas, 'gather');
  expect(canvas.wire('merge runs after web')).not.toBeNull();
});

it('a container is folded and unfolded by pointer and by keyboard, and undone', async () => {
  const { page, canvas } = await open('prepare');
  await page.press('Collapse prepare, 2 tasks', within(page.canvas));
  await canvas.has(['prepare'], ['prepare/load']);
  await page.isSaved(/collapsed: \[ ?prepare ?\]/);
  await page.press('Expand prepare, 2 tasks', within(page.canvas));
  await canvas.has(['prepare/load']);
  await page.isNotSaved('collapsed');
  await canvas.pressOn('prepare', 'e');
  await canvas.has(['prepare'], ['prepare/load']);
  await canvas.press('Control+z');
  await canvas.has(['prepare/load']);
});

it('the tree nests, folds with the arrows, and leads to a task within others', async () => {
  const { page, canvas } = await open('prepare');
  expect(page.row('review')).toHaveAttribute('aria-expanded', 'true');
  expect(page.row('judge')).toHaveAttribute('aria-level', '2');
  await page.select('review');
  act(() => page.all.getByRole('tree', { name: /^Tasks of the workflow/ }).focus());
  await page.user.keyboard('{ArrowLeft}');
  await waitFor(() => expect(() => page.row('judge')).toThrow());
  await page.user.keyboard('{ArrowRight}{ArrowRight}');
  await page.inspector.findByRole('heading', { level: 2, name: 'write' });
  await canvas.has(['review/director']);
});

it('arrows walk into a container and out of it, and each task is said in a sentence', async () => {
  const { canvas } = await open('prepare');
  await canvas.pressOn('prepare', 'ArrowDown');
  await canvas.says('load, script, not run yet, 1 of 2, in prepare');
  await canvas.press('ArrowRight');
  await canvas.says('clean, atomic, not run yet, 2 of 2, in prepare');
  await canvas.press('ArrowUp');
  await canvas.says(/^prepare, sequence, not run yet, 1 of \d+$/);
});

it('a screen reader goes through the tasks as they run, into what is open, and finds them so in the page', async () => {
  const page = await openPage(`name: Read
tasks:
  write: { description: Write it, depends_on: [fetch, gather] }
  gather:
    type: group
    subtasks:
      sort: { description: Sort it, depends_on: [find] }
      find: { description: Find it }
  fetch: { description: Fetch it }
`);
  const canvas = new PageCanvas(page);
  await canvas.has(['write', 'gather/find']);
  const said = [
    'fetch, atomic, not run yet, 1 of 3',
    'gather, group, not run yet, 2 of 3',
    'find, atomic, not run yet, 1 of 2, in gather',
    'sort, atomic, after find, not run yet, 2 of 2, in gather',
    'write, atomic, after fetch and gather, not run yet, 3 of 3',
  ];
  for (const sentence of said) {
    await canvas.press('PageDown');
    await canvas.says(sentence);
  }
  for (const sentence of said.toReversed().slice(1)) {
    await canvas.press('PageUp');
    await canvas.says(sentence);
  }
  const nodes = page.canvas.querySelectorAll('[data-task]');
  expect([...nodes].map((node) => node.getAttribute('aria-label'))).toEqual(said);
});

it('what was moved in a container is tidied up with it, as one step', async () => {
  const { page, canvas } = await open('prepare');
  await canvas.pressOn('prepare/clean', 'Control+ArrowRight', 'Control+ArrowRight');
  const moved = await page.isSaved(/prepare\/clean: \[\d+, \d+\]/);
  await canvas.press('Shift+Alt+T');
  await page.isSaved(/fold: \[\d+, \d+\]/);
  await page.isNotSaved('prepare/clean');
  await canvas.press('Control+z');
  await expect.poll(() => page.savedText()).toBe(moved);
});

it('a run is seen in the parts, and its rounds are looked through on the node and by keys', async () => {
  const { page, canvas } = await open('each', workflow.replace(/ {2}prepare:[\s\S]*( {2}each:.*\n)[\s\S]*/, '$1'));
  expect(await page.run()).toBe('completed');
  const part = () => within(canvas.node('each/inner_task') as HTMLElement);
  await part().findByRole('img', { name: 'Done' });
  const isAt = (name: string) => waitFor(() => part().getByRole('group', { name }));
  await isAt('item 2');
  await page.press('The run before', part());
  await isAt('item 1');
  await canvas.pressOn('each/inner_task', '.');
  await isAt('item 2');
  expect(canvas.said()).toContain('sum_up');
});

const choice = `default_model: sim:echo
tasks:
  first: { description: One }
  choose:
    type: cond
    depends_on: [first]
    cases:
      - { test: "size(content) > 100000", task: { name: long, description: Long } }
      - { test: "size(content) > 0", task: { name: short, type: sequential, steps: [{ id: a, description: A }] } }
    else: { name: nothing, type: sequential, steps: [{ id: b, description: B }] }
  each:
    type: map
    items: [a, b]
    inner_task:
      type: cond
      cases: [{ test: "inputs.which == 'a'", task: { name: is_a, description: A } }]
      else: { name: is_b, description: B }
      inputs: { which: "{{item}}" }
`;

it('the cases of a condition are labelled branches, and those not taken are shown as such', async () => {
  const { page, canvas } = await open('choose', choice);
  const saysNotTaken = (taskPath: string) =>
    waitFor(() => expect(canvas.node(taskPath)).toHaveTextContent('Not taken'));
  const wires = (...names: readonly string[]) =>
    waitFor(() => {
      for (const name of names) within(page.canvas).getByRole('img', { name });
    });
  await wires('If size(content) > 100000, long runs', 'Else, nothing runs');
  expect(await page.run()).toBe('completed');
  await wires('If size(content) > 100000, long runs: not taken', 'If size(content) > 0, short runs');
  await saysNotTaken('choose/case:1');
  await saysNotTaken('choose/else/b');
  expect(canvas.node('choose/case:2/a')).toHaveTextContent('Done');
  within(page.canvas).getByTitle('if size(content) > 100000: not taken');

  // The item that is looked at decides.
  await show(page, canvas, 'each');
  const [is, other] = ['each/inner_task/case:1', 'each/inner_task/else'];
  await canvas.has([is, other]);
  expect(canvas.node(is)).not.toHaveTextContent('Not taken');
  expect(canvas.node(other)).not.toHaveTextContent('Not taken');
  await canvas.pressOn('each/inner_task', ',');
  await saysNotTaken(other);
  expect(canvas.node(is)).not.toHaveTextContent('Not taken');
  await canvas.press('.');
  await saysNotTaken(is);

  // A folded condition has its branches on its node.
  await show(page, canvas, 'choose');
  await canvas.pressOn('choose', 'e');
  const node = await waitFor(() =>
    within(canvas.node('choose') as HTMLElement).getByTitle(/if size\(content\) > 100000 → long: not taken/),
  );
  expect(node).toHaveTextContent('2 not taken');
  await canvas.says(/^choose, condition, after first, done/);
});
