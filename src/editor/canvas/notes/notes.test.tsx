import { act, fireEvent, waitFor, within } from '@tests/support/dom';
import { openPage, type Page } from '@tests/support/page';
import { PageCanvas } from '@tests/support/page-canvas';
import { givePageClipboard } from '@tests/support/page-clipboard';
import { expect, it } from 'vitest';

const workflow = `default_model: sim:echo
tasks:
  start: { description: Begin }
  gather:
    type: group
    subtasks:
      web: { description: Search the web }
layout:
  tasks:
    start: [0, 0]
    gather: [300, 0]
`;

async function open(notes = ''): Promise<{ readonly page: Page; readonly canvas: PageCanvas }> {
  const page = await openPage(workflow + notes);
  const canvas = new PageCanvas(page);
  await canvas.has(['start', 'gather']);
  return { page, canvas };
}

const notesOf = (page: Page, line: string) => within(page.canvas).queryAllByRole('group', { name: `Note: ${line}` });
const isShown = (page: Page, line: string, times = 1) => waitFor(() => expect(notesOf(page, line)).toHaveLength(times));
const area = (page: Page) => page.all.findByRole('textbox', { name: 'Text of the note, in Markdown' });

it('what is typed into a note without a pause is one step of undo; Enter, F2 and a double click write in it', async () => {
  const { page, canvas } = await open();
  await canvas.press('Shift+N');
  await page.user.type(await area(page), 'One');
  await page.user.keyboard('{Escape}');
  await isShown(page, 'One');
  await canvas.press('Control+z');
  await isShown(page, 'empty');
  await canvas.press('Control+Shift+z');
  await isShown(page, 'One');
  for (const begin of [
    () => canvas.press('Enter'),
    () => canvas.press('F2'),
    () => page.user.dblClick(notesOf(page, 'One')[0] as HTMLElement),
  ]) {
    await begin();
    expect(await area(page)).toHaveFocus();
    await page.user.keyboard('{Escape}');
    await isShown(page, 'One');
    expect(page.all.queryByRole('textbox', { name: /^Text of the note/ })).toBeNull();
    expect(page.canvas).toHaveFocus();
  }
});

it('notes travel with tasks: selected together, copied, pasted, duplicated, cut and deleted with their container', async () => {
  const { page, canvas } = await open(`  notes:
    - { text: Mine, at: [0, 120], color: pink }
    - { text: Inside, at: [0, 130], in: gather }
`);
  givePageClipboard();
  const copied = () => navigator.clipboard.readText();
  await canvas.press('Control+a');
  // What is in a container goes with it.
  await canvas.says('2 tasks and 1 note selected');
  fireEvent.copy(page.canvas, { clipboardData: {} });
  await waitFor(async () => expect(await copied()).toContain('Mine'));
  const text = await copied();
  await canvas.press('Escape');
  fireEvent.paste(page.canvas, { clipboardData: { getData: () => text } });
  await isShown(page, 'Mine', 2);
  await canvas.has(['start_2']);
  await canvas.press('Control+z');
  await isShown(page, 'Mine');
  canvas.choose();
  await canvas.press('Alt+n');
  await canvas.says('Note: Mine');
  await canvas.press('Control+d');
  await isShown(page, 'Mine', 2);
  fireEvent.cut(page.canvas, { clipboardData: {} });
  await isShown(page, 'Mine');
  const cut = await copied();
  fireEvent.paste(page.canvas, { clipboardData: { getData: () => cut } });
  await isShown(page, 'Mine', 2);
  await page.isSaved(/color: pink[\s\S]*color: pink/);

  await canvas.pressOn('gather', 'Enter');
  await canvas.isAt('gather');
  await isShown(page, 'Inside');
  await isShown(page, 'Mine', 0);
  await canvas.press('Escape');
  await canvas.isAt();
  await canvas.pressOn('gather', 'Delete');
  await isShown(page, 'Inside', 0);
  await canvas.press('Control+z');
  await isShown(page, 'Inside');
});

it('find and replace reaches notes; the menu colours them; at low zoom they are blocks with their first lines', async () => {
  const { page, canvas } = await open('  notes:\n    - { text: Ask Ada, at: [0, 140] }\n');
  await canvas.press('Control+f');
  const panel = within(await page.all.findByRole('region', { name: 'Find and replace' }));
  await page.fill(panel.getByLabelText('Find'), 'Ada');
  await page.press('Replace', panel);
  await page.fill(await panel.findByLabelText('Replace with'), 'Grace');
  await waitFor(() => expect(panel.getByRole('button', { name: /^Replace all/ })).toBeEnabled());
  await page.press(/^Replace all/, panel);
  await isShown(page, 'Ask Grace');
  await page.press('Close the search', panel);
  await page.user.pointer({ target: notesOf(page, 'Ask Grace')[0] as HTMLElement, keys: '[MouseRight]' });
  const colour = await page.all.findByRole('menuitem', { name: 'Colour' });
  act(() => colour.focus());
  await page.user.keyboard('{ArrowRight}');
  await page.user.click(await page.all.findByRole('menuitemradio', { name: 'Green' }));
  await waitFor(() => expect(notesOf(page, 'Ask Grace')[0]).toHaveAttribute('data-color', 'green'));
  await page.isSaved(/text: Ask Grace[\s\S]*color: green/);
  await canvas.press('-', '-', '-', '-', '-', '-');
  await waitFor(() => {
    expect(notesOf(page, 'Ask Grace')).toEqual([]);
    expect(document.querySelector('[data-note]')).toHaveTextContent('Ask Grace');
  });
});

it('the arrows lead to notes as to tasks, and say them; a wire ends at a task', async () => {
  const { page, canvas } = await open(`  notes:
    - { text: Beside, at: [0, 200], color: blue }
    - { text: Inside, at: [0, 130], in: gather }
`);
  await canvas.pressOn('start', 'ArrowDown');
  await canvas.says('Note: Beside');
  await canvas.press('Enter');
  expect(await area(page)).toHaveFocus();
  await page.user.keyboard('{Escape}');
  await canvas.press('ArrowUp');
  await canvas.says(/^start, /);
  await canvas.press('ArrowRight', 'ArrowDown');
  await canvas.says(/^web, /);
  await canvas.press('ArrowDown');
  await canvas.says('Note: Inside, in gather');
  await canvas.pressOn('start', 'c');
  await canvas.press('ArrowDown');
  await canvas.says(/^Connecting from start/);
});

const harmful = [
  '# Mine',
  '<script>window.attacked = "script"</script><img src="https://elsewhere.test/a.png" onerror="window.attacked = 1">',
  '<iframe src="https://elsewhere.test/"></iframe>',
  '![picture](https://elsewhere.test/b.png) [link](javascript:window.attacked="link")',
  '[sheet]: https://elsewhere.test/c.css',
  'safe \u202egnp.exe',
].join('\n\n');

it('a note that means harm has nothing that runs or fetches; a megabyte of text is cut, and all of it is kept', async () => {
  const long = `Long\n\n${'word '.repeat(200_000)}`;
  const notes = [
    { text: harmful, at: [0, 160], size: [400, 300] },
    { text: long, at: [420, 160] },
  ];
  const { page, canvas } = await open(`  notes: ${JSON.stringify(notes)}\n`);
  await isShown(page, 'Mine');
  const mine = notesOf(page, 'Mine')[0] as HTMLElement;
  within(mine).getByRole('heading', { name: 'Mine' });
  within(mine).getByText('safe \\u202egnp.exe');
  expect(mine.querySelectorAll('script, img, iframe, link, style, [onerror]')).toHaveLength(0);
  expect(within(mine).getByRole('link', { name: 'picture' })).toHaveAttribute('href', 'https://elsewhere.test/b.png');
  expect(within(mine).getByText('link')).toHaveAttribute('href', '');
  await isShown(page, 'Long');
  expect(notesOf(page, 'Long')[0]).toHaveTextContent('and 980,006 more characters');
  await canvas.pressOn('note:0', 'Enter');
  expect(await area(page)).toHaveValue(harmful);
});
