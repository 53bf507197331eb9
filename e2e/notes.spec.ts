import { isAccessible } from './support/accessible';
import { type App, expect, test } from './support/app';
import { Canvas } from './support/canvas';
import { expectSaved } from './support/saved-text';

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

test('a note is added by key, written in, drawn as Markdown, moved, coloured, undone, and there after a reload', async ({
  app,
  page,
}) => {
  const canvas = await open(app);
  const free = await canvas.at(160, 420);
  await page.mouse.move(free.x, free.y);
  await page.keyboard.press('m');
  await page.keyboard.press('Shift+N');
  await area(app).pressSequentially('# Why\n\nAsk **Ada** about [it](https://example.org)');
  await page.keyboard.press('Escape');
  await expect(note(app, 'Why').getByRole('heading', { name: 'Why' })).toBeVisible();
  await expect(note(app, 'Why').getByRole('link', { name: 'it' })).toHaveAttribute('rel', /noopener/);
  await expect(canvas.said).toHaveText('Note: Why');
  const map = page.getByRole('img', { name: 'Map of the workflow' }).locator('canvas');
  await expect(map).toHaveAttribute('data-notes', '1');
  await expectSaved(app, /notes:\n +- text: \|-?\n +# Why/);

  // By mouse: it is dragged, and resized at a corner.
  const before = await canvas.box(note(app, 'Why'));
  await canvas.carry({ x: before.x + 12, y: before.y + 12 }, { x: before.x + 92, y: before.y + 52 });
  await page.mouse.up();
  await expect.poll(async () => (await canvas.box(note(app, 'Why'))).x).toBeCloseTo(before.x + 80, 0);
  const corner = await canvas.box(note(app, 'Why').locator('[data-corner="se"]'));
  await canvas.carry({ x: corner.x + 5, y: corner.y + 5 }, { x: corner.x + 65, y: corner.y + 35 });
  await page.mouse.up();
  await expect.poll(async () => (await canvas.box(note(app, 'Why'))).width).toBeGreaterThan(before.width + 40);
  // By keyboard: nudged, made wider, and coloured in the inspector.
  await app.canvas.focus();
  await page.keyboard.press('Control+ArrowDown');
  await page.keyboard.press('Control+Shift+ArrowRight');
  await app.inspector.getByLabel('Colour').selectOption('Blue');
  await expect(note(app, 'Why')).toHaveAttribute('data-color', 'blue');
  await expectSaved(app, /color: blue/);

  await isAccessible(app, 'a note', 'main');
  await app.canvas.focus();
  await page.keyboard.press('Delete');
  await expect(note(app, 'Why')).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(note(app, 'Why')).toHaveAttribute('data-color', 'blue');
  await expectSaved(app, /color: blue/);
  await app.reload();
  await expect(note(app, 'Why')).toBeVisible();
});
