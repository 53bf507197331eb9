import { act, waitFor, within } from '@tests/support/dom';
import { storesWithProviders } from '@tests/support/models-screen';
import { openPage } from '@tests/support/page';
import { pageMakers, providersAt } from '@tests/support/page-makers';
import { scriptsHere } from '@tests/support/scripts-here';
import { type Makers, startMakers } from '@tests/support/servers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { selectTasks } from '@/state/view/canvas';

let makers: Makers;
beforeEach(async () => {
  makers = await startMakers();
});
afterEach(() => makers.close());

/** A tool of the task with the same name as the providers' own. */
const asking = (model: string, prompt: string, tools = '    tools: [{ type: provider, name: web_search }]\n') =>
  `default_model: "${model}"
tools:
  look:
    description: Looks up a page.
    parameters: { type: object, properties: { page: { type: integer } }, required: [page], additionalProperties: false }
    script: { language: bash, stdin: "{{page}}", content: 'echo "Page $(cat) tells little."' }
  web_search:
    description: Searches the folder.
    parameters: { type: object, properties: { q: { type: string } } }
    script: { language: bash, content: 'echo nothing' }
tasks:
  ask:
    description: "${prompt}"
${tools}`;
const open = async (text: string) =>
  openPage(text, {
    storage: await storesWithProviders(...providersAt(makers)),
    scripts: scriptsHere,
  });

it.each(pageMakers.filter(({ maker }) => maker !== 'plain'))(
  'a search is shown as that of $maker, its pages are linked, and a second turn carries it back',
  async ({ maker, model }) => {
    // In its second turn the reply cites pages.
    const page = await open(asking(`${maker}:${model}`, 'Ebb? [tools:1][tool:look][search:tides of Emden]'));
    expect(await page.run()).toBe('completed');
    expect(makers.refused()).toEqual([]);
    expect(makers.requests).toHaveLength(2);
    expect(JSON.stringify(makers.requests[1]?.body)).toContain('tides of Emden');

    const check = async () => {
      const output = within(await page.output('ask'));
      const performed = within(await output.findByRole('region', { name: 'Tools of the provider' }));
      await waitFor(() => expect(performed.getAllByText(`by ${maker}`)).toHaveLength(2));
      await page.user.click(performed.getAllByText(/search/)[0] as HTMLElement);
      await performed.findAllByText(/tides of Emden/);
      const link = within(await output.findByRole('region', { name: 'Sources' })).getAllByRole('link')[0];
      expect(link).toHaveAttribute('href', 'https://tides.example.com/1');
      expect(link).toHaveAttribute('rel', expect.stringContaining('noopener'));
      expect(link).toHaveTextContent('Tides of Emden, page 1');
      // Heddle's own tool was called by itself, once, and the provider's tool of the same name never.
      const own = await output.findByRole('region', { name: 'Tools' });
      expect(own.querySelectorAll('details')).toHaveLength(1);
      expect(own).toHaveTextContent('look');
    };
    await check();
    await page.reload();
    await check();
    expect(makers.requests).toHaveLength(2);
  },
);

it('a hostile page is no link, and of many pages the first are listed', async () => {
  const page = await open(
    asking('anthropic:claude-sonnet-5', 'Ebb? [search:x][pages:javascript:alert(1)][server-call:look]'),
  );
  expect(await page.run()).toBe('completed');
  const output = await page.output('ask');
  const performed = await within(output).findByRole('region', { name: 'Tools of the provider' });
  await waitFor(() => expect(performed.querySelectorAll('details')).toHaveLength(2));
  expect(performed).toHaveTextContent('look');
  expect(within(output).queryByRole('region', { name: 'Sources' })).toBeNull();
  expect(within(output).queryByRole('region', { name: 'Tools' })).toBeNull();
  expect(document.querySelector('a[href^="javascript"]')).toBeNull();

  makers.reset();
  makers.next('[search:x][pages:10000]');
  expect(await page.runEverythingAgain()).toBe('completed');
  const sources = async () => within(await within(await page.output('ask')).findByRole('region', { name: 'Sources' }));
  expect((await sources()).getAllByRole('link')).toHaveLength(20);
  (await sources()).getByText('9,900 more were named.');
  await page.press('Show 20 more of 100', await sources());
  expect((await sources()).getAllByRole('link')).toHaveLength(40);
});

it('a provider without such tools is refused before the run, with the place', async () => {
  const page = await open(asking('plain:test', 'Ebb?'));
  await page.press('Run', page.topBar);
  await page.all.findAllByText(/plain:test is called by chat completions/);
  expect(await page.runs()).toEqual([]);
  expect(makers.requests).toEqual([]);
});

it('a tool of a provider is made in the settings, by a name that is offered', async () => {
  const page = await open(asking('openai:gpt-6-astra', 'Ebb?', ''));
  await act(() => selectTasks(page.stores.view, []));
  await page.unfold();
  const tools = within(page.inspector.getByRole('region', { name: 'Tools' }));
  await page.press('Add a tool', tools);
  await page.unfold();
  const kinds = await tools.findAllByLabelText('Kind');
  await page.fill(kinds.at(-1) as HTMLElement, 'Provider');
  const name = await tools.findByLabelText('Its name at the provider');
  expect(name).toHaveValue('web_search');
  await page.fill(name, 'code_execution');
  await page.fill(tools.getByLabelText('Options, as JSON'), '{ "container": "auto" }');
  const text = await page.isSaved('container: auto');
  expect(text).toContain('type: provider');
  expect(text).toContain('name: code_execution');
});
