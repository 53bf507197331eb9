import { act, fireEvent, waitFor, within } from '@tests/support/dom';
import { openPage, type Page } from '@tests/support/page';
import { PageCanvas } from '@tests/support/page-canvas';
import { givePageClipboard } from '@tests/support/page-clipboard';
import { expect, it } from 'vitest';
import { beginGesture, findDragged, findMoved } from '@/state/view/gestures';
import { tidyUp } from './tidy';

const workflow = `default_model: sim:echo
tasks:
  start: { description: Begin }
  gather:
    type: group
    inputs: { tone: calm }
    subtasks:
      web: { description: Search the web }
      mid: { description: "{{web}}", depends_on: [web] }
      merge: { description: "Join {{mid}} in {{tone}}", depends_on: [mid] }
  steps:
    type: sequential
    steps:
      - { id: one, description: First }
      - { id: two, description: Second }
      - { id: three, description: Third }
  choose:
    type: cond
    cases:
      - { test: "size(variables) == 1", task: { name: post, description: Post it } }
      - { test: "size(variables) == 2", task: { name: keep, description: Keep it } }
      - { test: "size(variables) == 3", task: { name: drop, description: Drop it } }
  each: { type: map, items: [a, b], inner_task: { name: sum_up, description: "Sum up {{item}}" } }
layout:
  tasks:
    start: [0, 0]
    gather: [300, 0]
    gather/web: [0, 0]
    gather/mid: [210, 110]
    gather/merge: [600, 0]
    steps: [0, 360]
    choose: [1260, 0]
    each: [1260, 560]
`;

async function open(): Promise<{ readonly page: Page; readonly canvas: PageCanvas }> {
  const page = await openPage(workflow);
  const canvas = new PageCanvas(page);
  await canvas.has(['start', 'gather/web', 'steps/two', 'choose/case:1', 'each/inner_task']);
  return { page, canvas };
}

const inOrder = (...parts: readonly string[]) => new RegExp(parts.join('[\\s\\S]*'));

it('steps and cases are put in another order by keys, at most to the ends; a new case has a test of its own', async () => {
  const { canvas } = await open();
  await canvas.isUndone({
    act: () => canvas.pressOn('steps/three', 'Alt+ArrowUp', 'Alt+ArrowUp', 'Alt+ArrowUp'),
    text: inOrder('id: three', 'id: one', 'id: two'),
    steps: 2,
  });
  await canvas.isUndone({
    act: () => canvas.pressOn('steps/two', 'Alt+ArrowDown'),
    text: inOrder('id: one', 'id: three', 'id: two'),
  });
  await canvas.isUndone({
    act: () => canvas.pressOn('choose/case:3', 'Alt+ArrowUp', 'Alt+ArrowUp'),
    text: /== 3"?,?\s+task:\s+(\{ )?name: drop[\s\S]*name: post[\s\S]*name: keep/,
    steps: 2,
  });
  await canvas.isUndone({
    act: async () => {
      canvas.choose('choose');
      await canvas.add('script');
    },
    text: 'has(variables.DRAFT)',
    drawn: ['choose/case:4'],
  });
});

it('what is in a group is nudged, aligned, distributed and tidied up, by keys and by the menu', async () => {
  const { canvas } = await open();
  await canvas.isUndone({
    act: () => canvas.pressOn('gather/mid', 'Control+ArrowDown'),
    text: 'gather/mid: [210, 120]',
  });
  const three = ['gather/web', 'gather/mid', 'gather/merge'];
  for (const { name, keys, text } of [
    { name: /^Distribute horizontally/, keys: 'Shift+Alt+h', text: 'gather/mid: [300, 110]' },
    { name: /^Align top/, keys: undefined, text: 'gather/mid: [210, 0]' },
    { name: /^Tidy up the selected tasks/, keys: 'Alt+t', text: /gather\/mid: \[[1-9]\d+, 0\]/ },
  ]) {
    const byMenu = async () => {
      canvas.choose(...three);
      await canvas.menu('gather/web', 'Align and distribute', name);
    };
    await canvas.isUndone({ act: byMenu, text });
    if (keys !== undefined) await canvas.isUndone({ act: () => canvas.pressOn(three, keys), text });
  }
});

it('several tasks at any depth are edited at once; what differs is said', async () => {
  const page = await openPage(workflow.replace('description: Begin', 'description: Begin, model: sim:fast'));
  const canvas = new PageCanvas(page);
  canvas.choose('start', 'gather/web', 'steps/two');
  await page.inspector.findByRole('heading', { name: '3 tasks selected' });
  expect(page.field('Model')).toHaveAttribute('placeholder', 'Mixed');
  await canvas.isUndone({
    act: async () => {
      await page.fill(page.field('Model'), 'sim:slow');
      await page.fill(page.field('Turns'), '4');
    },
    text: /(sim:slow[\s\S]*max_turns: 4[\s\S]*){3}/,
    steps: 2,
  });
  await canvas.press('Control+y', 'Control+y');
  await page.isSaved(/(sim:slow[\s\S]*max_turns: 4[\s\S]*){3}/);
  await expect.poll(() => page.field('Turns')).toHaveValue('4');
  expect(page.field('Model')).toHaveValue('sim:slow');
});

it('a task that leaves its scope keeps what it can name; the rest is listed with fixes, in one step', async () => {
  const { page, canvas } = await open();
  const before = await page.savedText();
  await canvas.pressOn('gather/merge', 'Shift+Alt+ArrowUp');
  await page.isSaved('{{gather.output.mid}} in {{tone}}');
  await (await page.told()).findByText('One thing could not be kept');
  await page.press('Show', await page.told());
  const dialog = within(await page.all.findByRole('dialog'));
  await dialog.findByText('“merge” reads “tone” of “gather”, which is not around it any more.');
  await page.press('Copy “tone” from “gather”', dialog);
  await dialog.findByText('Fixed');
  await page.press('Done', dialog);
  const after = await page.isSaved(inOrder('merge:', 'inputs:', 'tone: calm'));
  await canvas.press('Control+z');
  await expect.poll(() => page.savedText()).toBe(before);
  await canvas.press('Control+y');
  await expect.poll(() => page.savedText()).toBe(after);
});

it('tasks within others are copied, pasted, duplicated and cut, by keys and by the menu', async () => {
  const { page, canvas } = await open();
  givePageClipboard();
  const duplicated = { text: inOrder('id: two\\b', 'id: two_2', 'id: three'), drawn: ['steps/two_2'] };
  await canvas.isUndone({ act: () => canvas.pressOn('steps/two', 'Control+d'), ...duplicated });
  await canvas.isUndone({ act: () => canvas.menu('steps/two', /^Duplicate/), ...duplicated });
  await canvas.menu('gather/web', /^Copy/);
  await canvas.isUndone({
    act: () => canvas.menu('gather', /^Paste/),
    text: /web_2:/,
    drawn: ['gather/web', 'gather/web_2'],
  });
  await canvas.isUndone({
    act: () => canvas.menu('gather/web', /^Cut/),
    text: /subtasks:\s+mid:/,
    gone: ['gather/web'],
  });
  await canvas.menu('steps', /^Paste/);
  await page.isSaved(inOrder('id: three', 'id: web'));
});

it('what was copied last is pasted, though it is still being written, and is what the keys before selected', async () => {
  const { page, canvas } = await open();
  givePageClipboard();
  await canvas.menu('steps/two', /^Copy/);
  await canvas.pressOn('start', 'Escape');
  const { actions } = page.stores.document;
  // What is asked for before is not done yet: all of it is in one turn.
  const { key, clipboard } = canvasEvents();
  await act(async () => {
    key('a', { ctrlKey: true });
    clipboard('copy');
    // The browser still has the old text.
    clipboard('paste', 'two: { description: Second }');
  });
  await page.isSaved(/start_2:[\s\S]*gather_2:/);
  await act(() => actions.settled());
});

it('the menu key opens the menu of what the keys before it selected', async () => {
  const { page, canvas } = await open();
  await canvas.pressOn('start', 'Escape');
  const { key } = canvasEvents();
  await act(async () => {
    key('a', { ctrlKey: true });
    fireEvent.contextMenu(page.canvas, { clientX: 10, clientY: 10 });
  });
  await page.all.findByRole('menuitem', { name: /^Delete(?!, )/ });
});

it('tidying up ends no gesture: a task that is moved by keys, or a drag that begins meanwhile', async () => {
  const { page, canvas } = await open();
  const { view } = page.stores;
  await canvas.pressOn('start', 'Shift+M');
  expect(findMoved(view.getState())).toEqual(['start']);
  await act(() => tidyUp(page.stores));
  await page.isSaved(/start: \[/);
  expect(findMoved(view.getState())).toEqual(['start']);
  await canvas.press('Escape');
  const dragged = new Map([['start', [5, 5] as const]]);
  const tidied = act(() => tidyUp(page.stores));
  await waitFor(() => expect(view.getState().canvas.gesture.kind).toBe('drag'));
  act(() => beginGesture(view, { kind: 'drag', at: dragged }));
  await tidied;
  expect(findDragged(view.getState())).toBe(dragged);
});

it('the selected task stays where it is while the others are laid out around it, and the view stays', async () => {
  const { page, canvas } = await open();
  const placeOf = (id: string) => page.stores.document.getState().document.layout?.tasks?.[id];
  canvas.choose('each');
  await act(() => tidyUp(page.stores));
  await page.savedText();
  expect(placeOf('each')).toEqual([1260, 560]);
  expect(placeOf('start')).not.toEqual([0, 0]);
});

/** Events of the keys and of the clipboard on the canvas, which are not waited for. */
function canvasEvents() {
  const canvas = document.querySelector('[data-canvas]') ?? document.body;
  return {
    key: (name: string, more: object) =>
      void fireEvent.keyDown(canvas, { key: name, code: `Key${name.toUpperCase()}`, ...more }),
    clipboard: (kind: 'copy' | 'paste', text = '') =>
      void fireEvent[kind](canvas, { clipboardData: { getData: () => text, files: [] } }),
  };
}

it('a task in a group is deleted with its neighbours joined, and wrapped, by keys, by the menu and by words', async () => {
  const { canvas } = await open();
  const joined = { text: /merge:[\s\S]*depends_on: \[ ?web ?\]/, gone: ['gather/mid'] };
  await canvas.isUndone({ act: () => canvas.menu('gather/mid', /^Delete, join/), ...joined });
  await canvas.isUndone({ act: () => canvas.pressOn('gather/mid', 'Control+Delete'), ...joined });
  for (const { name, drawn, text, in: within = ['Structure'] } of [
    { name: 'Wrap in a map', drawn: ['gather/merge/inner_task'], text: /merge:\s+(\{ )?type: map[\s\S]*from: mid/ },
    { name: 'Wrap in a loop', drawn: ['gather/merge'], text: /merge:[\s\S]*\}\}[\s\S]*loop:[\s\S]*count: 3/ },
    {
      name: 'Repeat until a judge accepts',
      in: [],
      drawn: ['gather/merge/evaluator'],
      text: /merge:\s+(\{ )?type: director/,
    },
  ]) {
    const byMenu = () => canvas.menu('gather/merge', ...within, new RegExp(`^${name}`));
    const byWords = async () => {
      canvas.choose('gather/merge');
      await canvas.command(name.toLowerCase());
    };
    await canvas.isUndone({ act: byMenu, drawn, text });
    await canvas.isUndone({ act: byWords, drawn, text });
  }
});

it('tasks are grouped and ungrouped, also steps; from a task in it, the group around it is meant', async () => {
  const { page, canvas } = await open();
  const before = await page.savedText();
  await canvas.pressOn(['gather/mid', 'gather/merge'], 'Control+g');
  await page.isSaved(/group_1:/);
  await canvas.has(['gather/group_1/merge']);
  // It is said until something else is selected, whatever follows in the text.
  await canvas.says(/^group_1 added/);
  await page.savedText();
  await canvas.says(/^group_1 added/);
  canvas.choose('gather/web');
  await canvas.says(/^web, atomic/);
  canvas.choose('gather/group_1');
  await canvas.says(/^group_1, group/);
  await canvas.pressOn('gather/group_1/mid', 'Control+Shift+g');
  await canvas.has(['gather/mid'], ['gather/group_1']);

  await canvas.pressOn(['steps/two', 'steps/three'], 'Escape');
  canvas.choose('steps/two', 'steps/three');
  await canvas.menu('steps/three', 'Structure', /^Group/);
  await canvas.has(['steps/sequence_1/two']);
  await canvas.says(/^sequence_1/);
  await canvas.press('Control+Shift+g');
  await canvas.has(['steps/two'], ['steps/sequence_1']);
  await canvas.pressOn(['steps/one', 'steps/three'], 'Control+g');
  await (await page.told()).findByText(/Select steps that follow one another/);
  await canvas.press('Control+z', 'Control+z', 'Control+z', 'Control+z');
  await expect.poll(() => page.savedText()).toBe(before);
});

it('tasks become a function with a call in their place, are told, and are inlined again by words', async () => {
  const { page, canvas } = await open();
  canvas.choose('gather/mid', 'gather/merge');
  await canvas.menu('gather/merge', 'Structure', /^Extract to a function/);
  await (await page.told()).findByText(/“function” is a function of the library/);
  const text = await page.isSaved(/library:\n\s+function:/);
  expect(text).toContain('from: web');
  await canvas.has(['gather/group_1'], ['gather/mid']);
  canvas.choose('gather/group_1');
  await canvas.command('inline the function');
  await canvas.has(['gather/group_1/mid']);
  await page.isSaved('description: "{{web}}"');
});

it('by keyboard a task is moved into a container, and a container is opened in full, filled and left', async () => {
  const { page, canvas } = await open();
  await canvas.pressOn('start', 'Shift+M');
  await canvas.says(/^Moving start/);
  await canvas.press('ArrowRight');
  await canvas.says(/Enter moves start here/);
  await expect.poll(() => canvas.node('gather')).toHaveAttribute('data-target', 'free');
  await canvas.press('Enter');
  await canvas.has(['gather/start'], ['start']);
  await canvas.press('Control+z');
  await canvas.has(['start']);

  await canvas.pressOn('gather', 'Enter');
  await canvas.isAt('gather');
  await canvas.has(['gather/web'], ['start']);
  expect(page.canvas).toHaveAccessibleName('Workflow canvas, 3 tasks');
  await canvas.add('script');
  await canvas.has(['gather/script_1']);
  await page.reload();
  await canvas.isAt('gather');
  await canvas.has(['gather/script_1'], ['start']);
  expect(page.canvas).toHaveAccessibleName('Workflow canvas, 4 tasks');
  await canvas.press('Escape');
  await canvas.isAt();
  expect(page.canvas).toHaveAccessibleName('Workflow canvas, 5 tasks');
  const head = canvas.node('gather')?.querySelector('[data-head]');
  if (head) await page.user.dblClick(head);
  await canvas.isAt('gather');
  const way = within(page.all.getByRole('navigation', { name: 'Opened container' }));
  await page.user.click(way.getAllByRole('button')[0] as HTMLElement);
  await canvas.isAt();
});

it('another type keeps the tasks inside in their order; those without a place are told, and the message undoes it', async () => {
  const { page, canvas } = await open();
  await page.select('steps');
  await canvas.isUndone({
    act: () => page.fill(page.field('Type'), 'Group'),
    text: /steps:\s+(\{ )?type: group[\s\S]*two:[\s\S]*depends_on: \[ ?one ?\]/,
    drawn: ['steps/three'],
  });
  await page.fill(page.field('Type'), 'Atomic');
  await (await page.told()).findByText(/inside have no place there/);
  await page.isNotSaved('Second');
  await page.press('Undo', await page.told());
  await page.isSaved('Second');
});
