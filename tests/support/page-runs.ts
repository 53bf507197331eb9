import { expect, onTestFinished } from 'vitest';
import type { ScriptRunner } from '@/engine/ports/script-runner';
import { runBash } from '@/sandbox/run-bash';
import { createMemoryStores } from '@/storage/memory/create-memory-stores';
import { openSettings } from '@/worker/settings';
import { startFaultServer } from '../../e2e/servers/fault-server';
import { act, waitFor, within } from './dom';
import { openPage, type Page, type PageOptions } from './page';
import { takeDownload } from './page-files';

/** Bash scripts in this process rather than in a worker: they end by themselves. */
export const scriptsHere: ScriptRunner = {
  run: (request, sink, _signal, callTool) => runBash(request, sink, callTool),
};

/** A provider that is stored before the page opens. */
interface StoredProvider {
  readonly id: string;
  readonly baseUrl: string;
  readonly needsKey?: boolean;
  /** Of all its models, in tokens. */
  readonly window?: number;
}

interface RunsPageOptions extends PageOptions {
  readonly providers?: readonly StoredProvider[];
}

/** A page with bash scripts and the simulated model. */
export async function openWithScripts(text: string, { providers = [], ...options }: RunsPageOptions = {}) {
  const storage = options.storage ?? createMemoryStores({ now: Date.now });
  if (options.storage === undefined) localStorage.clear();
  const settings = await openSettings(storage.settings);
  for (const { id, baseUrl, needsKey = false, window } of providers) {
    await settings.saveProvider({ id, label: id, protocol: 'compatible', baseUrl, needsKey });
    if (window !== undefined) await settings.saveWindows(id, { '*': window });
  }
  const page = await openPage(text, { scripts: scriptsHere, ...options, storage });
  return { page, runs: new RunsOnPage(page) };
}

interface OpenedPage extends Pick<StoredProvider, 'window'>, Pick<PageOptions, 'caseRuns'> {}

/** A page with the provider `harbour`, a model server that counts requests and fails on demand. */
export async function openAtHarbour(text: string, { window, caseRuns }: OpenedPage = {}) {
  const server = await startFaultServer();
  onTestFinished(() => server.close());
  const harbour = { id: 'harbour', baseUrl: `${server.url}/v1`, ...(window === undefined ? {} : { window }) };
  return {
    ...(await openWithScripts(text, { providers: [harbour], ...(caseRuns === undefined ? {} : { caseRuns }) })),
    server,
  };
}

type DrawerTab = 'Timeline' | 'Output' | 'Logs' | 'Context' | 'Events' | 'Metrics';

/** The panel of the runs, the header of the shown run, the drawer and the bar below it. */
export class RunsOnPage {
  constructor(readonly page: Page) {}

  get list() {
    return within(this.page.all.getByRole('listbox', { name: 'Runs' }));
  }

  get headerElement() {
    return this.page.all.getByLabelText('The run that is shown');
  }

  get barElement() {
    return this.page.all.getByLabelText('Time travel');
  }

  get bar() {
    return within(this.barElement);
  }

  get slider() {
    return this.bar.getByRole('slider', { name: 'Event' });
  }

  /** The node of a task on the canvas. */
  node(id: string): HTMLElement {
    const node = this.page.canvas.querySelector<HTMLElement>(`[data-task="${id}"]`);
    if (node === null) throw new Error(`“${id}” is no node of the canvas.`);
    return node;
  }

  /** The events of a kind in the drawer's Events. */
  eventsOf(kind: string): readonly HTMLElement[] {
    const isOf = (one: HTMLElement) => one.querySelector(`[data-kind="${kind}"]`) !== null;
    return this.page.drawer.queryAllByRole('option').filter(isOf);
  }

  /** Presses a key on the canvas. */
  async key(keys: string): Promise<void> {
    act(() => this.page.canvas.focus());
    await this.page.user.keyboard(keys);
  }

  get runButton() {
    return this.page.topBar.getByRole('button', { name: 'Run' });
  }

  /** Shows a panel at the left. */
  async panel(name: 'Tasks' | 'Runs' | 'Files'): Promise<void> {
    const { all, user } = this.page;
    await user.click(await all.findByRole('tab', { name }));
    await all.findByRole('tabpanel', { name });
  }

  async open(): Promise<void> {
    await this.panel('Runs');
    await waitFor(() => this.list);
  }

  /** The row of a run, by its name, such as `Run 2`. */
  row(name: string): HTMLElement {
    const row = this.list.getByText(name, { exact: true }).closest<HTMLElement>('[role="option"]');
    if (row === null) throw new Error(`“${name}” is no row of the runs.`);
    return row;
  }

  /** The names of the listed runs. */
  get rows(): readonly HTMLElement[] {
    return this.list.queryAllByRole('option');
  }

  /** Shows a run. */
  async choose(name: string): Promise<void> {
    await this.page.user.click(this.row(name));
    await this.isShown(name);
  }

  async isShown(name: string): Promise<void> {
    await waitFor(() => expect(this.headerElement).toHaveTextContent(name));
    await waitFor(() => expect(this.row(name)).toHaveAttribute('aria-selected', 'true'));
  }

  /** Chooses an action in the menu of the shown run. */
  async act(name: string): Promise<void> {
    const { all, user } = this.page;
    await user.click(within(this.headerElement).getByRole('button', { name: /^Actions of/ }));
    const item = await waitFor(() => {
      const items = all.getAllByRole('menuitem');
      const found = items.find(({ textContent }) => textContent?.startsWith(name));
      if (found !== undefined && found.getAttribute('aria-disabled') !== 'true') return found;
      throw new Error(`“${name}” cannot be chosen of ${items.map(({ textContent }) => textContent).join(', ')}.`);
    });
    await user.click(item);
  }

  /** Chooses in the menu beside Run. */
  async otherWay(name: RegExp): Promise<void> {
    await this.page.user.click(await this.page.all.findByRole('button', { name: 'Other ways to run' }));
    await this.page.all.findByRole('menuitem', { name });
    // The items that come in above it make this one another's.
    await act(async () => {});
    await this.page.user.click(this.page.all.getByRole('menuitem', { name }));
  }

  /** Chooses in the menu beside Run where runs go, which starts none. */
  async runAt(name: RegExp): Promise<void> {
    await this.page.press('Other ways to run');
    await this.page.user.click(await this.page.all.findByRole('menuitemradio', { name }));
  }

  /** Starts a run, and waits until it is stored. */
  async start(): Promise<void> {
    const before = (await this.page.runs()).length;
    await this.page.user.click(await waitFor(() => this.runButton));
    await this.hasRuns(before + 1);
  }

  /** Waits until so many runs are stored. */
  async hasRuns(count: number): Promise<void> {
    await waitFor(async () => expect(await this.page.runs()).toHaveLength(count));
  }

  /** Waits until the newest run has ended and the page shows it, and returns its status. */
  async isOver(): Promise<string> {
    const status = await this.page.isOver();
    await waitFor(() => this.runButton);
    return status;
  }

  async run(): Promise<string> {
    await this.start();
    return this.isOver();
  }

  /** Waits until the run is shown as of an event. */
  async isAt(seq: number): Promise<void> {
    await waitFor(() => expect(this.slider.getAttribute('aria-valuetext')).toMatch(new RegExp(`^Event ${seq} of`)));
  }

  /** Chooses in the menu of the player. */
  async inPlayer(name: string): Promise<void> {
    await this.page.press('More of the player', this.bar);
    await this.page.user.click(
      await this.page.all.findByRole(/events|All/.test(name) ? 'menuitemradio' : 'menuitem', { name }),
    );
  }

  /** Goes to an event by the slider. */
  async goTo(seq: number): Promise<void> {
    await this.page.fill(await waitFor(() => this.slider), String(seq));
    await this.isAt(seq);
  }

  /** Waits until the task's row shows this status, such as `Done`. */
  async isTask(label: string, word: string): Promise<void> {
    await waitFor(() => {
      const images = within(this.page.row(label)).getAllByRole('img');
      expect(images.at(-1)).toHaveAccessibleName(word);
    });
  }

  async tab(name: DrawerTab): Promise<void> {
    const drawer = await waitFor(() => this.page.drawer);
    await this.page.user.click(await drawer.findByRole('tab', { name: new RegExp(`^${name}`) }));
  }

  /** Selects a task and returns its output in the drawer, in one of its views. */
  async output(label: string, show: 'Text' | 'Rendered' | 'JSON' | 'Prompt' | 'Script' = 'Text'): Promise<HTMLElement> {
    await this.select(label);
    await this.tab('Output');
    await this.page.user.click(await this.page.drawer.findByRole('radio', { name: show }));
    return this.page.drawer.findByRole('region', { name: `Output of ${label}` });
  }

  /** Selects a task, or a part of one, which has no id of its own. */
  async select(label: string): Promise<void> {
    await this.page.user.click(await waitFor(() => this.page.row(label)));
    await waitFor(() => this.page.inspector.getByRole('heading', { level: 2, name: label }));
  }

  /** Gives a task another prompt, and returns to the runs. */
  async changePrompt(task: string, prompt: string): Promise<void> {
    await this.panel('Tasks');
    await this.page.select(task);
    await this.page.fill(this.page.field('Prompt'), prompt);
    await this.page.isSaved(prompt);
    await this.open();
  }

  /** The text of the recording that an action saves. */
  async saved(action: string): Promise<string> {
    return (await takeDownload(() => this.act(action))).text();
  }
}
