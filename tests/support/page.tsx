import { PointerEventsCheckLevel, userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { toast } from 'sonner';
import { expect, onTestFinished } from 'vitest';
import { App } from '@/app/app';
import { AppProvider } from '@/app/app-context';
import { writeRemembered } from '@/app/local-settings';
import { type StartedApp, startApp } from '@/app/start-app';
import type { RunEvent } from '@/run/events';
import { StoresProvider } from '@/state/context';
import { defaultPanels } from '@/state/view-store';
import { createMemoryStores } from '@/storage/memory/create-memory-stores';
import { createMemoryRunLocks } from '@/storage/memory/run-locks';
import type { Stores } from '@/storage/stores';
import { createDocumentHost } from '@/worker/documents/document-host';
import { createEngineHost, type EngineHostOptions } from '@/worker/engine-host';
import { act, fireEvent, letPageSettle, waitFor, within } from './dom';

export interface PageOptions extends Partial<Omit<EngineHostOptions, 'stores'>> {
  /** What was stored before; left out: nothing. */
  readonly storage?: Stores;
  /** What the address says after `#`; left out: the start page. */
  readonly hash?: string;
  /** Nobody was here before; left out: a person who has opened the inspector and the drawer, which then stay open. */
  readonly isFirstVisit?: true;
  /** What is drawn instead of the whole page. It has all stores and services. */
  readonly only?: ReactNode;
}

/** A role with its accessible name: a string is the whole name. */
type Name = string | RegExp;

/**
 * Heddle's page in this process, as a person uses it: by names and roles. Documents, engine and stores are the real
 * ones without their workers, and nothing is laid out. It mirrors `App` of `e2e/support/app.ts`, so that a test goes
 * down by little more than its imports.
 */
export class Page {
  // Nothing is laid out, so nothing lies over anything else.
  readonly user = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });

  constructor(
    private started: StartedApp,
    readonly storage: Stores,
    private readonly options: PageOptions,
    private stop: () => void,
  ) {}

  get stores() {
    return this.started.stores;
  }

  get app() {
    return this.started.app;
  }

  /** Queries over all that is shown, dialogs and menus too. */
  get all() {
    return within(document.body);
  }

  get topBar() {
    // Testing Library takes the header of each section for a banner too; that of the page comes first.
    return within(this.all.getAllByRole('banner')[0] as HTMLElement);
  }

  /** The line of the run, once it is there. */
  async runLine() {
    return within(await this.all.findByRole('region', { name: 'The run that is shown' }));
  }

  get inspector() {
    return within(this.inspectorElement);
  }

  get inspectorElement() {
    return this.all.getByRole('complementary', { name: 'Inspector' });
  }

  get canvas() {
    return this.all.getByRole('application', { name: /^Workflow canvas/ });
  }

  get drawer() {
    return within(this.all.getByRole('region', { name: 'Run' }));
  }

  get dialog() {
    return within(this.all.getByRole('dialog'));
  }

  /** Waits for a dialog. */
  async opened() {
    return within(await this.all.findByRole('dialog'));
  }

  /** Waits until no dialog is open, and the page takes presses again. */
  async isClosed(): Promise<void> {
    await waitFor(() => expect(this.all.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.body.style.pointerEvents).not.toBe('none'));
  }

  /** Waits for messages: the first loads what shows them. */
  async told() {
    return within(await this.all.findByRole('region', { name: /^Messages/ }));
  }

  /** The row of a task in the tree at the left. */
  row(label: string): HTMLElement {
    const tree = within(this.all.getByRole('tree', { name: /^Tasks of the (workflow|function)/ }));
    const row = tree.getByText(label, { exact: true }).closest<HTMLElement>('[role="treeitem"]');
    if (row === null) throw new Error(`“${label}” is no row of the tree.`);
    return row;
  }

  /** The node of a task on the canvas. */
  node(id: string): HTMLElement {
    const node = this.canvas.querySelector<HTMLElement>(`[data-task="${id}"]`);
    if (node === null) throw new Error(`“${id}” is not on the canvas.`);
    return node;
  }

  /** Selects a task by its row, and waits until the inspector shows its fields. */
  async select(label: string): Promise<void> {
    await this.user.click(await waitFor(() => this.row(label)));
    await waitFor(() => {
      this.inspector.getByRole('heading', { level: 2, name: label });
      this.inspector.getByLabelText('Id');
    });
  }

  /** Shows all options of the selected task, and opens all folds in the inspector, and those within them. */
  async unfold(): Promise<void> {
    const add = await waitFor(() => {
      const found = this.inspector.queryByRole('button', { name: 'Add an option' });
      expect(found ?? this.inspectorElement.querySelector('details')).not.toBeNull();
      return found;
    });
    if (add) {
      await this.user.click(add);
      await this.user.click(await this.inspector.findByRole('button', { name: 'Show all options' }));
    }
    const closed = () => this.inspectorElement.querySelector<HTMLElement>('details:not([open]) > summary');
    for (let fold = closed(); fold !== null; fold = closed()) await this.user.click(fold);
  }

  /** A control of the inspector. */
  field(label: Name): HTMLElement {
    return this.inspector.getByLabelText(label);
  }

  /** Puts a text into a field at once, as a paste does, or chooses the option with this label. */
  async fill(field: HTMLElement, value: string): Promise<void> {
    if (field instanceof HTMLSelectElement) return this.user.selectOptions(field, value);
    field.focus();
    fireEvent.change(field, { target: { value } });
    await letPageSettle();
  }

  /** Presses the button with this name, once it is there. */
  async press(name: Name, within_ = this.all): Promise<void> {
    await this.user.click(await within_.findByRole('button', { name }));
  }

  /** Chooses what has this name in the menu of the top bar. */
  async chooseInMenu(name: Name): Promise<void> {
    await this.press('More', this.topBar);
    await this.user.click(await this.all.findByRole('menuitem', { name }));
  }

  // The document

  /** The text of the open workflow as it is stored, once nothing waits to be saved. */
  async savedText(): Promise<string> {
    const { document } = this.stores;
    await act(() => document.actions.settled());
    await waitFor(() => expect(document.getState().saved.status).toBe('saved'));
    return (await this.storage.workflows.load(document.getState().id))?.text ?? '';
  }

  /** Waits until the stored text contains this, and returns it. */
  async isSaved(part: string | RegExp): Promise<string> {
    return waitFor(async () => {
      const text = await this.savedText();
      if (typeof part === 'string') expect(text).toContain(part);
      else expect(text).toMatch(part);
      return text;
    });
  }

  /** Waits until the stored text no longer contains this, and returns it. */
  async isNotSaved(part: string): Promise<string> {
    return waitFor(async () => {
      const text = await this.savedText();
      expect(text).not.toContain(part);
      return text;
    });
  }

  /** The same page, loaded again. */
  async reload(): Promise<void> {
    await this.savedText();
    this.stop();
    const { started, stop } = await start(this.storage, { ...this.options, hash: location.hash });
    this.started = started;
    this.stop = stop;
  }

  // Runs

  /** Runs the workflow to its end, and returns its status. */
  async run(): Promise<string> {
    const before = (await this.runs()).length;
    await this.press('Run', this.topBar);
    await waitFor(async () => expect(await this.runs()).toHaveLength(before + 1));
    return this.isOver();
  }

  /** Waits until the newest run has ended, in whatever way, and returns its status. */
  async isOver(): Promise<string> {
    const status = async () => (await this.runs()).at(-1)?.status ?? '';
    await waitFor(async () => expect(await status()).toMatch(/completed|failed|cancelled/));
    return status();
  }

  /** Starts a run that takes nothing from earlier runs. */
  async startEverythingAgain(): Promise<void> {
    const before = (await this.runs()).length;
    await this.user.click(await this.all.findByRole('button', { name: 'Other ways to run' }));
    await this.user.click(await this.all.findByRole('menuitem', { name: /^Run everything again/ }));
    await waitFor(async () => expect(await this.runs()).toHaveLength(before + 1));
  }

  /** Runs everything again to its end, and returns its status. */
  async runEverythingAgain(): Promise<string> {
    await this.startEverythingAgain();
    return this.isOver();
  }

  /** Opens a tab of the drawer. */
  async tab(name: string): Promise<void> {
    await this.user.click(await this.drawer.findByRole('tab', { name: new RegExp(`^${name}`) }));
  }

  /** Selects a task, and returns its output in the drawer, in one of its views. */
  async output(label: string, show: 'Text' | 'Rendered' | 'JSON' | 'Prompt' | 'Script' = 'Text'): Promise<HTMLElement> {
    await this.select(label);
    await this.tab('Output');
    await this.user.click(await this.drawer.findByRole('radio', { name: show }));
    return this.drawer.findByRole('region', { name: `Output of ${label}` });
  }

  /** All runs of the open workflow, the newest last. */
  async runs() {
    const { executions } = this.storage;
    return (await executions.list(this.stores.document.getState().id)).toReversed();
  }

  /** Every event of the newest run. */
  async storedEvents(): Promise<readonly RunEvent[]> {
    const newest = (await this.runs()).at(-1)?.id;
    return newest === undefined ? [] : this.storage.events.read(newest);
  }

  close(): void {
    this.stop();
  }
}

const openPanels = { ...defaultPanels, right: true, drawer: true, isRightSet: true, isDrawerSet: true };

/** Opens the page, with a text as a workflow of its own if one is given. It is closed when the test has ended. */
export async function openPage(text?: string, { isFirstVisit, ...options }: PageOptions = {}): Promise<Page> {
  const storage = options.storage ?? createMemoryStores({ now: Date.now });
  if (options.storage === undefined) for (const kept of [localStorage, sessionStorage]) kept.clear();
  if (isFirstVisit !== true && (options.storage === undefined || localStorage.length === 0))
    writeRemembered({ panels: openPanels, hasAllTypes: true });
  const { started, stop } = await start(storage, { hash: '#/start', ...options });
  const page = new Page(started, storage, options, stop);
  onTestFinished(() => {
    page.close();
    toast.dismiss();
  });
  if (text !== undefined) await act(() => started.app.workflows.text(text));
  return page;
}

async function start(storage: Stores, { hash = '', only, ...own }: PageOptions) {
  location.hash = hash;
  const engine = await createEngineHost({
    locks: createMemoryRunLocks(),
    scripts: { run: () => Promise.reject(new Error('No scripts here.')) },
    ...own,
    stores: storage,
  });
  const documents = createDocumentHost();
  const { port1, port2 } = new MessageChannel();
  await Promise.all([engine.connectPlans(port1), documents.connectEngine(port2)]);
  const started = await startApp({ engine, documents });
  const shown =
    only === undefined ? (
      <App {...started} />
    ) : (
      <StoresProvider stores={started.stores}>
        <AppProvider app={started.app}>{only}</AppProvider>
      </StoresProvider>
    );
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  flushSync(() => root.render(shown));
  const stop = () => {
    root.unmount();
    document.body.replaceChildren();
    // What a double click has selected would be selected in the next page too.
    getSelection()?.removeAllRanges();
    port1.close();
    port2.close();
  };
  return { started, stop };
}
