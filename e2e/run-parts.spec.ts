import type { FaultServer } from './servers/fault-server';
import { isAccessible } from './support/accessible';
import { type App, expect, test } from './support/app';
import { Runs } from './support/runs';

/** A chain of nine tasks, each of which reads the one before it. */
const chain = `heddle: 1
name: Nine
default_model: harbour:small
defaults: { inject_context: false }
tasks:
  t1: { description: Task 1., inject_context: false }
${[2, 3, 4, 5, 6, 7, 8, 9]
  .map((n) => `  t${n}: { description: "Task ${n}. {{t${n - 1}}}", depends_on: [t${n - 1}], inject_context: false }`)
  .join('\n')}
`;

/** The numbers of the tasks that were asked since `from` requests. */
function askedSince({ requests }: Pick<FaultServer, 'requests'>, from: number): readonly string[] {
  return requests.slice(from).map((request) => /Task (\d)\./.exec(JSON.stringify(request))?.[1] ?? '?');
}

async function openChain(app: App, server: FaultServer): Promise<void> {
  for (let n = 1; n <= 9; n += 1) server.on({ match: `Task ${n}.`, reply: `answer ${n}` });
  server.on({ match: 'Other 4', reply: 'other' });
  await app.openText(chain.replace('defaults: { inject_context: false }\n', ''), {
    id: 'harbour',
    baseUrl: `${server.url}/v1`,
  });
}

test('a task runs alone, from there and to there: by menu, by key, and after a reload', async ({
  app,
  page,
  server,
}) => {
  await openChain(app, server);
  // Before the first run, a task has nothing to read: the message says what to run first.
  await app.select('t4');
  await app.canvas.focus();
  await page.keyboard.press('Alt+Enter');
  await expect(page.getByText('t4 needs what t3 gives.')).toBeVisible();
  expect(server.requests).toHaveLength(0);

  // To there, by key: what it needs runs, the rest does not.
  await page.keyboard.press('Control+Alt+Enter');
  expect(await app.isOver()).toBe('completed');
  expect(askedSince(server, 0)).toEqual(['1', '2', '3', '4']);
  await app.isTask('t5', 'Skipped');
  await expect(app.runButton()).toHaveText(/4 kept, 5 asked/);

  // The rest.
  expect(await app.run()).toBe('completed');
  expect(askedSince(server, 4)).toEqual(['5', '6', '7', '8', '9']);

  // Alone, by the menu of its node: it is asked although nothing changed, and what follows is out of date.
  await app.node('t4').click({ button: 'right' });
  const menu = page.getByRole('menu', { name: 'Canvas menu' });
  await expect(menu.getByRole('menuitem', { name: /^Run this task/ })).toContainText('1 asked');
  await expect(menu.getByRole('menuitem', { name: /^Run from here/ })).toContainText('6 asked');
  await expect(menu.getByRole('menuitem', { name: /^Run to here/ })).toContainText('kept');
  await isAccessible(app, 'the menu of a task');
  server.on({ match: 'Task 4.', reply: 'another answer' });
  await menu.getByRole('menuitem', { name: /^Run this task/ }).click();
  await expect.poll(() => askedSince(server, 9)).toEqual(['4']);
  expect(await app.isOver()).toBe('completed');
  await app.isTask('t3', 'Done');
  await expect(app.runButton()).toHaveText(/4 kept, 5 asked/);
  const runs = new Runs(app);
  await runs.open();
  await expect(runs.list.getByText('Only t4 · Forked from run 2')).toBeVisible();
  await page.getByRole('tab', { name: 'Tasks' }).click();

  // From there, by the menu beside Run, with a reload in the middle.
  for (const n of [5, 6, 7]) server.on({ match: `Task ${n}.`, reply: `a new answer ${n}` });
  server.on({ match: 'Task 8.', reply: 'eight', holdAfterChunks: 0 });
  await app.select('t4');
  await page.getByRole('button', { name: 'Other ways to run' }).click();
  await page.getByRole('menuitem', { name: /^Run from here/ }).click();
  await expect.poll(() => askedSince(server, 10)).toEqual(['4', '5', '6', '7', '8']);
  server.on({ match: 'Task 8.', reply: 'eight' });
  await page.reload();
  expect(await app.isOver()).toBe('completed');
  expect(askedSince(server, 10)).toEqual(['4', '5', '6', '7', '8', '8', '9']);
  await expect(app.runButton()).toHaveText(/9 kept, none asked/);
});
