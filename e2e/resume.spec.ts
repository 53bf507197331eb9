import { expect, test } from './support/app';

/** Three model calls in a row, each with the reply before it in its prompt. */
const chain = `
default_model: harbour:small
tasks:
  first: { description: First question. }
  second: { description: Second question., depends_on: [first] }
  third: { description: "Third question on {{second}}", depends_on: [second], inject_context: false }
`;

test('a run that a reload cut goes on by itself and asks nothing twice that was answered', { tag: '@main' }, async ({
  app,
  server,
}) => {
  server.on({ match: 'First question', reply: 'one' });
  server.on({ match: 'Second question', chunks: ['two ', 'and ', 'a half'], holdAfterChunks: 1 });
  server.on({ match: 'Third question', reply: 'three' });
  await app.openText(chain, { id: 'harbour', baseUrl: `${server.url}/v1` });
  await app.start();
  await app.isTask('second', 'Writing');
  await expect.poll(() => server.count('Second question')).toBe(1);

  await app.page.reload();
  await expect.poll(() => server.count('Second question')).toBe(2);
  expect(server.requests.map(({ aborted }) => aborted)).toEqual([false, true, false]);
  server.release();
  expect(await app.isOver()).toBe('completed');

  await expect(await app.output('first')).toHaveText('one');
  await expect(await app.output('second')).toHaveText('two and a half');
  await expect(await app.output('third')).toHaveText('three');
  await expect(await app.output('third', 'Prompt')).toContainText('Third question on two and a half');
  expect(server.count('First question')).toBe(1);
  expect(server.count('Second question')).toBe(2);
  expect(server.count('Third question')).toBe(1);
  // The call in flight is sent again unchanged.
  expect(server.requests[2]?.body).toEqual(server.requests[1]?.body);

  await expect((await app.eventsOf('run.resumed')).filter({ hasText: 'Continues after a reload' })).toHaveCount(1);
  expect(await app.runs()).toHaveLength(1);
});

test('of a conversation that a reload cut, only the turn that was not answered is asked again', async ({
  app,
  server,
}) => {
  server.on({ match: 'A number', reply: 'no number' });
  server.on({ match: 'no number', reply: '42', holdAfterChunks: 0 });
  await app.openText(
    'tasks:\n  ask: { description: A number., model: "harbour:small", output_schema: { type: number } }\n',
    { id: 'harbour', baseUrl: `${server.url}/v1` },
  );
  await app.start();
  await expect.poll(() => server.count('A number')).toBe(2);
  await app.page.reload();
  await expect.poll(() => server.count('A number')).toBe(3);
  server.release();
  expect(await app.isOver()).toBe('completed');
  await expect(await app.output('ask')).toHaveText('42');
  // First the prompt; then, twice, the same with the reply and its mistake.
  expect(server.requests.map(({ prompt }) => prompt.includes('no number'))).toEqual([false, true, true]);
});

test('a run that needs a key waits after a reload until the key is there again', async ({ app, server }) => {
  server.on({ match: 'First question', reply: 'one' });
  server.on({ match: 'Second question', reply: 'two', holdAfterChunks: 0 });
  await app.openText(chain);
  await app.openModels();
  await app.addProvider({ id: 'harbour', baseUrl: `${server.url}/v1`, needsKey: true });
  await app.giveKey('harbour', 'sk-first');
  await app.closeDialog();
  await app.start();
  await expect.poll(() => server.count('Second question')).toBe(1);

  await app.page.reload();
  await expect(app.runLine.getByText('The run waits for the key of harbour.')).toBeVisible();
  await app.isTask('second', 'Waits for you');
  expect(server.requests).toHaveLength(2);
  await app.page.getByRole('button', { name: 'Enter the key' }).click();
  await app.giveKey('harbour', 'sk-second');
  await app.closeDialog();
  await expect.poll(() => server.count('Second question')).toBe(2);
  server.release();
  expect(await app.isOver()).toBe('completed');
  await expect(app.runLine.getByText('The run waits for the key of harbour.')).toBeHidden();
  expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([
    'Bearer sk-first',
    'Bearer sk-first',
    'Bearer sk-second',
    'Bearer sk-second',
  ]);
  expect(server.count('First question')).toBe(1);
});

test('a second tab does not take up a run that goes on in the first', async ({ app, server, context }) => {
  server.on({ match: 'Second question', reply: 'two', holdAfterChunks: 0 });
  await app.openText(chain, { id: 'harbour', baseUrl: `${server.url}/v1` });
  await app.start();
  await expect.poll(() => server.count('Second question')).toBe(1);

  const second = app.inTab(await context.newPage());
  await second.page.goto(app.page.url());
  await second.isReady();
  await second.isTask('first', 'Done');
  // Its engine refuses, so it has examined the run and left it alone.
  await second.cancelButton().click();
  await expect(second.page.getByText('This run is running in another tab.')).toBeVisible();
  expect(server.requests).toHaveLength(2);

  server.release();
  expect(await app.isOver()).toBe('completed');
  expect(server.requests).toHaveLength(3);
});

test('scripts and simulated calls go on after a reload, and what a script drew by lot stays', async ({ app }) => {
  await app.openText(`
default_model: sim:default
tasks:
  lot: { type: script, script: { language: javascript, content: 'return { lot: Math.random() }' } }
  shout: { type: script, depends_on: [lot], script: { stdin: "{{lot.output.lot}}", content: 'echo "[$(cat)]"' } }
  say: { description: Say something., depends_on: [shout], options: { latency_ms: 2500, reply: Said. } }
  end: { type: script, depends_on: [say], script: { env: { LOT: "{{shout}}", SAID: "{{say}}" }, content: 'echo "$LOT $SAID"' } }
`);
  await app.start();
  await app.isTask('say', 'Writing');
  await app.page.reload();
  expect(await app.isOver()).toBe('completed');
  const events = await app.storedEvents();
  expect(events.filter(({ kind }) => kind === 'run.resumed')).toHaveLength(1);
  expect(events.filter(({ kind }) => kind === 'script.exited').map(({ path }) => path.split('/')[1])).toEqual([
    'lot',
    'shout',
    'end',
  ]);
  const lot = JSON.parse(
    events.find(({ path, kind }) => kind === 'script.exited' && path.includes('/lot/'))?.result ?? '',
  );
  await expect(await app.output('end')).toHaveText(`[${lot.lot}] Said.`);
});
