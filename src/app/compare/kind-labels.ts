import type { TaskDiff } from '@/workflow/diff/document-diff';

/** What happened to a task, in a word. */
export const kindLabels: { readonly [K in TaskDiff['kind']]: string } = {
  added: 'Added',
  removed: 'Removed',
  changed: 'Changed',
  renamed: 'Renamed',
};
