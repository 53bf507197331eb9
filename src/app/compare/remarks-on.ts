import { formatCount } from '@/base/figures';
import type { DocumentDiff } from '@/workflow/diff/document-diff';

/** The most names in one sentence. */
const mostNames = 5;

/** Differences besides those of tasks and settings, in sentences. */
export function listRemarks({ moved, layout }: DocumentDiff): string[] {
  const names = moved.length > mostNames ? [...moved.slice(0, mostNames), 'others'] : moved;
  const drawn = [
    formatCounted(layout.tasks, 'task', 'placed elsewhere'),
    formatCounted(layout.notes, 'note', 'changed'),
    formatCounted(layout.folded, 'container', 'folded or unfolded'),
  ].filter((part) => part !== '');
  return [
    ...(moved.length > 0 ? [`Moved in the order of tasks: ${names.join(', ')}.`] : []),
    ...(drawn.length > 0 ? [`On the canvas: ${drawn.join(', ')}. It does not change what runs.`] : []),
  ];
}

function formatCounted(number: number, one: string, verb: string): string {
  return number === 0 ? '' : `${formatCount(number, one)} ${verb}`;
}
