import { createStore } from 'zustand/vanilla';
import { AppError } from '@/base/errors';
import { readRuns } from '@/host/read-runs';
import type { Runner } from '@/run/runner';
import { dataElementId, type SharedFileHead, unpackData } from '@/share/shared-file';
import type { AppStores } from '@/state/context';
import { closedDocument, type DocumentState } from '@/state/document-state';
import { createGivenInputsStore } from '@/state/given-inputs-store';
import { createOutlookStore } from '@/state/outlook-store';
import { createRunStore, showRun } from '@/state/run-store';
import { createRunsStore } from '@/state/runs-store';
import { travelToEvent } from '@/state/time-travel';
import { openDrawer } from '@/state/view/panels';
import { createViewStore } from '@/state/view-store';
import { createMemoryStores } from '@/storage/memory/create-memory-stores';
import { readRunFile } from '@/storage/transfer/read-run-file';
import { sketchDocument } from './sketch-document';

/** A run that is shown from its own file. */
export interface RunInFile {
  readonly head: SharedFileHead;
  readonly stores: AppStores;
  /** Bytes of what is known of the run. */
  readonly bytes: number;
  /** The file of the run, as it can be imported. */
  readonly readFile: () => Promise<Blob>;
}

/** Ids under which the run is known within its page. */
const [runId, workflowId] = ['shared', 'shared'];

/** Reads the run out of the page’s own document, and shows it. Errors: those of `readRunFile`. */
export async function openSharedRun(page: Document): Promise<RunInFile> {
  const element = page.getElementById(dataElementId);
  if (element === null) throw new AppError('VALIDATION_ERROR', 'There is no run in this file.');
  const data = element.textContent ?? '';
  const { dataset } = element;
  const memory = createMemoryStores({ now: Date.now });
  let bytes = 0;
  async function* countPages() {
    for await (const part of unpackData(data)) {
      bytes += part.length;
      yield part;
    }
  }
  const { plan } = await readRunFile(countPages(), { stores: memory, id: runId, workflowId, now: Date.now() });
  const reading = readRuns(memory, { now: Date.now, sleep: letPageAnswer }, async () => 'nobody');
  const runner = { ...reading, owner: async () => 'nobody' } as unknown as Runner;
  const stores = createStores(runner, { id: workflowId, document: sketchDocument(plan) });
  stores.run.setState({ workflowId });
  openDrawer(stores.view, 'timeline');
  await Promise.all([stores.runs.actions.load(workflowId), showRun(stores.run, runner, runId)]);
  const head: SharedFileHead = {
    title: dataset['title'] ?? 'A run',
    madeAt: dataset['madeAt'] ?? '',
    takenOut: Number(dataset['takenOut'] ?? 0),
    level: dataset['level'] === 'figures' ? 'figures' : 'all',
    address: findAddress(dataset['address']),
  };
  return { head, stores, bytes, readFile: () => readWholeFile(data) };
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

/** Shows the event that an address names after `#`: `#event=71`. */
export function followAddress({ run, services }: AppStores, hash: string): void {
  const seq = Number(/^#event=(\d{1,9})$/.exec(hash)?.[1]);
  if (seq >= 1) void travelToEvent(run, services.runner, seq);
}
