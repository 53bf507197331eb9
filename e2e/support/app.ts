import { test as base, expect, type Locator, type Page } from '@playwright/test';
import type { RunEvent } from '@/run/events';
import { type FaultServer, startFaultServer } from '../servers/fault-server';

/** A provider as entered on the screen of models. */
export interface OwnProvider {
  readonly id: string;
  readonly baseUrl: string;
  /** Default: chat completions. */
  readonly protocol?: 'Chat completions (Ollama, vLLM, LM Studio, gateways)' | 'Anthropic messages';
  readonly needsKey?: boolean;
}

/** A point in the window, in pixels. */
interface Place {
  readonly x: number;
  readonly y: number;
}

/** Heddle in a tab, as a person uses it: by names and roles of visible elements. */
export class App {
  readonly topBar: Locator;
  readonly canvas: Locator;
  readonly tree: Locator;
  readonly inspector: Locator;
  readonly drawer: Locator;
  readonly dialog: Locator;
  /** The screen of models. */
  readonly models: Locator;
  /** Toasts. */
  readonly messages: Locator;

  constructor(
    readonly page: Page,
    /** Uncaught errors, and everything the console reports as an error. */
    readonly errors: string[] = [],
  ) {
    // Playwright intercepts file choosers only once somebody listens, and does not wait for that, so this listens from
    // the start.
    page.on('filechooser', () => {});
    this.topBar = page.getByRole('banner');
    this.canvas = page.getByRole('application', { name: 'Workflow canvas' });
    this.tree = page.getByRole('tree', { name: /^Tasks of the (workflow|function)/ });
    this.inspector = page.getByRole('complementary', { name: 'Inspector' });
    this.drawer = page.getByRole('region', { name: 'Run', exact: true });
    this.dialog = page.getByRole('dialog');
    this.models = page.getByRole('main', { name: 'Models' });
    this.messages = page.getByRole('region', { name: 'Messages' });
    page.on('pageerror', (error) => this.errors.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && this.errors.push(message.text()));
  }

  /** The app in another tab, whose errors count too. */
  inTab(page: Page): App {
    return new App(page, this.errors);
  }

  /** The first visit: opens the example. */
  async open(): Promise<void> {
    await this.page.goto('./');
    await this.isReady();
  }

  /** The start page. */
  async openStart(): Promise<void> {
    await this.page.goto('./#/start');
    await expect(this.page.getByRole('heading', { level: 1 })).toBeVisible();
  }

  /** Opens the app with an empty workflow, which runs on the simulated model. */
  async openBlank(): Promise<void> {
    await this.openStart();
    await this.page.getByRole('button', { name: 'Blank workflow' }).click();
    await this.isReady();
  }

  /** Opens the app with a YAML text, as a file that a person chooses; then adds the providers. */
  async openText(yaml: string, ...providers: readonly OwnProvider[]): Promise<void> {
    await this.openStart();
    await this.openFile('workflow.yaml', yaml);
    await this.isReady();
    if (providers.length > 0) await this.addProviders(...providers);
  }

  /** Chooses a file on the start page. */
  async openFile(name: string, content: string | Buffer): Promise<void> {
    const chooser = this.page.waitForEvent('filechooser');
    await this.page.getByRole('button', { name: 'Open a file' }).click();
    await (await chooser).setFiles({ name, mimeType: '', buffer: Buffer.from(content) });
  }

  /** Resolves when a workflow is open and saved. */
  async isReady(): Promise<void> {
    await expect(this.canvas).toBeVisible();
    await this.isSaved();
  }

  async isSaved(): Promise<void> {
    await expect(this.topBar.getByRole('status')).toHaveText('Saved in this browser');
  }

  /** The same tab, loaded again. */
  async reload(): Promise<void> {
    await this.page.reload();
    await this.isReady();
  }

  // Tasks

  /** The task's node on the canvas; it exists only while it is visible. */
  node(id: string): Locator {
    return this.canvas.locator(`[data-task="${id}"]`);
  }

  /** The task's row in the list at the left. */
  row(label: string): Locator {
    return this.tree.getByRole('treeitem').filter({ has: this.page.getByText(label, { exact: true }) });
  }

  /** Selects a task by its row, which also shows it on the canvas. */
  async select(label: string): Promise<void> {
    await this.row(label).click();
    await expect(this.inspector.getByRole('heading', { level: 2, name: label, exact: true })).toBeVisible();
  }

  /** Drags a type from the palette by mouse; its node is centred on the point. */
  async dragFromPalette(type: string, to: Place): Promise<void> {
    const { mouse } = this.page;
    await this.page.getByRole('list', { name: 'Task types' }).getByRole('button', { name: type }).hover();
    await mouse.down();
    await mouse.move(to.x - 20, to.y - 20, { steps: 4 });
    await mouse.move(to.x, to.y);
    await mouse.up();
  }

  /** Drags a wire by mouse from the right port of a task to the left port of another. */
  async connect(from: string, to: string): Promise<void> {
    await this.dragWire(from, await middleOf(this.port(to, 'left')));
    await expect(this.edge(from, to)).toBeAttached();
  }

  /** Drags a wire by mouse from the right port of a task to a point. */
  async dragWire(from: string, to: Place): Promise<void> {
    const { mouse } = this.page;
    const start = await middleOf(this.port(from, 'right'));
    await mouse.move(start.x, start.y);
    await mouse.down();
    await mouse.move((start.x + to.x) / 2, (start.y + to.y) / 2, { steps: 3 });
    await mouse.move(to.x, to.y, { steps: 3 });
    await mouse.up();
  }

  port(id: string, side: 'left' | 'right'): Locator {
    return this.node(id).locator(`[data-handlepos="${side}"]:not([data-handleid])`);
  }

  edge(from: string, to: string): Locator {
    return this.canvas.getByRole('img', { name: `${to} runs after ${from}`, exact: true });
  }

  /** A point on the canvas, as fractions of its width and height. */
  async placeOnCanvas(x: number, y: number): Promise<Place> {
    const box = await this.canvas.boundingBox();
    if (!box) throw new Error('The canvas is not in sight.');
    return { x: box.x + box.width * x, y: box.y + box.height * y };
  }

  /** A control of the inspector. */
  field(label: string): Locator {
    return this.inspector.getByLabel(label, { exact: true });
  }

  // The run

  get runLine(): Locator {
    return this.page.getByRole('region', { name: 'The run that is shown' });
  }

  runButton(): Locator {
    return this.topBar.getByRole('button', { name: 'Run', exact: true });
  }

  cancelButton(): Locator {
    return this.topBar.getByRole('button', { name: 'Cancel', exact: true });
  }

  /** Starts a run, and waits until it is stored. */
  async start(): Promise<void> {
    const before = (await this.runs()).length;
    await this.runButton().click();
    await expect.poll(async () => (await this.runs()).length).toBe(before + 1);
  }

  /** Waits until the newest run has ended, in whatever way, and returns its status. */
  async isOver(): Promise<string> {
    const status = async () => (await this.runs()).at(-1)?.status;
    await expect.poll(status, { timeout: 90_000 }).toMatch(/completed|failed|cancelled/);
    await expect(this.runButton()).toBeVisible();
    return (await status()) ?? '';
  }

  /** Runs the workflow to its end, and returns its status. */
  async run(): Promise<string> {
    await this.start();
    return this.isOver();
  }

  /** Starts a run that takes nothing from earlier runs. */
  async startEverythingAgain(): Promise<void> {
    const before = (await this.runs()).length;
    await this.page.getByRole('button', { name: 'Other ways to run' }).click();
    await this.page.getByRole('menuitem', { name: /^Run everything again/ }).click();
    await expect.poll(async () => (await this.runs()).length).toBe(before + 1);
  }

  /** Runs everything again to its end, taking nothing from earlier runs, and returns its status. */
  async runEverythingAgain(): Promise<string> {
    await this.startEverythingAgain();
    return this.isOver();
  }

  /** All runs in the storage, the newest last. A page that has only begun to load may have no storage yet. */
  async runs(): Promise<readonly StoredRun[]> {
    const { executions = [] } = await this.dump('executions');
    return (executions as StoredRun[]).toSorted((a, b) => a.startedAt.localeCompare(b.startedAt));
  }

  /** Waits until the task's row shows this status, such as `Done`. */
  async isTask(label: string, word: string): Promise<void> {
    await expect(this.row(label).getByRole('img').last()).toHaveAccessibleName(word);
  }

  // The drawer

  async tab(name: 'Timeline' | 'Output' | 'Logs' | 'Context' | 'Events' | 'Metrics'): Promise<void> {
    const tab = this.drawer.getByRole('tab', { name: new RegExp(`^${name}`) });
    const more = this.drawer.getByRole('button', { name: 'More', exact: true });
    await expect(tab.or(more).first()).toBeVisible();
    if (await tab.isVisible()) return tab.click();
    await more.click();
    await this.page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).click();
  }

  /** The Events tab, which shows their number. */
  events(): Locator {
    return this.drawer.getByRole('tab', { name: /^Events/ });
  }

  /** Selects a task and returns its output in the drawer, in one of its views. */
  async output(label: string, show: 'Text' | 'Rendered' | 'JSON' | 'Prompt' | 'Script' = 'Text'): Promise<Locator> {
    await this.select(label);
    await this.tab('Output');
    await this.drawer.getByRole('radio', { name: show, exact: true }).click();
    return this.drawer.getByRole('region', { name: `Output of ${label}`, exact: true });
  }

  /** The visible events of a kind in the drawer's Events. */
  async eventsOf(kind: string): Promise<Locator> {
    await this.tab('Events');
    return this.drawer.getByRole('option').filter({ has: this.page.locator(`[data-kind="${kind}"]`) });
  }

  /** Every event of the newest run, from the storage rather than the screen. */
  async storedEvents(): Promise<readonly RunEvent[]> {
    const newest = (await this.runs()).at(-1)?.id;
    const { events } = await this.dump('events');
    return (events as { executionId: string; firstSeq: number; json: string }[])
      .filter(({ executionId }) => executionId === newest)
      .toSorted((a, b) => a.firstSeq - b.firstSeq)
      .flatMap(({ json }) => JSON.parse(json) as RunEvent[]);
  }

  /**
   * Everything in the database, or in some of its stores, by store. Binary data is decompressed and returned as text.
   */
  async dump(...stores: readonly string[]): Promise<Readonly<Record<string, readonly unknown[]>>> {
    let dumped: Readonly<Record<string, readonly unknown[]>> = {};
    // A Chromium that was killed may refuse its database for a moment: “Internal error opening backing store”.
    await expect(async () => {
      dumped = await this.page.evaluate(readDatabase, stores);
    }).toPass({ timeout: 30_000 });
    return dumped;
  }

  // Models and keys

  async openModels(): Promise<void> {
    await this.topBar.getByRole('button', { name: 'Models', exact: true }).click();
    await expect(this.models.getByRole('heading', { level: 1 })).toBeVisible();
  }

  /** Closes the open dialog, or leaves the screen of models. */
  async closeDialog(): Promise<void> {
    if (await this.models.isVisible()) {
      await this.models.getByRole('button', { name: /^(Canvas|Start)$/ }).click();
      await expect(this.models).toBeHidden();
      return;
    }
    await this.page.keyboard.press('Escape');
    await expect(this.dialog).toBeHidden();
  }

  /** Adds a provider on the screen of models, which then shows it. */
  async addProvider({ id, baseUrl, protocol, needsKey = false }: OwnProvider): Promise<void> {
    const { models } = this;
    await models.getByRole('button', { name: 'Add a provider' }).click();
    const form = models.getByRole('complementary', { name: 'Details' });
    await form.getByLabel('Id', { exact: true }).fill(id);
    await form.getByLabel('Base URL').fill(baseUrl);
    if (protocol) await form.getByLabel('Protocol').selectOption({ label: protocol });
    await form.getByLabel('Needs a key').setChecked(needsKey);
    await form.getByRole('button', { name: 'Add the provider' }).click();
    await expect(this.provider(id)).toHaveAttribute('aria-current', 'true');
  }

  /** A provider in the list of the screen of models; its label defaults to its id. */
  provider(label: string): Locator {
    const list = this.models.getByRole('navigation', { name: 'Providers' });
    return list.getByRole('button').filter({ has: this.page.getByText(label, { exact: true }) });
  }

  /**
   * Chooses a provider on the screen of models; returns the section below its models, in which its key and address are
   * edited.
   */
  async chooseProvider(label: string): Promise<Locator> {
    await this.provider(label).click();
    return this.models.getByRole('region', { name: `Key and address of ${label}` });
  }

  /** Enters a key on the screen of models; with a passphrase it is remembered. */
  async giveKey(label: string, key: string, passphrase?: string): Promise<void> {
    const form = await this.chooseProvider(label);
    await form.getByLabel(`Key of ${label}`).fill(key);
    if (passphrase !== undefined) {
      await form.getByRole('radio', { name: 'In this browser, locked' }).click();
      await form.getByLabel('Passphrase', { exact: true }).fill(passphrase);
    }
    await form.getByRole('button', { name: 'Save the key' }).click();
    await expect(this.provider(label)).toContainText(passphrase === undefined ? 'Key in memory' : 'Key remembered');
  }

  /** Opens the screen of models, adds providers, and leaves it. */
  async addProviders(...providers: readonly OwnProvider[]): Promise<void> {
    await this.openModels();
    for (const provider of providers) await this.addProvider(provider);
    await this.closeDialog();
  }
}

/** What tests ask of a stored run. */
interface StoredRun {
  readonly id: string;
  readonly status: string;
  readonly startedAt: string;
  readonly lastSeq: number;
  readonly forkedFrom?: { readonly seq: number };
}

async function middleOf(locator: Locator): Promise<Place> {
  const box = await locator.boundingBox();
  if (!box) throw new Error('It is not in sight.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Runs in the page. */
async function readDatabase(stores: readonly string[]): Promise<Record<string, unknown[]>> {
  const wait = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const unpack = async (value: unknown): Promise<unknown> => {
    if (value instanceof Uint8Array) {
      const gzip = value[0] === 0x1f && value[1] === 0x8b;
      const bytes = new Blob([new Uint8Array(value)]).stream();
      const text = gzip ? bytes.pipeThrough(new DecompressionStream('gzip')) : bytes;
      return new TextDecoder('latin1').decode(await new Response(text).arrayBuffer());
    }
    if (Array.isArray(value)) return Promise.all(value.map(unpack));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).map(async ([key, one]) => [key, await unpack(one)] as const);
    return Object.fromEntries(await Promise.all(entries));
  };
  const dump: Record<string, unknown[]> = {};
  // To open a database that is not there would make an empty one, which the page could not use.
  if (!(await indexedDB.databases()).some(({ name }) => name === 'heddle')) return dump;
  const database = await wait(indexedDB.open('heddle'));
  try {
    for (const name of stores.length > 0 ? stores : database.objectStoreNames) {
      const records = await wait(database.transaction(name).objectStore(name).getAll());
      dump[name] = (await unpack(records)) as unknown[];
    }
  } finally {
    database.close();
  }
  return dump;
}

/** What the browser of a person keeps who has opened the inspector and the drawer. */
const openPanels = {
  ...{ left: true, right: true, drawer: true, isRightSet: true, isDrawerSet: true },
  ...{ leftWidth: 224, rightWidth: 372, drawerHeight: 234 },
};

/**
 * Tests with the app in a fresh browser (`app`, nothing opened yet), and a model server that counts requests and fails
 * on demand (`server`). Its panels are open, unless `isFirstVisit` is set. The tour was offered before; `tour.spec.ts`
 * has its offer.
 */
export const test = base.extend<{ app: App; server: FaultServer; isFirstVisit: boolean }>({
  isFirstVisit: [false, { option: true }],
  storageState: async ({ isFirstVisit, baseURL }, use) => {
    const localStorage = [
      { name: 'heddle.tour', value: 'offered' },
      ...(isFirstVisit
        ? []
        : [{ name: 'heddle.view', value: JSON.stringify({ panels: openPanels, hasAllTypes: true }) }]),
    ];
    await use({ cookies: [], origins: [{ origin: new URL(baseURL ?? '').origin, localStorage }] });
  },
  app: async ({ page }, use) => {
    const app = new App(page);
    await use(app);
    // An error status of a server is an error in the console; only the page's own errors fail the test.
    expect(app.errors.filter((error) => !/^(Failed to load resource|Access to fetch at)/.test(error))).toEqual([]);
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  server: async ({}, use) => {
    const server = await startFaultServer();
    await use(server);
    await server.close();
  },
});

export { expect };
