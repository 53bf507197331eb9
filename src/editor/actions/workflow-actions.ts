import type { AppStores } from '@/state/context';
import { isBudgetTooSmall } from '@/state/outlook-store';
import { cancelRun, findBreakpoint, isPaused, isRunning, pauseRun } from '@/state/run-actions';
import { buildTargets } from '@/state/run-part';
import type { RunStore } from '@/state/run-store';
import type { RunWish } from '@/state/run-wish';
import { askForInputs } from '@/state/view/inputs';
import { showQuestions } from '@/state/view/panels';
import { openDialog, openScreen } from '@/state/view/screens';
import { countSelectedTasks } from '@/state/view-store';
import { attemptAction } from '@/ui/attempt';
import { listTaskIds } from '@/workflow/document';
import type { Action } from './action';
import { makeCheckpoint } from './make-checkpoint';
import { withEdits } from './with-edits';

/** Runs that are being started, so that a second press does not start another. */
const starting = new WeakSet<RunStore>();

async function runWorkflow(stores: AppStores, wish: RunWish = {}): Promise<void> {
  if (starting.has(stores.run)) return;
  starting.add(stores.run);
  try {
    await withEdits(({ runOpenWorkflow }) => runOpenWorkflow(stores, wish));
  } finally {
    starting.delete(stores.run);
  }
}

/** Performs an action on the shown run, and shows the person why if it is not possible here. */
function createReportingAction(act: (stores: AppStores) => Promise<void>): Action['run'] {
  return async (stores) => {
    await attemptAction(() => act(stores));
  };
}

/** When runs were resumed, in ms since 1970. */
const resumedAt = new WeakMap<RunStore, number>();

async function resumeRun(stores: AppStores): Promise<void> {
  resumedAt.set(stores.run, Date.now());
  await withEdits(({ resumeShownRun }) => resumeShownRun(stores));
}

/**
 * How long, in ms, the key that cancels has no effect after a run has started or resumed: the same key has just started
 * it.
 */
const graceMs = 1000;

/** Whether a key cancels the run that is shown: not the one that has just started it. */
export function isPastGrace({ run }: AppStores): boolean {
  const { startedAt } = run.getState().present;
  return startedAt !== undefined && Date.now() - Math.max(Date.parse(startedAt), resumedAt.get(run) ?? 0) > graceMs;
}

const isRunRunning = ({ run }: AppStores) => isRunning(run.getState());
const isRunPaused = ({ run }: AppStores) => isPaused(run.getState());
// Read from the graph, which already exists: listing ten thousand ids takes milliseconds, at each typed key.
const hasTasks = ({ document }: AppStores) => listTaskIds(document.getState().document).length > 0;

const isAtBreakpoint = ({ run }: AppStores) =>
  findBreakpoint(run.getState()) !== undefined && !isPaused(run.getState());
const canRunPart = (stores: AppStores) => !isRunRunning(stores) && countSelectedTasks(stores.view.getState()) > 0;

const canRunAll = (stores: AppStores) =>
  !isRunRunning(stores) && hasTasks(stores) && !isBudgetTooSmall(stores.outlook.getState());

/** Actions on the workflow as a whole, and on runs of it. */
export const workflowActions: readonly Action[] = [
  {
    id: 'run',
    label: 'Run',
    group: 'Workflow',
    keys: ['Mod+Enter'],
    whileTyping: true,
    enabled: canRunAll,
    run: (stores) => runWorkflow(stores),
  },
  {
    id: 'run-anew',
    label: 'Run everything again',
    group: 'Workflow',
    keys: ['Mod+Shift+Enter'],
    enabled: canRunAll,
    run: (stores) => runWorkflow(stores, { anew: true }),
  },
  {
    id: 'dry-run',
    label: 'Dry run',
    group: 'Workflow',
    keys: ['Shift+Alt+D'],
    enabled: (stores) => !isRunRunning(stores) && hasTasks(stores),
    run: (stores) => runWorkflow(stores, { dry: true }),
  },
  {
    id: 'change-inputs',
    label: 'Change what runs are given',
    also: 'inputs form',
    group: 'Workflow',
    keys: [],
    enabled: (stores) => !isRunRunning(stores) && stores.document.getState().document.inputs !== undefined,
    run: ({ view }) => askForInputs(view, {}),
  },
  {
    id: 'run-only',
    label: 'Run this task',
    group: 'Workflow',
    keys: ['Alt+Enter'],
    enabled: canRunPart,
    run: (stores) => runWorkflow(stores, { targets: buildTargets(stores, 'only') }),
  },
  {
    id: 'run-from',
    label: 'Run from here',
    group: 'Workflow',
    keys: ['Shift+Alt+Enter'],
    enabled: canRunPart,
    run: (stores) => runWorkflow(stores, { targets: buildTargets(stores, 'from') }),
  },
  {
    id: 'run-until',
    label: 'Run to here',
    group: 'Workflow',
    keys: ['Mod+Alt+Enter'],
    enabled: canRunPart,
    run: (stores) => runWorkflow(stores, { targets: buildTargets(stores, 'until') }),
  },
  {
    id: 'open-file',
    label: 'Open a file',
    also: 'import yaml xml json zip recording',
    group: 'Workflow',
    keys: ['Mod+O'],
    whileTyping: true,
    onStart: true,
    run: ({ services }) => services.openFile(),
  },
  {
    id: 'resume',
    label: 'Resume the run',
    group: 'Workflow',
    keys: ['Mod+Enter'],
    enabled: isRunPaused,
    run: createReportingAction(resumeRun),
  },
  {
    id: 'pause',
    label: 'Pause the run',
    group: 'Workflow',
    keys: [],
    enabled: (stores) => isRunRunning(stores) && !isRunPaused(stores),
    run: createReportingAction(pauseRun),
  },
  {
    // Before the action that cancels, which has its second key too: that never cancels a run that waits for a person.
    id: 'go-to-question',
    label: 'Go to the question of the run',
    group: 'View',
    keys: ['Q', 'Mod+Enter'],
    enabled: ({ run }) => run.getState().present.questions.size > 0,
    run: ({ view }) => showQuestions(view, 'form'),
  },
  {
    id: 'cancel',
    label: 'Cancel the run',
    group: 'Workflow',
    keys: ['Mod+Enter'],
    enabled: isRunRunning,
    takesKey: isPastGrace,
    run: createReportingAction(cancelRun),
  },
  {
    id: 'continue',
    label: 'Continue from the breakpoint',
    group: 'Workflow',
    keys: ['F8'],
    enabled: isAtBreakpoint,
    run: createReportingAction((stores) => withEdits(({ leaveBreakpoint }) => leaveBreakpoint(stores, 'continue'))),
  },
  {
    id: 'step',
    label: 'Step to the next task',
    group: 'Workflow',
    keys: ['F10'],
    enabled: isAtBreakpoint,
    run: createReportingAction((stores) => withEdits(({ leaveBreakpoint }) => leaveBreakpoint(stores, 'step'))),
  },
  {
    id: 'plan',
    label: 'Plan',
    group: 'Workflow',
    keys: [],
    enabled: hasTasks,
    run: ({ view }) => openScreen(view, { at: 'plan' }),
  },
  {
    id: 'draft',
    label: 'Draft with a model',
    group: 'Workflow',
    keys: [],
    run: ({ view }) => openDialog(view, { name: 'draft' }),
  },
  {
    id: 'make-checkpoint',
    label: 'Make a checkpoint',
    group: 'Workflow',
    keys: ['Mod+S'],
    whileTyping: true,
    run: makeCheckpoint,
  },
  {
    id: 'compare',
    label: 'Compare',
    group: 'Workflow',
    keys: ['Shift+Alt+C'],
    run: ({ view }) => openScreen(view, { at: 'compare' }),
  },
  {
    id: 'compare-runs',
    label: 'Compare runs',
    group: 'Workflow',
    keys: ['Shift+Alt+R'],
    run: ({ view }) => openScreen(view, { at: 'compare-runs' }),
  },
  {
    id: 'search-runs',
    label: 'Search all runs',
    group: 'Workflow',
    keys: ['Mod+Shift+F'],
    whileTyping: true,
    onStart: true,
    run: ({ view }) => openDialog(view, { name: 'search-runs' }),
  },
  {
    id: 'export',
    label: 'Export',
    group: 'Workflow',
    keys: [],
    run: ({ view }) => openDialog(view, { name: 'export' }),
  },
];
