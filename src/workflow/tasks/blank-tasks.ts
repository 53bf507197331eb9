import type { RunnableTask, RunnableType } from '.';

/** A new task of each type, as it is put on the canvas. */
export const blankTasks: { readonly [K in RunnableType]: Extract<RunnableTask, { type: K }> } = {
  atomic: { type: 'atomic' },
  script: { type: 'script', script: { language: 'bash', content: '' } },
};
