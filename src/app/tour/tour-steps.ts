import type { AppStores } from '@/state/context';
import { selectTasks } from '@/state/view/canvas';
import { openDrawer, openLeft, setPanels } from '@/state/view/panels';
import { setPreferences } from '@/state/view/preferences';
import { openScreen } from '@/state/view/screens';
import { findTopTask, listTaskIds } from '@/workflow/document';
import { isNarrow } from '../follow-width';

/** A step of the tour: something that the person does on the screen. */
export interface TourStep {
  readonly title: string;
  /** What to do with the mouse, and what with keys. */
  readonly text: string;
  readonly keys: string;
  /** The element that is marked; undefined if it is not on the screen. */
  target(): Element | null | undefined;
  /** Makes the screen ready for it. */
  prepare?(stores: AppStores): void;
  /** Whether it is done. */
  isDone(stores: AppStores): boolean;
}

/** The workflow of the tour, which runs on the simulated model. */
export const tourText = `heddle: 1
name: Tour
default_model: sim:default
tasks:
  facts:
    description: Name three facts about tides.
layout:
  tasks:
    facts: [0, 0]
`;

/** A button of the top bar, by the start of its words. */
const findTopButton = (words: string) =>
  [...document.querySelectorAll('header button')].find((button) => button.textContent?.startsWith(words));

export const tourSteps: readonly TourStep[] = [
  {
    title: 'Add a task',
    text: 'Drag “Atomic” from the left to the canvas. It is one call of a model.',
    keys: 'Or press N on the canvas, then Enter.',
    target: () => document.querySelector('[aria-label="Task types"]'),
    prepare: ({ view }) => {
      openScreen(view, { at: 'editor' });
      setPreferences(view, { mode: 'canvas' });
      openLeft(view, 'tasks');
      // In a narrow window the panel at the right, which no step needs, would cover the canvas.
      setPanels(view, { drawer: true, ...(isNarrow('right') && { right: false }) });
    },
    isDone: ({ document: { getState } }) => listTaskIds(getState().document).length > 1,
  },
  {
    title: 'Connect two tasks',
    text: 'Drag a wire from the port at the right of “facts” to the new task, which then works with its output.',
    keys: 'Or select “facts”, press C, an arrow key, then Enter.',
    target: () => document.querySelector('[data-task="facts"]'),
    prepare: ({ view }) => {
      if (isNarrow('left')) setPanels(view, { left: false });
    },
    isDone: ({ document: { getState } }) => {
      const { document: workflow } = getState();
      return listTaskIds(workflow).some((id) => (findTopTask(workflow, id)?.dependsOn ?? []).length > 0);
    },
  },
  {
    title: 'See the plan',
    text: 'Press “Plan” at the top. It shows each call, word for word, and what it will cost. Nothing is sent.',
    keys: '',
    target: () => findTopButton('Plan'),
    isDone: ({ view }) => view.getState().screen.at === 'plan',
  },
  {
    title: 'Run it',
    text: 'Press “Run” at the top. The model is a simulated one, so no key is needed and nothing is paid.',
    keys: 'Or press Ctrl+Enter, on a Mac ⌘+Enter.',
    target: () => findTopButton('Run'),
    isDone: ({ run, document: { getState } }) => {
      const { present } = run.getState();
      return present.status === 'completed' && present.taskCount === listTaskIds(getState().document).length;
    },
  },
  {
    title: 'See what was sent',
    text: 'Below the canvas press “What it was sent”: all of this call, part by part, also from the task before it.',
    keys: '',
    target: () => document.querySelector('[aria-label="Run"]'),
    prepare: ({ view, document: { getState } }) => {
      openDrawer(view, 'output');
      selectTasks(view, listTaskIds(getState().document).slice(-1));
    },
    isDone: ({ view }) => view.getState().screen.at === 'context',
  },
];
