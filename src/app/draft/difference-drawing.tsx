import { useMemo } from 'react';
import { readYaml } from '@/formats/yaml/read-yaml';
import { useDocument } from '@/state/context';
import type { DifferenceGraph, DrawnKind } from '@/viewer/difference/drawn-graph';
import { GraphDifference } from '@/viewer/difference/graph-difference';
import type { DocumentDiff } from '@/workflow/diff/document-diff';
import { findTopTask, formatTaskLabel, listTaskIds, type WorkflowDocument } from '@/workflow/document';
import { taskTraits } from '@/workflow/tasks';

interface DifferenceDrawingProps {
  /** The later document, as YAML; the earlier one is the open workflow. */
  readonly text: string;
  readonly diff: DocumentDiff;
}

/** The graph of a draft with what it adds, changes and removes. The table below it says the same in words. */
export function DifferenceDrawing({ text, diff }: DifferenceDrawingProps) {
  const before = useDocument((state) => state.document);
  const graph = useMemo(() => {
    const { document } = readYaml(text);
    return document && buildDifferenceGraph(before, document, diff);
  }, [before, text, diff]);
  if (graph === undefined) return null;
  return <GraphDifference graph={graph} label="The drafted workflow, with what is added, changed and removed" />;
}

/** All tasks of the later document, and those that it removes from the earlier one. */
function buildDifferenceGraph(
  before: WorkflowDocument,
  after: WorkflowDocument,
  { tasks }: DocumentDiff,
): DifferenceGraph {
  const kinds = new Map(tasks.map((task) => [task.id, task.kind]));
  const getKind = (id: string): DrawnKind => kinds.get(id) ?? 'same';
  const gone = listTaskIds(before).filter((id) => kinds.get(id) === 'removed');
  const drawn = [...listTaskIds(after), ...gone];
  const known = new Set<string>(drawn);
  const taskAt = (id: string) => findTopTask(after, id) ?? findTopTask(before, id);
  return {
    tasks: drawn.flatMap((id) => {
      const task = taskAt(id);
      return task
        ? [{ id, label: formatTaskLabel(id, task), note: taskTraits[task.type].label, kind: getKind(id) }]
        : [];
    }),
    edges: drawn.flatMap((to) =>
      (taskAt(to)?.dependsOn ?? [])
        .filter((from) => known.has(from))
        .map((from) => ({ from, to, kind: getKind(to) === 'removed' ? ('removed' as const) : getKind(from) })),
    ),
  };
}
