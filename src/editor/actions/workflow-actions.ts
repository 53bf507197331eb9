import { toFailure } from '@/base/errors';
import type { Stores } from '@/state/context';
import { cancelRun, isRunning, startRun } from '@/state/run-actions';
import type { RunStore } from '@/state/run-store';
import { notify } from '@/ui/toast';
import type { Action } from './action';
import { makeCheckpoint } from './make-checkpoint';

/** Runs that are being started, so that a second press does not start a second one. */
const starting = new WeakSet<RunStore>();

async function run(stores: Stores): Promise<void> {
  if (starting.has(stores.run)) return;
  starting.add(stores.run);
  try {
    await startRun(stores);
  } finally {
    starting.delete(stores.run);
  }
}

/** Cancels the run that is shown, and tells the person if it cannot be done from here. */
async function cancel(stores: Stores): Promise<void> {
  try {
    await cancelRun(stores);
  } catch (error) {
    const { message, advice } = toFailure(error);
    notify({ tone: 'error', title: message, detail: advice });
  }
}

/** How long after its start a run cannot be cancelled by its key, in ms: the same keys have just started it. */
const graceMs = 1000;

function isPastGrace({ run }: Stores): boolean {
  const { startedAt } = run.getState().run;
  return startedAt !== undefined && Date.now() - Date.parse(startedAt) > graceMs;
}

const running = ({ run }: Stores) => isRunning(run.getState());
const hasTasks = ({ document }: Stores) => Object.keys(document.getState().document.tasks).length > 0;

/** What concerns the workflow as a whole. */
export const workflowActions: readonly Action[] = [
  {
    id: 'run',
    label: 'Run',
    group: 'Workflow',
    keys: ['Mod+Enter'],
    enabled: (stores) => !running(stores) && hasTasks(stores),
    run,
  },
  {
    id: 'cancel',
    label: 'Cancel the run',
    group: 'Workflow',
    keys: ['Mod+Enter'],
    enabled: running,
    takesKey: isPastGrace,
    run: cancel,
  },
  {
    id: 'plan',
    label: 'Plan',
    group: 'Workflow',
    keys: [],
    enabled: hasTasks,
    run: ({ view }) => view.setState({ screen: 'plan' }),
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
    run: ({ view }) => view.setState({ screen: 'compare' }),
  },
  {
    id: 'export',
    label: 'Export',
    group: 'Workflow',
    keys: [],
    run: ({ view }) => view.setState({ dialog: 'export' }),
  },
];
