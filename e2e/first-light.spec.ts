import { startAimock } from './servers/aimock';
import { type App, expect, type OwnProvider, test } from './support/app';

const replies = [
  { match: 'Outline the harbour', reply: 'Tides, cranes and gulls.', inputTokens: 1200, outputTokens: 34 },
  { match: 'Write one line on', reply: 'Gulls over cranes at low tide.', inputTokens: 56, outputTokens: 7 },
  { match: 'Judge the text', reply: 'It is short, and it is good.', inputTokens: 78, outputTokens: 9 },
];

const protocols: readonly NonNullable<OwnProvider['protocol']>[] = [
  'Chat completions (Ollama, vLLM, LM Studio, gateways)',
  'Anthropic messages',
];

/** Draws outline → write → judge by mouse, and writes their prompts and ids. */
async function draw(app: App): Promise<void> {
  const tasks = [
    { id: 'outline', prompt: 'Outline the harbour of {{PLACE}}.', x: 0.2 },
    { id: 'write', prompt: 'Write one line on {{outline}}', x: 0.5 },
    { id: 'judge', prompt: 'Judge the text.', x: 0.8 },
  ];
  for (const { id, prompt, x } of tasks) {
    await app.dragFromPalette('Atomic', await app.placeOnCanvas(x, 0.3));
    await expect(app.inspector.getByRole('heading', { name: 'atomic_1' })).toBeVisible();
    await app.field('Id').fill(id);
    await app.field('Id').press('Enter');
    await expect(app.inspector.getByRole('heading', { name: id })).toBeVisible();
    await app.field('Prompt').fill(prompt);
  }
  await app.connect('outline', 'write');
  await app.connect('write', 'judge');
}

/** The text of all messages of a request in OpenAI's format. */
function textOf(body: unknown): string {
  return JSON.stringify((body as { messages: unknown }).messages);
}

for (const protocol of protocols) {
  test(`a workflow drawn by mouse runs against a server that speaks ${protocol}`, async ({ app }) => {
    const aimock = await startAimock(replies);
    try {
      await app.openBlank();
      await app.addProviders({ id: 'harbour', baseUrl: `${aimock.url}/v1`, protocol });
      await app.field('Default model').fill('harbour:small');
      await app.inspector.getByRole('button', { name: 'Add a variable' }).click();
      await app.inspector.getByLabel('Name of variable').fill('PLACE');
      await app.inspector.getByLabel('Name of variable').press('Enter');
      await app.inspector.getByLabel('Value of variable PLACE').fill('Trieste');
      await draw(app);
      await app.run();

      await test.step('outputs and figures, on the nodes and in the drawer', async () => {
        for (const [id, reply, tokens, total] of [
          ['outline', 'Tides, cranes and gulls.', '1.2k tok in, 34 tok out', '1.2k tok'],
          ['write', 'Gulls over cranes at low tide.', '56 tok in, 7 tok out', '63 tok'],
          ['judge', 'It is short, and it is good.', '78 tok in, 9 tok out', '87 tok'],
        ] as const) {
          await app.isTask(id, 'Done');
          await expect(await app.output(id)).toHaveText(reply);
          // The price of a custom server's model is not known, and the page says so.
          await expect(app.drawer.getByRole('tabpanel')).toContainText(`${tokens} · price not known`);
          await expect(app.node(id)).toContainText(`${total} · price not known`);
        }
      });

      await test.step('prompts, as the server saw them', async () => {
        const [outline, write, judge, ...more] = aimock.bodies().map(textOf);
        expect(more).toEqual([]);
        expect(outline).toContain('Outline the harbour of Trieste.');
        expect(outline).not.toContain('=== RELEVANT CONTEXT ===');
        expect(write).toContain('Write one line on Tides, cranes and gulls.');
        expect(judge).toContain('=== RELEVANT CONTEXT ===');
        expect(judge).toContain('Task: write (relevance: 1.00)');
        expect(judge).toContain('Gulls over cranes at low tide.');
        expect(aimock.bodies()).toMatchObject([{ model: 'small' }, { model: 'small' }, { model: 'small' }]);
      });

      await test.step('the drawer shows prompt, events and timeline', async () => {
        const prompt = await app.output('judge', 'Prompt');
        await expect(prompt).toContainText('Judge the text.');
        await expect(prompt).toContainText('Gulls over cranes at low tide.');
        await app.tab('Events');
        await expect(app.drawer.getByRole('option').filter({ hasText: 'Run completed' })).toHaveCount(1);
        const replied = await app.eventsOf('model.replied');
        await expect(replied.filter({ hasText: '78 tok in, 9 tok out · price not known' })).toHaveCount(1);
        await replied.last().click();
        await expect(app.drawer.getByRole('region', { name: 'The event as it is stored' })).toContainText(
          '"finishReason": "stop"',
        );
        await app.tab('Timeline');
        for (const id of ['outline', 'write', 'judge']) {
          await expect(app.drawer.getByRole('button', { name: `${id}: done` })).toBeVisible();
        }
      });
    } finally {
      await aimock.close();
    }
  });
}

test('what was drawn and run is there after a reload', { tag: '@main' }, async ({ app, server }) => {
  server.on({ match: 'Outline', reply: 'Tides.' });
  server.on({ match: 'Write one line', reply: 'Low tide.' });
  server.on({ match: 'Judge', reply: 'Good.' });
  await app.openBlank();
  await app.addProviders({ id: 'harbour', baseUrl: `${server.url}/v1` });
  await app.field('Default model').fill('harbour:small');
  await draw(app);
  // The prompt names a variable that does not exist.
  await app.select('outline');
  await app.field('Prompt').fill('Outline the harbour.');
  await app.run();
  await app.reload();
  await expect(app.edge('outline', 'write')).toBeAttached();
  await expect(app.edge('write', 'judge')).toBeAttached();
  await expect(await app.output('judge')).toHaveText('Good.');
  await expect(app.runButton()).toBeVisible();
  expect(server.requests).toHaveLength(3);
});

test('a price that is known is told, on the node, in the drawer and in the events', async ({ app, server, page }) => {
  server.on({ chunks: ['Tides, ', 'cranes.'] });
  await page.route('https://api.openai.com/**', async (route) => {
    const response = await route.fetch({ url: route.request().url().replace('https://api.openai.com', server.url) });
    await route.fulfill({ response });
  });
  await app.openText('tasks:\n  outline: { description: Outline the harbour., model: "openai:gpt-4o" }\n');
  await app.openModels();
  await app.giveKey('OpenAI', 'sk-harbour');
  await app.closeDialog();
  await app.run();
  // $2.50 for a million tokens of input, $10 for one of output; the server counts characters and chunks.
  const [request] = server.requests;
  const cost = ((request?.prompt.length ?? 0) * 2.5 + 2 * 10) / 1_000_000;
  const text = cost < 0.0001 ? '< $0.0001' : `$${cost.toFixed(4)}`;
  await app.output('outline');
  await expect(app.drawer.getByRole('tabpanel')).toContainText(text);
  await expect(app.node('outline')).toContainText(text);
  await expect((await app.eventsOf('model.replied')).first()).toContainText(text);
  expect(request?.headers.authorization).toBe('Bearer sk-harbour');
});
