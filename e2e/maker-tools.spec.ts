import { isAccessible } from './support/accessible';
import { expect } from './support/app';
import { makerCases, openWithMakers, test } from './support/makers';
import { expectSaved } from './support/saved-text';

/** A tool of the task with the same name as the providers' own. */
const lookTool = `tools:
  look:
    description: Looks up a page.
    parameters: { type: object, properties: { page: { type: integer } }, required: [page], additionalProperties: false }
    script: { language: bash, stdin: "{{page}}", content: 'echo "Page $(cat) tells little."' }
  web_search:
    description: Searches the folder.
    parameters: { type: object, properties: { q: { type: string } } }
    script: { language: bash, content: 'echo nothing' }
`;
const asking = (model: string, prompt: string) => `default_model: "${model}"
${lookTool}tasks:
  ask:
    description: "${prompt}"
    tools: [{ type: provider, name: web_search }]
`;

for (const { maker, model } of makerCases.filter((one) => one.maker !== 'plain')) {
  test(`${maker}: a search is shown as its maker's, its pages are linked, and a second turn carries it back`, async ({
    app,
    makers,
  }) => {
    // In its second turn the reply cites pages.
    await openWithMakers(app, makers, asking(`${maker}:${model}`, 'Ebb? [tools:1][tool:look][search:tides of Emden]'));
    expect(await app.run()).toBe('completed');
    expect(makers.refused()).toEqual([]);
    expect(makers.requests).toHaveLength(2);
    expect(JSON.stringify(makers.requests[1]?.body)).toContain('tides of Emden');

    const check = async () => {
      const output = await app.output('ask');
      const performed = output.getByRole('region', { name: 'Tools of the provider' });
      await expect(performed.getByText(`by ${maker}`)).toHaveCount(2);
      await performed
        .getByText(/search/)
        .first()
        .click();
      await expect(performed).toContainText('tides of Emden');
      const link = output.getByRole('region', { name: 'Sources' }).getByRole('link').first();
      await expect(link).toHaveAttribute('href', 'https://tides.example.com/1');
      await expect(link).toHaveAttribute('rel', /noopener/);
      await expect(link).toHaveText('Tides of Emden, page 1');
      // Heddle's own tool was called by itself, once, and the provider's tool of the same name never.
      const own = output.getByRole('region', { name: 'Tools', exact: true });
      await expect(own.locator('details')).toHaveCount(1);
      await expect(own).toContainText('look');
    };
    await check();
    await isAccessible(app, 'what tools of makers did');
    await app.reload();
    await check();
    expect(makers.requests).toHaveLength(2);
  });
}

test('a hostile page is no link, and of many pages the first are listed', async ({ app, makers }) => {
  const model = 'anthropic:claude-sonnet-5';
  await openWithMakers(app, makers, asking(model, 'Ebb? [search:x][pages:javascript:alert(1)][server-call:look]'));
  expect(await app.run()).toBe('completed');
  let output = await app.output('ask');
  const performed = output.getByRole('region', { name: 'Tools of the provider' });
  await expect(performed.locator('details')).toHaveCount(2);
  await expect(performed).toContainText('look');
  await expect(output.getByRole('region', { name: 'Sources' })).toHaveCount(0);
  await expect(output.getByRole('region', { name: 'Tools', exact: true })).toHaveCount(0);
  await expect(output.locator('a[href^="javascript"]')).toHaveCount(0);

  makers.reset();
  makers.next('[search:x][pages:10000]');
  expect(await app.runEverythingAgain()).toBe('completed');
  output = await app.output('ask');
  const sources = output.getByRole('region', { name: 'Sources' });
  await expect(sources.getByRole('link')).toHaveCount(20);
  await expect(sources).toContainText('9,900 more were named.');
  await sources.getByRole('button', { name: 'Show 20 more of 100' }).click();
  await expect(sources.getByRole('link')).toHaveCount(40);
});

test('a provider without such tools is refused before the run, with the place', async ({ app, makers, page }) => {
  await openWithMakers(app, makers, asking('plain:test', 'Ebb?'));
  await app.topBar.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByText(/plain:test is called by chat completions/).first()).toBeVisible();
  expect(await app.runs()).toHaveLength(0);
  expect(makers.requests).toEqual([]);
});

test('a tool of a provider is made in the settings, by a name that is offered', async ({ app, makers }) => {
  await openWithMakers(app, makers, asking('openai:gpt-6-astra', 'Ebb?').replace(/ {4}tools: \[.*\n/, ''));
  await app.page.keyboard.press('Escape');
  const tools = app.inspector.getByRole('region', { name: 'Tools' });
  await tools.getByRole('button', { name: 'Add a tool' }).click();
  await tools.locator('summary').last().click();
  await tools.getByLabel('Kind', { exact: true }).selectOption({ label: 'Provider' });
  const name = tools.getByLabel('Its name at the provider');
  await expect(name).toHaveValue('web_search');
  await name.fill('code_execution');
  await tools.getByLabel('Options, as JSON').fill('{ "container": "auto" }');
  await tools.getByLabel('Options, as JSON').blur();
  const text = await expectSaved(app, 'container: auto');
  expect(text).toContain('type: provider');
  expect(text).toContain('name: code_execution');
  await isAccessible(app, 'the form of a tool of a provider');
});
