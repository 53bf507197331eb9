import { act, waitFor, within } from '@tests/support/dom';
import { openPage, type Page } from '@tests/support/page';
import { PageCanvas } from '@tests/support/page-canvas';
import { expect, it } from 'vitest';

/** Two functions with their calls: `report`, a group that reads its inputs, and `greet`, of one task. */
const workflow = `default_model: sim:echo
library:
  report:
    description: Writes a report.
    parameters:
      - { name: topic, type: string }
      - { name: pages, type: number, default: 3 }
    task:
      type: group
      subtasks:
        web: { description: "Search for {{topic}}" }
        sum: { description: "Sum up {{web}} on {{pages}} pages", depends_on: [web] }
  greet:
    parameters: [{ name: who, type: string }]
    task: { description: "Greet {{who}}" }
tasks:
  start: { description: Hello }
  use: { type: call, ref: report, args: { topic: { from: start } }, depends_on: [start] }
  hello: { type: call, ref: greet, args: { who: Ada } }
`;

async function open(text = workflow): Promise<{ readonly page: Page; readonly canvas: PageCanvas }> {
  const page = await openPage(text);
  const canvas = new PageCanvas(page);
  await canvas.has(['start', 'use', 'hello']);
  return { page, canvas };
}

/** Opens the function that a task calls, by keyboard. */
async function openCall(text: string, taskPath: string, name: string) {
  const opened = await open(text);
  await opened.canvas.pressOn(taskPath, 'Enter');
  await opened.canvas.isAt(`function ${name}`);
  return opened;
}

const inputsOf = (page: Page) => page.all.findByRole('button', { name: /^Inputs/ });
const isSelected = (canvas: PageCanvas, taskPath: string) =>
  waitFor(() => expect(canvas.node(taskPath)?.className).toMatch(/selected/));

it('a function of one task is a canvas with that task, which takes others beside it', async () => {
  const { page, canvas } = await openCall(workflow, 'hello', 'greet');
  await waitFor(() => page.all.getByRole('img', { name: 'The task reads who' }));
  canvas.choose('library:greet');
  await page.inspector.findByRole('heading', { name: 'greet' });
  await canvas.isUndone({
    act: () => canvas.add('script'),
    text: /greet:[\s\S]*type: sequential[\s\S]*Greet \{\{who\}\}[\s\S]*script_1/,
    drawn: ['library:greet/script_1', 'library:greet/step_1'],
  });
  await canvas.has(['library:greet']);
  await page.isNotSaved('sequential');
});

it('a function opens from the panel, the settings, the menu of a call, its inspector, and the command menu', async () => {
  const { page, canvas } = await open();
  const isOpen = async (name: string) => {
    await canvas.isAt(`function ${name}`);
    await canvas.press('Escape');
    await canvas.isAt();
  };
  await page.user.click(page.all.getByRole('tab', { name: 'Library' }));
  await page.press('greet', within(await page.all.findByRole('tabpanel', { name: 'Library' })));
  await isOpen('greet');
  await page.user.click(page.all.getByRole('tab', { name: 'Tasks' }));
  canvas.choose();
  const settings = within(await page.inspector.findByRole('region', { name: 'Library' }));
  await page.user.click(settings.getByText('report'));
  await page.press('Open report on the canvas', settings);
  await isOpen('report');
  await page.select('use');
  await page.press('Open report', page.inspector);
  await isOpen('report');
  await canvas.menu('hello', 'Open the function greet');
  await isOpen('greet');
  await canvas.command('open the function greet');
  await isOpen('greet');
});

it('a function is renamed, copied, inlined and deleted, each as one step, with what calls it told', async () => {
  const { page, canvas } = await openCall(workflow, 'use', 'report');
  const form = page.inspector;
  const name = (await form.findAllByLabelText('Name'))[0] as HTMLElement;
  await page.fill(name, 'essay');
  await page.user.keyboard('{Enter}');
  await canvas.isAt('function essay');
  expect(await page.isSaved('ref: essay')).not.toContain('report:');

  await page.press('Duplicate', form);
  await canvas.isAt('function essay_2');
  await form.findByText('No task calls it.');
  await page.press('Delete essay_2', form);
  await canvas.isAt('function essay');
  await page.isNotSaved('essay_2');

  await form.findByRole('button', { name: 'Delete essay, which has 1 call' });
  await page.press('Inline, then remove it', form);
  await canvas.has(['use/web']);
  expect(await page.isNotSaved('essay')).toContain('Search for {{start}}');
  await canvas.press('Control+z');
  await page.isSaved('ref: essay');
});

it('inputs are added, ordered and removed in the form; what still reads one is told', async () => {
  const { page } = await openCall(workflow, 'use', 'report');
  await page.user.click(await inputsOf(page));
  const parameters = within(await page.inspector.findByRole('group', { name: 'Inputs' }));
  await page.press('Add an input', parameters);
  await expect.poll(() => inputsOf(page)).toHaveTextContent('input_1');
  await page.user.click(await parameters.findByText('input_1'));
  await page.press('Move input_1 up', parameters);
  await page.isSaved(/name: topic[\s\S]*name: input_1[\s\S]*name: pages/);
  await page.user.click(parameters.getByText('topic'));
  await page.press('Remove the input topic', parameters);
  await (await page.told()).findByText('“web” still reads it. 1 call gave it, and no longer does.');
  const text = await page.isNotSaved('name: topic');
  expect(text).toContain('{{topic}}');
  expect(text).not.toContain('from: start');
  await page.press('Undo', await page.told());
  await page.isSaved('from: start');

  // A message that is still there after another change takes back nothing else.
  await page.user.click(await parameters.findByText('topic'));
  await page.press('Remove the input topic', parameters);
  await page.isNotSaved('name: topic');
  await page.press('Add an input', parameters);
  await page.isSaved('name: input_2');
  await page.press('Undo', await page.told());
  await (await page.told()).findByText('Nothing is undone: it is not the newest change any more', { exact: false });
  await page.isSaved('name: input_2');
});

const broken = workflow.replace('{{web}} on', '{{weeb}} on');

it('a problem in a function is marked in it and leads there, also from a container, to which Escape leads back', async () => {
  const { page, canvas } = await open(`${broken}  box: { type: group, subtasks: { inner: { description: In it } } }\n`);
  await canvas.pressOn('box', 'Enter');
  await canvas.isAt('box');
  await page.press('1 problem');
  const problems = within(await page.all.findByRole('dialog'));
  await page.user.click((await problems.findAllByRole('button', { name: /weeb/ }))[0] as HTMLElement);
  await canvas.isAt('function report');
  await canvas.has(['library:report/sum']);
  within(canvas.node('library:report/sum') as HTMLElement).getByText('1');
  await page.inspector.findByRole('heading', { name: 'sum' });
  await canvas.press('Escape');
  await page.inspector.findByRole('heading', { name: 'report' });
  await canvas.press('Escape');
  await canvas.isAt('box');
  await canvas.press('Escape');
  await canvas.isAt();

  await canvas.press('Control+f');
  await page.fill(await page.all.findByRole('textbox', { name: 'Find' }), 'Search for');
  await page.all.findAllByText('in report');
});

it('tasks of a function are nudged and tidied up on its canvas, in one step', async () => {
  const { page, canvas } = await openCall(workflow, 'use', 'report');
  await canvas.pressOn('library:report/web', 'Control+ArrowDown');
  const moved = await page.isSaved('library:report/web: [');
  expect(moved).toContain('layout:');
  await canvas.press('Shift+Alt+T');
  const tidied = await waitFor(async () => {
    const text = await page.savedText();
    expect(text).not.toBe(moved);
    return text;
  });
  const rows = /library:report\/web: \[\d+, (\d+)\]\s+library:report\/sum: \[\d+, (\d+)\]/.exec(tidied);
  expect(rows?.[1]).toBe(rows?.[2]);
  await canvas.press('Control+z');
  await expect.poll(() => page.savedText()).toBe(moved);
  await canvas.press('Control+Shift+z');
  await expect.poll(() => page.savedText()).toBe(tidied);
  await page.reload();
  await canvas.has(['library:report/web']);
  expect(await page.savedText()).toBe(tidied);
});

const eachReport = `  each:
    type: map
    items: [apples, pears]
    inner_task: { type: call, ref: report, args: { topic: "{{item}}" } }
`;

/** The call of `report` whose run is shown. */
const shownCall = (page: Page) => page.all.findByRole('combobox', { name: 'The call of report whose run is shown' });
const promptSays = async (page: Page, text: string) => {
  await page.user.click(await page.drawer.findByRole('radio', { name: 'Prompt' }));
  await waitFor(() => expect(page.drawer.getByRole('tabpanel')).toHaveTextContent(text));
};

it('what ran in a call is reached from the timeline and the parts of its output, on the canvas of its function', async () => {
  const { page, canvas } = await open(workflow + eachReport);
  expect(await page.run()).toBe('completed');
  await page.user.click(page.drawer.getByRole('tab', { name: 'Timeline' }));
  await page.user.click(await page.drawer.findByRole('button', { name: 'Unfold use' }));
  await page.user.click(await page.drawer.findByRole('button', { name: 'Unfold report' }));
  const web = await page.drawer.findByRole('button', { name: /^web: done/ });
  act(() => web.focus());
  await page.user.keyboard('{Enter}');
  await canvas.isAt('function report');
  await isSelected(canvas, 'library:report/web');
  expect(await page.drawer.findByRole('button', { name: /^web: done/ })).toHaveAttribute('aria-pressed', 'true');
  expect(await shownCall(page)).toHaveValue('use');
  await page.inspector.findByRole('heading', { name: 'web' });
  // The first takes the selection back.
  await canvas.press('Escape');
  await waitFor(() => expect(canvas.node('library:report/web')?.className).not.toMatch(/selected/));
  await canvas.press('Escape');
  await canvas.isAt();

  // An item of the map: its call, of which the canvas then shows that item, and not the last.
  await page.select('each');
  await page.user.click(page.drawer.getByRole('tab', { name: 'Output' }));
  const parts = within(await page.drawer.findByRole('region', { name: 'Parts' }));
  await page.user.click(await parts.findByRole('button', { name: /item 1/ }));
  await page.user.click(
    await within(await page.drawer.findByRole('region', { name: 'Parts' })).findByRole('button', { name: /report/ }),
  );
  await waitFor(async () => expect(await shownCall(page)).toHaveValue('each/inner_task'));
  await page.user.click(
    await within(await page.drawer.findByRole('region', { name: 'Parts' })).findByRole('button', { name: /web/ }),
  );
  await isSelected(canvas, 'library:report/web');
  await promptSays(page, 'Search for apples');
});

it('the search in runs leads to what ran in a call: by keyboard, and by mouse to a prompt of an item', async () => {
  const { page, canvas } = await open(workflow + eachReport);
  expect(await page.run()).toBe('completed');
  await canvas.press('Control+Shift+f');
  const dialog = within(await page.all.findByRole('dialog'));
  await page.fill(await dialog.findByLabelText('Task'), 'use/call:report/task/web');
  await waitFor(() => expect(dialog.getByRole('status')).toHaveTextContent(/^1 place in 1 run,/));
  act(() => dialog.getByLabelText('Text').focus());
  await page.user.keyboard('{ArrowDown}{End}{Enter}');
  await canvas.isAt('function report');
  await isSelected(canvas, 'library:report/web');
  expect(await shownCall(page)).toHaveValue('use');
  expect(page.drawer.getByRole('tab', { name: 'Output' })).toHaveAttribute('aria-selected', 'true');
  await canvas.press('Escape', 'Escape');
  await canvas.isAt();

  await canvas.press('Control+Shift+f');
  const again = within(await page.all.findByRole('dialog'));
  await page.fill(await again.findByLabelText('Task'), '');
  await page.fill(again.getByLabelText('Text'), '"Search for apples"');
  const found = await waitFor(() => {
    // What was found before is shown until the new search has found something.
    const options = again.getAllByRole('option');
    const prompt = options.find(
      ({ textContent }) => /Prompt/.test(textContent) && /Search for apples/.test(textContent),
    );
    if (prompt === undefined) throw new Error('No prompt is found.');
    return prompt;
  });
  await page.user.click(found);
  await page.all.findByRole('heading', { name: 'What this call was sent' });
  await page.user.keyboard('{Escape}');
  // The run is shown as of that prompt, when the other call had not begun.
  await page.all.findByText('Run by for each item in each');
  await isSelected(canvas, 'library:report/web');
  await promptSays(page, 'Search for apples');
});

it('a function that is opened without a call shows the last that ran, and says if there is none', async () => {
  const { page, canvas } = await open(workflow.replace('  hello: {', '  hello: { disabled: true,'));
  const openByName = async (name: string) => {
    await canvas.command(`open the function ${name}`);
    await canvas.isAt(`function ${name}`);
  };
  await openByName('report');
  await page.user.click(await inputsOf(page));
  await page.drawer.findByText('Inputs of report', { exact: false });
  await page.drawer.findByText(/once the canvas shows a call that ran/);
  expect(await page.run()).toBe('completed');
  await page.all.findByText('Run by use');
  await waitFor(() => expect(canvas.node('library:report/web')).toHaveTextContent('Done'));
  expect(await page.drawer.findByRole('region', { name: 'Given to report' })).toHaveTextContent('pages');
  await openByName('greet');
  await page.all.findByText('Not called in this run');
  await waitFor(() => expect(canvas.node('library:greet')).toHaveTextContent('Not run yet'));
});
