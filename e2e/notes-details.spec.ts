import { type App, expect, test } from './support/app';
import { Canvas } from './support/canvas';
import { expectSaved, savedText } from './support/saved-text';

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

async function open(app: App, text = workflow): Promise<Canvas> {
  await app.openText(text);
  await expect(app.node('start')).toBeVisible();
  await app.canvas.focus();
  return new Canvas(app);
}

const note = (app: App, line: string) => app.canvas.getByRole('group', { name: `Note: ${line}`, exact: true });
const area = (app: App) => app.page.getByRole('textbox', { name: 'Text of the note, in Markdown' });

test('what is typed into a note without a pause is one step of undo; Enter, F2 and a double click write in it', async ({
  app,
  page,
}) => {
  await open(app);
  await page.keyboard.press('Shift+N');
  await area(app).pressSequentially('One');
  await page.keyboard.press('Escape');
  await expect(note(app, 'One')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(note(app, 'empty')).toBeVisible();
  await page.keyboard.press('Control+Shift+z');
  await expect(note(app, 'One')).toBeVisible();
  for (const begin of [
    () => page.keyboard.press('Enter'),
    () => page.keyboard.press('F2'),
    () => note(app, 'One').dblclick({ position: { x: 30, y: 60 } }),
  ]) {
    await begin();
    await expect(area(app)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(area(app)).toHaveCount(0);
    await expect(app.canvas).toBeFocused();
  }
});

test('a note lies in a container: dragged into it, it moves with it, is seen when it is opened, and goes with it', async ({
  app,
  page,
}) => {
  const canvas = await open(app, `${workflow}  notes:\n    - { text: Inside, at: [20, 160], size: [120, 60] }\n`);
  const from = await canvas.box(note(app, 'Inside'));
  const group = await canvas.box(app.node('gather'));
  await canvas.carry({ x: from.x + 10, y: from.y + 10 }, { x: group.x + 30, y: group.y + group.height - 8 });
  await page.mouse.up();
  await expectSaved(app, /in: gather/);
  // The container has grown around it.
  await expect.poll(async () => (await canvas.box(app.node('gather'))).height).toBeGreaterThan(group.height + 20);
  await app.select('gather');
  await app.canvas.focus();
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('navigation', { name: 'Opened container' }).or(note(app, 'Inside')).first(),
  ).toBeVisible();
  await expect(note(app, 'Inside')).toBeVisible();
  await page.keyboard.press('Escape');
  await app.select('gather');
  await app.canvas.focus();
  await page.keyboard.press('Delete');
  await expect(note(app, 'Inside')).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(note(app, 'Inside')).toBeVisible();
});

test('notes travel with tasks: selected together, copied, pasted, duplicated and deleted', async ({
  app,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(app, `${workflow}  notes:\n    - { text: Mine, at: [0, 120], color: pink }\n`);
  await page.keyboard.press('Control+a');
  const canvas = new Canvas(app);
  await expect(canvas.said).toHaveText('2 tasks and 1 note selected');
  await page.keyboard.press('Control+c');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+v');
  await expect(note(app, 'Mine')).toHaveCount(2);
  await expect(app.row('start_2')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(note(app, 'Mine')).toHaveCount(1);
  await page.keyboard.press('Alt+n');
  await expect(canvas.said).toHaveText('Note: Mine');
  await page.keyboard.press('Control+d');
  await expect(note(app, 'Mine')).toHaveCount(2);
  await page.keyboard.press('Control+x');
  await expect(note(app, 'Mine')).toHaveCount(1);
  await page.keyboard.press('Control+v');
  await expect(note(app, 'Mine')).toHaveCount(2);
  await expectSaved(app, /color: pink[\s\S]*color: pink/);
});

test('find and replace reaches notes; the menu colours them; at low zoom they are blocks with their first lines', async ({
  app,
  page,
}) => {
  const canvas = await open(app, `${workflow}  notes:\n    - { text: Ask Ada, at: [0, 140] }\n`);
  await page.keyboard.press('Control+f');
  const panel = page.getByRole('region', { name: 'Find and replace' });
  await panel.getByLabel('Find', { exact: true }).fill('Ada');
  await panel.getByRole('button', { name: 'Replace', exact: true }).click();
  await panel.getByLabel('Replace with').fill('Grace');
  await panel.getByRole('button', { name: /^Replace all/ }).click();
  await expect(note(app, 'Ask Grace')).toBeVisible();
  await page.keyboard.press('Escape');
  await note(app, 'Ask Grace').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Colour' }).press('ArrowRight');
  await page.getByRole('menuitemradio', { name: 'Green' }).click();
  await expect(note(app, 'Ask Grace')).toHaveAttribute('data-color', 'green');
  await app.canvas.focus();
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('-');
  await expect(canvas.overview).toBeVisible();
  await expect(page.locator('[data-note]')).toHaveText('Ask Grace');
  expect(await savedText(app)).toContain('Ask Grace');
});

test('the arrows lead to notes as to tasks, and say them; the map shows them', async ({ app, page }) => {
  const notes = `  notes:
    - { text: Beside, at: [0, 200], color: blue }
    - { text: Inside, at: [0, 130], in: gather }
`;
  const canvas = await open(app, workflow + notes);
  await expect(page.getByRole('img', { name: 'Map of the workflow' }).locator('canvas')).toHaveAttribute(
    'data-notes',
    '2',
  );
  await app.select('start');
  await app.canvas.focus();
  await page.keyboard.press('ArrowDown');
  await expect(canvas.said).toHaveText('Note: Beside');
  await page.keyboard.press('Enter');
  await expect(area(app)).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowUp');
  await expect(canvas.said).toHaveText(/^start, /);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await expect(canvas.said).toHaveText(/^web, /);
  await page.keyboard.press('ArrowDown');
  await expect(canvas.said).toHaveText('Note: Inside, in gather');
  // A wire ends at a task.
  await app.select('start');
  await app.canvas.focus();
  await page.keyboard.press('c');
  await page.keyboard.press('ArrowDown');
  await expect(canvas.said).toHaveText(/^Connecting from start/);
});

const harmful = [
  '# Mine',
  '<script>window.attacked = "script"</script><img src="https://elsewhere.test/a.png" onerror="window.attacked = 1">',
  '<iframe src="https://elsewhere.test/"></iframe>',
  '![picture](https://elsewhere.test/b.png) [link](javascript:window.attacked="link")',
  '[sheet]: https://elsewhere.test/c.css',
  'safe \u202egnp.exe',
];

test('a note that means harm runs nothing and fetches nothing; a megabyte of text is cut', async ({ app, page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const notes = [
    { text: harmful.join('\n\n'), at: [0, 160], size: [400, 300] },
    { text: `Long\n\n${'word '.repeat(200_000)}`, at: [420, 160] },
  ];
  await open(app, `${workflow}  notes: ${JSON.stringify(notes)}\n`);
  const mine = note(app, 'Mine');
  await expect(mine.getByRole('heading', { name: 'Mine' })).toBeVisible();
  await expect(mine.getByText('safe \\u202egnp.exe')).toBeVisible();
  expect(await mine.locator('script, img, iframe, link, style, [onerror]').count()).toBe(0);
  await expect(mine.getByRole('link', { name: 'picture' })).toHaveAttribute('href', 'https://elsewhere.test/b.png');
  await expect(mine.getByText('link', { exact: true })).toHaveAttribute('href', '');
  await mine.getByText('link', { exact: true }).dispatchEvent('click');
  await expect(note(app, 'Long')).toContainText('and 980,006 more characters');
  // It is selected, written in, and kept whole.
  await mine.click({ position: { x: 390, y: 290 } });
  await app.canvas.focus();
  await page.keyboard.press('Enter');
  await expect(area(app)).toHaveValue(harmful.join('\n\n'));
  await page.keyboard.press('Escape');
  await app.reload();
  await expect(note(app, 'Mine')).toBeVisible();
  expect(await page.evaluate(() => 'attacked' in window)).toBe(false);
  const { origin } = new URL(page.url());
  expect(asked.filter((url) => /^(https?|wss?):/.test(url) && !url.startsWith(`${origin}/`))).toEqual([]);
});
