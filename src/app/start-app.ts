import { editsPart } from '@/editor/actions/with-edits';
import type { RunUpdate } from '@/run/runner';
import type { AppStores } from '@/state/context';
import { createDocumentStore, type DocumentStore } from '@/state/document-store';
import { createForecastStore } from '@/state/forecast-store';
import { forgetRemoved } from '@/state/forget-removed';
import { createGivenInputsStore } from '@/state/given-inputs-store';
import { createCheckpointStore } from '@/state/named-revision-store';
import { createOutlookStore } from '@/state/outlook-store';
import { followOwner } from '@/state/run-owner';
import { createRunStore, takeUpdate } from '@/state/run-store';
import { createRunsStore } from '@/state/runs-store';
import { createViewStore } from '@/state/view-store';
import { closeNotices } from '@/ui/overlay/toast';
import type { Workers } from '@/worker/border/client';
import { listTaskIds } from '@/workflow/document';
import type { AppServices } from './app-context';
import { pickFile } from './files/pick-file';
import { followRoute } from './follow-route';
import { followWidth, openInspectorBySelection, selectPanelsToRemember } from './follow-width';
import { laterPart } from './later-part';
import { readRemembered, writeRemembered } from './local-settings';
import { createOpenTabs, noteRunMarks } from './open-tabs/tabs-store';
import { createThemePainter } from './theme';
import { startAutosave } from './workflows/autosave';
import { followOtherTabs } from './workflows/other-tabs';
import { tellWrittenOut } from './workflows/tell-written-out';
import { createWorkflowUseCases } from './workflows/use-cases';

/** What the screens are rendered from. */
export interface StartedApp {
  readonly stores: AppStores;
  readonly app: AppServices;
}

/**
 * Connects the stores to the workers, and opens what the address names. Rejects if a worker does not start. A storage
 * that cannot be opened is not a failure: everything is then in memory.
 */
export async function startApp({ engine, documents }: Workers): Promise<StartedApp> {
  const learnProviders = async () => {
    const [providers, kept] = await Promise.all([engine.settings.providers(), engine.models.kept()]);
    await documents.configure({ providers, ...kept });
  };
  const { runner, servers, workflows, files, definitions, keys, secrets, grants, settings, signIns, models } = engine;
  const view = createViewStore(readRemembered());
  const document = createDocumentStore(
    documents,
    workflows,
    (large, partAt) => laterPart.load().then(({ gatherDocument }) => gatherDocument(large, partAt)),
    (next) =>
      listTaskIds(next).length < manyTasks
        ? undefined
        : editsPart.load().then(({ prepareDocument: prepared }) => prepared(next)),
    tellWrittenOut,
  );
  const tabs = createOpenTabs(document, view, () => useCases);
  const runs = createRunsStore(runner);
  const given = createGivenInputsStore();
  const stores: AppStores = {
    document,
    view,
    run: createRunStore(),
    runs,
    forecast: createForecastStore(document, runs, given, documents),
    outlook: createOutlookStore(),
    given,
    checkpoints: createCheckpointStore(document, workflows),
    services: {
      ...{ documents, workflows, files, definitions, runner, servers, grants, signIns, tabs },
      modelOffers: models.offers,
      checkProviders: async (asked, isAsked) => (await laterPart.load()).checkProviders(engine, asked, isAsked),
      openAsNew: (text) => useCases.text(text),
      openFile: async () => {
        const file = await pickFile();
        if (file) await useCases.file(file);
      },
    },
  };
  const useCases = createWorkflowUseCases(stores);
  rememberView(stores);
  startAutosave(stores.document);
  forgetRemoved(stores.document, stores.view);
  followOtherTabs(stores.document);
  closeNoticesOfWorkflow(stores.document);
  followOwner(stores.run, runner);
  const takeUpdates = (updates: readonly RunUpdate[]) => {
    noteRunMarks(tabs, updates);
    for (const update of updates) {
      takeUpdate(stores.run, runner, update, stores.runs.getState().entries[0]?.id);
      stores.runs.actions.takeUpdate(update);
    }
  };
  // As long as the page exists. If a worker does not start, the calls that need an answer report it.
  engine.follow(takeUpdates, new AbortController().signal).catch(() => undefined);

  const [opened] = await Promise.all([engine.opened(), learnProviders()]);
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
      tests: engine.tests,
      draft: engine.draft,
      servers,
      workflows: useCases,
      storageFailure,
      recheck,
    },
  };
}

/** From this number of tasks on, what an edit draws anew is derived a little at a time. */
const manyTasks = 1000;

/** Applies the theme, and stores the parts of the view that should reappear on the next visit. */
function rememberView({ view }: AppStores): void {
  const paint = createThemePainter();
  paint(view.getState().preferences.theme);
  followWidth(view);
  openInspectorBySelection(view);
  view.subscribe(({ preferences }, { preferences: before }) => {
    const { theme, mode, panels, ownKeys, runsAt, map, hasAllTypes, outputViews } = preferences;
    if (theme !== before.theme) paint(theme);
    if (ownKeys !== before.ownKeys || runsAt !== before.runsAt) writeRemembered({ ownKeys, runsAt });
    if (map !== before.map || hasAllTypes !== before.hasAllTypes) writeRemembered({ map, hasAllTypes });
    if (outputViews !== before.outputViews) writeRemembered({ outputViews });
    if (theme === before.theme && mode === before.mode && panels === before.panels) return;
    writeRemembered({ theme, mode, panels: selectPanelsToRemember(panels) });
  });
}

/** Closes messages about an edit of the open workflow once that is edited, or another one is open. */
function closeNoticesOfWorkflow(document: DocumentStore): void {
  document.subscribe((state, before) => {
    if (state.id !== before.id || state.document !== before.document) closeNotices(({ about }) => about === 'workflow');
  });
}
