import { expect, test } from './support/app';
import { Canvas } from './support/canvas';
import { expectSaved, savedText } from './support/saved-text';

const workflow = `default_model: sim:echo
tasks:
  one: { description: First, model: sim:fast }
  two: { description: Second, depends_on: [one] }
  gather:
    type: group
    subtasks:
      web: { description: Search }
layout:
  tasks:
    one: [0, 0]
    two: [40, 200]
    gather: [400, 30]
`;

test('several tasks at any depth are edited, aligned and tidied up at once, each as one step', async ({
  app,
  page,
}) => {
  await app.openText(workflow);
  const canvas = new Canvas(app);
  await app.select('one');
  await app.node('two').click({ modifiers: ['Control'] });
  await app.node('gather/web').click({ modifiers: ['Control'] });
  await expect(app.inspector.getByRole('heading', { name: '3 tasks selected' })).toBeVisible();
  const before = await savedText(app);

  const model = app.inspector.getByLabel('Model', { exact: true });
  await expect(model).toHaveAttribute('placeholder', 'Mixed');
  await model.fill('sim:slow');
  await app.inspector.getByLabel('Turns').fill('4');
  const after = await expectSaved(app, /max_turns: 4[\s\S]*max_turns: 4[\s\S]*max_turns: 4/);
  expect(after.match(/sim:slow/g)).toHaveLength(3);
  await app.canvas.focus();
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect.poll(() => savedText(app)).toBe(before);

  await page.keyboard.press('Escape');
  await app.select('one');
  await app.node('two').click({ modifiers: ['Control'] });
  await app.canvas.focus();
  await page.keyboard.press('Alt+a');
  await expectSaved(app, 'two: [0, 200]');
  expect((await canvas.box(app.node('two'))).x).toBeCloseTo((await canvas.box(app.node('one'))).x, 0);
  await page.keyboard.press('Control+z');
  await expectSaved(app, 'two: [40, 200]');
  await app.node('two').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Align and distribute' }).press('ArrowRight');
  await page.getByRole('menuitem', { name: 'Align top' }).press('Enter');
  await expectSaved(app, 'two: [40, 0]');
  await page.keyboard.press('Control+z');
  await expectSaved(app, 'two: [40, 200]');
  await page.keyboard.press('Alt+t');
  await expectSaved(app, /one: \[0, 0\]\s+two: \[[1-9]\d+, 0\]\s+gather: \[400, 30\]/);
});
