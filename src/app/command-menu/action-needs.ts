import type { Action } from '@/editor/actions/action';

const selection = 'Select a task first';
const oneTask = 'Select one task first';
const severalTasks = 'Select several tasks first';
const nested = 'Select a task in a container first';
const run = 'Needs a run';
const breakpoint = 'No run waits at a breakpoint';

/** What each action that may be disabled needs, by its id. */
const needs: Readonly<Record<string, string>> = {
  'select-upstream': selection,
  'select-downstream': selection,
  'instance-before': 'Select a task that ran more than once',
  'instance-after': 'Select a task that ran more than once',
  'clear-selection': 'Nothing is selected',
  'to-canvas': 'Show the canvas first',
  'next-region': 'Close the dialog or menu first',
  'previous-region': 'Close the dialog or menu first',
  'go-to-question': 'No run asks anything',
  'go-to-message': 'No message is shown',
  fit: 'Show the canvas first',
  'zoom-full': 'Show the canvas first',
  'zoom-in': 'Show the canvas first',
  'zoom-out': 'Show the canvas first',
  'tidy-selected': severalTasks,
  'change-inputs': 'The workflow declares no inputs',
  undo: 'Nothing to undo',
  redo: 'Nothing to redo',
  'open-function': 'Select a call first',
  copy: selection,
  cut: selection,
  duplicate: selection,
  delete: selection,
  'delete-join': selection,
  move: selection,
  'finish-moving': 'Begin a move first',
  'move-earlier': nested,
  'move-later': nested,
  'move-out': nested,
  group: selection,
  ungroup: 'Select a group or a sequence first',
  'wrap-map': selection,
  'wrap-loop': selection,
  'wrap-director': selection,
  extract: selection,
  inline: 'Select a call first',
  'leave-container': 'No container is open in full',
  write: 'Select a task with a text first',
  'write-note': 'Select a note first',
  'next-note': 'No notes yet',
  connect: oneTask,
  'connect-port': oneTask,
  'finish-connecting': 'Begin a wire first',
  open: oneTask,
  rename: oneTask,
  disable: selection,
  pin: selection,
  'what-if': selection,
  breakpoint: selection,
  fold: 'Select a container first',
  'export-tasks': selection,
  tidy: 'Needs two tasks',
  'what-told': 'Select a task that called a model',
  'find-fitting': oneTask,
  run: 'A run is in progress, or there are no tasks',
  'run-anew': 'A run is in progress, or there are no tasks',
  'dry-run': 'A run is in progress, or there are no tasks',
  'run-only': selection,
  'run-from': selection,
  'run-until': selection,
  resume: 'No run is paused',
  pause: run,
  cancel: run,
  continue: breakpoint,
  step: breakpoint,
  plan: 'No tasks yet',
};

/** The same of actions that are alike, by how their ids begin. */
const needsOfAlike: Readonly<Record<string, string>> = {
  'nudge-': selection,
  'arrange-': severalTasks,
  'note-': 'Select notes first',
  'tab-': 'Open more workflows first',
};

/** What an action that cannot be run now needs, in a few words. */
export function describeNeed({ id }: Pick<Action, 'id'>): string {
  const [, ofAlike] = Object.entries(needsOfAlike).find(([prefix]) => id.startsWith(prefix)) ?? [];
  return needs[id] ?? ofAlike ?? 'Not available now';
}
