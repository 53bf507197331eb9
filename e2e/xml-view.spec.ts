import { expect, test } from './support/app';
import { Canvas } from './support/canvas';
import { Code } from './support/code';
import { expectNotSaved, expectSaved, savedText } from './support/saved-text';

const workflow = `# mine
name: Two notations
default_model: sim:default
tasks:
  first: # begins
    description: Say one
  second:
    description: Say two
layout:
  tasks:
    first: [0, 0]
    second: [280, 0]
`;

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('what is typed in XML is on the canvas and in the saved YAML, which keeps its comments', async ({ app }) => {
  await app.openText(workflow);
  const code = new Code(app);
  await code.show('Both', 'XML');
  await expect(code.root).toContainText('<description>Say two</description>');
  await code.select('Say two');
  await code.paste('Say three');
  const saved = await expectSaved(app, 'description: Say three');
  expect(saved).toContain('# mine');
  expect(saved).toContain('first: # begins');
  await code.select('<description>Say three</description>');
  await code.paste('<description>Say {{first}}</description><depends_on>first</depends_on>');
  await expect(app.edge('first', 'second')).toBeAttached();
  await expectSaved(app, /depends_on: \[first\]/);
});

test('tasks are put in another order in XML: at the top, in a group, and in a function', async ({ app, page }) => {
  const text = `name: Order
default_model: sim:default
library:
  report:
    task:
      type: group
      subtasks:
        web: { description: Search } # the search
        sum: { description: Sum }
tasks:
  first: # begins
    description: Say one
  second:
    type: group
    subtasks:
      a: { description: A }
      b: { description: B }
`;
  const task = (id: string, description: string) => `<task id="${id}"><description>${description}</description></task>`;
  await app.openText(text);
  const code = new Code(app);
  await code.show('Both', 'XML');
  await code.root.getByRole('textbox', { name: /^Code/ }).focus();
  await page.keyboard.press('Control+a');
  await code.paste(`<workflow heddle="1" name="Order"><default_model>sim:default</default_model>
<library><definition name="report"><task type="group">
<subtasks>${task('sum', 'Sum')}${task('web', 'Search')}</subtasks></task></definition></library>
<tasks><task id="second" type="group"><subtasks>${task('b', 'B')}${task('a', 'A')}</subtasks></task>
${task('first', 'Say one')}</tasks></workflow>`);
  const saved = await expectSaved(app, /sum:[\s\S]*web:[\s\S]*tasks:[\s\S]*second:[\s\S]* b:[\s\S]* a:[\s\S]*first:/);
  expect(saved).toContain('# the search');
  expect(saved).toContain('# begins');
  await app.isSaved();
  await app.reload();
  await expect(app.tree.getByRole('treeitem').first()).toContainText('second');
  await app.canvas.focus();
  await page.keyboard.press('Control+z');
  await expect.poll(() => savedText(app)).toBe(text);
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(() => savedText(app)).toBe(saved);
});

test('edits of the canvas are put into the XML, which keeps its comments', async ({ app, page }) => {
  await app.openText(workflow);
  const code = new Code(app);
  await code.show('Both', 'XML');
  await code.select('<default_model>');
  await page.keyboard.press('ArrowLeft');
  await code.paste('<!-- to the reviewer -->');
  await expect(code.root).toContainText('to the reviewer');
  await new Canvas(app).zoom.getByRole('button', { name: 'Show everything' }).click();
  await new Canvas(app).connect('first', 'second');
  await expect(code.root).toContainText('<depends_on>first</depends_on>');
  await expect(code.root).toContainText('to the reviewer');
  await page.keyboard.press('Control+z');
  await expect(code.root).not.toContainText('depends_on');
  await expectNotSaved(app, 'depends_on');
});

test('XML that is not well-formed is marked with what to do, and loses nothing', async ({ app, page }) => {
  await app.openText(workflow);
  const code = new Code(app);
  await code.show('Both', 'XML');
  await code.select('</default_model>');
  await code.paste('</default_modl>');
  await expect(code.root.getByText('The canvas shows the last good state.')).toBeVisible();
  await expect(code.root.getByText(/Line 2:.*default_model/)).toBeVisible();
  await expectSaved(app, 'default_model: sim:default');
  await page.keyboard.press('Control+z');
  await expect(code.root).toContainText('</default_model>');
  await expect(code.root.getByText('The canvas shows the last good state.')).toBeHidden();
});

test('elements, attributes and values are completed from the schema', async ({ app, page }) => {
  await app.openText(workflow);
  const code = new Code(app);
  await code.show('Code', 'XML');
  await code.select('<description>Say one</description>');
  await page.keyboard.press('ArrowRight');
  await code.type('<prio');
  const offers = page.getByRole('listbox', { name: 'Suggest' });
  await expect(offers.getByRole('option', { name: /priority/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await code.type('hi');
  await page.keyboard.press('Control+Space');
  await expect(offers.getByRole('option', { name: /high/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expectSaved(app, 'priority: high');
});

test('a misspelt element has a mend, and one document has one history', async ({ app, page }) => {
  await app.openText(workflow);
  const code = new Code(app);
  await code.show('Both', 'XML');
  await code.select('<description>Say one</description>');
  await code.paste('<descripton>Say four</descripton>');
  await expect(code.root.getByText(/Did you mean "description"/)).toBeVisible();
  await code.select('descripton');
  await code.openFixes('Change to description');
  await page.keyboard.press('Enter');
  await expectSaved(app, 'description: Say four');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expectSaved(app, 'description: Say one');
  await expect(code.root).toContainText('<description>Say one</description>');
});
