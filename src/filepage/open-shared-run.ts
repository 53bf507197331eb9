import { createStore } from 'zustand/vanilla';
import { AppError } from '@/base/errors';
import { readRuns } from '@/host/read-runs';
import type { Plan } from '@/plan/plan';
import type { Runner } from '@/run/runner';
import { shareParts } from '@/share/share-parts';
import { comparedElementId, dataElementId, type SharedFileHead, unpackData } from '@/share/shared-file';
import type { AppStores } from '@/state/context';
import { closedDocument, type DocumentState } from '@/state/document-state';
import { createGivenInputsStore } from '@/state/given-inputs-store';
import { createOutlookStore } from '@/state/outlook-store';
import { createRunStore, showRun } from '@/state/run-store';
import { createRunsStore } from '@/state/runs-store';
import { travelToEvent } from '@/state/time-travel';
import { openDrawer } from '@/state/view/panels';
import { openScreen } from '@/state/view/screens';
import { type ComparedRuns, createViewStore } from '@/state/view-store';
import { createMemoryStores } from '@/storage/memory/create-memory-stores';
import { readRunFile } from '@/storage/transfer/read-run-file';
import { sketchDocument } from './sketch-document';

/** A run that is shown from its own file, perhaps beside another one. */
export interface RunInFile {
  readonly head: SharedFileHead;
  readonly stores: AppStores;
  /** The runs that can be compared; left out: there is one. */
  readonly compared?: ComparedRuns;
  /** The Heddle that wrote it: `Heddle 0.2.0`. */
  readonly writtenBy: string;
  /** Bytes of what is known of each run, by its id. */
  readonly bytes: ReadonlyMap<string, number>;
  /** The file of the run, as it can be imported. */
  readonly readFile: () => Promise<Blob>;
}

/** Ids under which runs are known within their page: the one that is shared, and the one that it is compared with. */
const [runId, comparedId, workflowId] = ['shared', 'compared', 'shared'];

/** Reads the runs out of the page’s own document, and shows the shared one. Errors: those of `readRunFile`. */
export async function openSharedRun(page: Document): Promise<RunInFile> {
  const element = page.getElementById(dataElementId);
  if (element === null) throw new AppError('VALIDATION_ERROR', 'There is no run in this file.');
  const data = element.textContent ?? '';
  const other = page.getElementById(comparedElementId)?.textContent;
  const { dataset } = element;
  const memory = createMemoryStores({ now: Date.now });
  const bytes = new Map<string, number>();
  const plans = new Map<string, Plan>();
  for (const [id, packed] of [[runId, data] as const, ...(other ? [[comparedId, other] as const] : [])]) {
    const pages = countBytes(unpackData(packed), (count) => bytes.set(id, count));
    plans.set(id, (await readRunFile(pages, { stores: memory, id, workflowId, now: Date.now() })).plan);
  }
  const reading = readRuns(memory, { now: Date.now, sleep: letPageAnswer }, async () => 'nobody');
  const runner = { ...reading, owner: async () => 'nobody' } as unknown as Runner;
  const sketch = (id = '') => sketchDocument(plans.get(id) ?? { name: '', tasks: [] });
  const stores = createStores(runner, { id: workflowId, document: sketch(runId) });
  stores.run.setState({ workflowId });
  // What is drawn is of the run that is shown.
  stores.run.subscribe(({ executionId }, before) => {
    if (executionId !== before.executionId) stores.document.setState({ document: sketch(executionId) });
  });
  openDrawer(stores.view, 'timeline');
  await Promise.all([stores.runs.actions.load(workflowId), showRun(stores.run, runner, runId)]);
  const head: SharedFileHead = {
    title: dataset['title'] ?? 'A run',
    madeAt: dataset['madeAt'] ?? '',
    takenOut: Number(dataset['takenOut'] ?? 0),
    level: dataset['level'] === 'figures' ? 'figures' : 'all',
    leftOut: shareParts.filter((part) => dataset['leftOut']?.split(' ').includes(part)),
    address: findAddress(dataset['address']),
  };
  return {
    writtenBy: page.querySelector<HTMLMetaElement>('meta[name="generator"]')?.content ?? 'Heddle',
    ...{ head, stores, bytes, readFile: () => readWholeFile(data) },
    ...(other && { compared: { first: comparedId, second: runId } }),
  };
}

/** The same pages, of which `tell` is told how many bytes they were so far. */
async function* countBytes(
  pages: AsyncIterable<Uint8Array>,
  tell: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const part of pages) {
    bytes += part.length;
    tell(bytes);
    yield part;
  }
}

/** An address that a page can be opened at; undefined: there is none. */
function findAddress(written: string | undefined): string | undefined {
  return written !== undefined && /^https?:\/\//i.test(written) && URL.canParse(written) ? written : undefined;
}

async function readWholeFile(data: string): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const part of unpackData(data)) parts.push(new Uint8Array(part));
  return new Blob(parts, { type: 'application/x-ndjson' });
}

/** Lets the page answer between the pages of a long log. */
async function letPageAnswer(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
}

/** What the viewer is drawn from: a run that is read, and nothing that could be changed or asked. */
function createStores(runner: Runner, opened: Pick<DocumentState, 'id' | 'document'>): AppStores {
  const panels = { left: true, right: true, drawer: true, leftWidth: 224, rightWidth: 372, drawerHeight: 300 };
  const stores = {
    document: createStore<DocumentState>(() => ({ ...closedDocument, ...opened })),
    view: createViewStore({ panels }),
    run: createRunStore(),
    runs: createRunsStore(runner),
    checkpoints: createStore(() => ({ checkpoints: [] })),
    forecast: createStore(() => ({ executionId: undefined, forecast: undefined })),
    outlook: createOutlookStore(),
    given: createGivenInputsStore(),
    services: { runner, isReadOnly: true, documents: { textNames: async () => [] }, modelOffers: async () => [] },
  };
  // The viewer asks for nothing else: what edits, plans or starts is not offered in a file.
  return stores as unknown as AppStores;
}

/** Shows what an address names after `#`: an event of the shared run, `#event=71`, or the comparison, `#compare`. */
export async function followAddress({ stores, compared }: RunInFile, hash: string): Promise<void> {
  const { run, view, services } = stores;
  if (hash === compareHash && compared !== undefined) openScreen(view, { at: 'compare-runs', runs: compared });
  const seq = Number(/^#event=(\d{1,9})$/.exec(hash)?.[1]);
  if (!(seq >= 1)) return;
  openScreen(view, { at: 'editor' });
  if (run.getState().executionId !== runId) await showRun(run, services.runner, runId);
  await travelToEvent(run, services.runner, seq);
}

/** The address that opens the comparison. */
export const compareHash = '#compare';

/** The address of an event of the shown run; undefined: it is not the one that an address leads to. */
export function buildEventHash({ executionId }: { readonly executionId?: string | undefined }, seq: number) {
  return executionId === runId ? `#event=${seq}` : undefined;
}
