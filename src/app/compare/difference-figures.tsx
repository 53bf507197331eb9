import { FigureRow } from '@/ui/display/figure-row';
import type { DocumentDiff, TaskDiff } from '@/workflow/diff/document-diff';
import { kindLabels } from './kind-labels';

/** The number of tasks and settings that differ. */
export function DifferenceFigures({ diff }: { readonly diff: DocumentDiff }) {
  const kinds = Object.keys(kindLabels) as TaskDiff['kind'][];
  const figures = kinds.map((kind) => {
    const { length } = diff.tasks.filter((task) => task.kind === kind);
    return { name: kindLabels[kind], value: String(length), what: length === 1 ? 'task' : 'tasks' };
  });
  const settings = { name: 'Workflow', value: String(diff.settings.length), what: 'settings changed' };
  return <FigureRow figures={[...figures, settings]} />;
}
