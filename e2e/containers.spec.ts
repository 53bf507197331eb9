import { isAccessible } from './support/accessible';
import { expect, test } from './support/app';
import { Canvas } from './support/canvas';
import { expectNotSaved, expectSaved } from './support/saved-text';

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
`;

test('a part is moved in its container, which grows and is tidied up; wires are drawn in it', async ({ app, page }) => {
  await app.openText(workflow);
  await app.select('prepare');
  await expect(app.node('prepare')).toBeVisible();
  const canvas = new Canvas(app);
  /** The width of the container, at 100 %. */
  const width = async () => {
    const [whole, part] = [await canvas.box(app.node('prepare')), await canvas.box(app.node('prepare/clean'))];
    return (whole.width * 200) / part.width;
  };
  const before = await width();
  await canvas.moveBy('prepare/clean', 60, 40);
  await expect(app.inspector.getByRole('heading', { level: 2, name: 'clean' })).toBeVisible();
  await expectSaved(app, /prepare\/clean: \[\d+, \d+\]/);
  await expect.poll(width).toBeGreaterThan(before + 40);
  await app.canvas.focus();
  await page.keyboard.press('Shift+Alt+T');
  await expectSaved(app, /review: \[\d+, \d+\]/);
  await expectNotSaved(app, 'prepare/clean');
  await expect.poll(width).toBeCloseTo(before, 0);

  await app.select('gather');
  await canvas.drag(await canvas.port('gather/paper', 'out'), await canvas.port('gather/merge', 'in'));
  await expect(app.edge('paper', 'merge')).toBeAttached();
  await expectSaved(app, /depends_on: \[ ?web, paper ?\]/);
  await app.select('review');
  await isAccessible(app, 'containers');
});
