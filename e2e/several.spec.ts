import { expect, test } from './support/app';
import { Canvas } from './support/canvas';
import { isUndone, keeps } from './support/keeps';
import { expectSaved } from './support/saved-text';

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
  const choose = async (...others: readonly string[]) => {
    await app.canvas.focus();
    await page.keyboard.press('Escape');
    await app.select('one');
    for (const id of others) await app.node(id).click({ modifiers: ['Control'] });
  };
  await keeps(app, {
    act: async () => {
      await choose('two', 'gather/web');
      await expect(app.inspector.getByRole('heading', { name: '3 tasks selected' })).toBeVisible();
      const model = app.inspector.getByLabel('Model', { exact: true });
      await expect(model).toHaveAttribute('placeholder', 'Mixed');
      await model.fill('sim:slow');
      await app.inspector.getByLabel('Turns').fill('4');
    },
    shows: async () => {
      const after = await expectSaved(app, /max_turns: 4[\s\S]*max_turns: 4[\s\S]*max_turns: 4/);
      expect(after.match(/sim:slow/g)).toHaveLength(3);
      await choose('two', 'gather/web');
      await expect(app.inspector.getByLabel('Turns')).toHaveValue('4');
      await expect(app.inspector.getByLabel('Model', { exact: true })).toHaveValue('sim:slow');
    },
    steps: 2,
  });

  const left = async () => {
    await expectSaved(app, 'two: [0, 200]');
    await expect
      .poll(async () => (await canvas.box(app.node('two'))).x - (await canvas.box(app.node('one'))).x)
      .toBeCloseTo(0, 0);
  };
  await keeps(app, {
    act: async () => {
      await choose('two');
      await app.canvas.focus();
      await page.keyboard.press('Alt+a');
    },
    shows: left,
  });
  const menu = async (...names: readonly string[]) => {
    await choose('two');
    await app.node('two').click({ button: 'right' });
    for (const name of names) await page.getByRole('menuitem', { name }).click();
  };
  await isUndone(app, { act: () => menu('Align and distribute', 'Align left'), shows: left });
  await choose('two');
  await app.node('two').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Align and distribute' }).press('ArrowRight');
  await page.getByRole('menuitem', { name: 'Align top' }).press('Enter');
  await expectSaved(app, 'two: [40, 0]');
  await page.keyboard.press('Control+z');
  await expectSaved(app, 'two: [40, 200]');
  const tidied = () => expectSaved(app, /one: \[0, 0\]\s+two: \[[1-9]\d+, 0\]\s+gather: \[400, 30\]/);
  await isUndone(app, { act: () => menu('Align and distribute', 'Tidy up the selected tasks'), shows: tidied });
  await keeps(app, {
    act: async () => {
      await choose('two');
      await app.canvas.focus();
      await page.keyboard.press('Alt+t');
    },
    shows: tidied,
  });
});
