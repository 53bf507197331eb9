import { builtInProviders } from '@/providers/built-in-providers';
import { createCheckpointStore } from '@/state/checkpoint-store';
import type { Stores } from '@/state/context';
import { createDocumentStore } from '@/state/document-store';
import { followOwner } from '@/state/run-owner';
import { createRunStore, takeUpdate } from '@/state/run-store';
import { createRunsStore } from '@/state/runs-store';
import type { DocumentReader, LayoutService } from '@/state/services';
import { createViewStore } from '@/state/view-store';
import { createXmlStore } from '@/state/xml-store';
import { connectDocuments, connectEngine } from '@/worker/client';
import type { AppServices } from './app-context';
import { followRoute } from './follow-route';
import { followWidth, panelsToRemember } from './follow-width';
import { planWithFiles } from './plan-with-files';
import { recall, remember } from './remembered';
import { createThemePainter } from './theme';
import { startAutosave } from './workflows/autosave';
import { workflowUseCases } from './workflows/use-cases';

/** What the screens are drawn from. */
export interface StartedApp {
  readonly stores: Stores;
  readonly app: AppServices;
}

/**
 * Starts the workers, wires the stores to them, and opens what the address says. Rejects if a worker does not start; a storage
 * that refuses to open is no failure, everything is then kept in memory.
 */
export async function startApp(): Promise<StartedApp> {
  const engine = connectEngine();
  const documents = connectDocuments();
  let known: readonly string[] = [];
  const learnProviders = async () => {
    const builtIn = new Set(builtInProviders.map(({ id }) => id));
    const [windows, kept] = await Promise.all([engine.settings.providers(), engine.models.kept()]);
    await documents.know({ windows, ...kept });
    known = windows.map(({ id }) => id).filter((id) => !builtIn.has(id));
  };
  const reader: DocumentReader = {
    open: (text) => documents.open(text, known),
    edit: (edits) => documents.edit(edits),
    change: (change) => documents.change(change),
    read: (wantDocument) => documents.read(wantDocument),
    exportText: (wish) => documents.exportText(wish),
    readFile: (bytes, name) => documents.readFile(bytes, name),
    readPasted: (text) => documents.readPasted(text),
    checkXml: (text) => documents.checkXml(text),
    copy: (ids) => documents.copy(ids),
    readFragment: (text) => documents.readFragment(text),
    xml: (held) => documents.xml(held),
    readXml: (text) => documents.readXml(text),
    diff: (text) => documents.diff(text),
    plan: () => planWithFiles(documents, engine.files, document.getState().id),
  };
  const { runner, workflows, files, keys, secrets, settings, signIns, models } = engine;
  const document = createDocumentStore(reader, workflows);
  const stores: Stores = {
    document,
    xml: createXmlStore(document, reader),
    view: createViewStore(recall()),
    run: createRunStore(),
    runs: createRunsStore(runner),
    checkpoints: createCheckpointStore(document, workflows),
    services: {
      ...{ documents: reader, workflows, files, runner, layout, signIns },
      modelNames: models.names,
      openAsNew: (text) => useCases.text(text),
    },
  };
  const useCases = workflowUseCases(stores);
  rememberView(stores);
  startAutosave(stores.document);
  followOwner(stores.run, runner);
  engine.follow((updates) => {
    for (const update of updates) {
      takeUpdate(stores.run, runner, update, stores.runs.getState().entries[0]?.id);
      stores.runs.actions.takeUpdate(update);
    }
  });

  const opened = await engine.opened();
  await learnProviders();
  await followRoute(stores, useCases);
  void runner.resumeUnfinished();
  const recheck = async () => {
    await learnProviders();
    await stores.document.actions.recheck();
  };
  const storageFailure = opened.ok ? undefined : opened.failure;
  return {
    stores,
    app: {
      keys,
      secrets,
      settings,
      models,
      tools: engine.tools,
      draft: engine.draft,
      workflows: useCases,
      storageFailure,
      recheck,
    },
  };
}

/** The layout engine is large, and most visits never need it. */
const layout: LayoutService = async (boxes, edges) => (await import('@/worker/layout')).layoutTasks(boxes, edges);

/** Paints the theme, and remembers of the view what is to be there again on the next visit. */
function rememberView({ view }: Stores): void {
  const paint = createThemePainter();
  paint(view.getState().theme);
  followWidth(view);
  view.subscribe(({ theme, mode, panels }, before) => {
    if (theme !== before.theme) paint(theme);
    if (theme === before.theme && mode === before.mode && panels === before.panels) return;
    remember({ theme, mode, panels: panelsToRemember(panels) });
  });
}
