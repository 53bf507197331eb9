import { useMemo } from 'react';
import { type ComparedKind, findKindOfCounts, type KindCounts } from '@/run/compare/compare-runs';
import type { StoredComparison } from '@/run/runner';
import { useDocument } from '@/state/context';
import { findTopTask, formatTaskLabel, type WorkflowDocument } from '@/workflow/document';
import type { DifferenceGraph, DrawnKind } from '../difference/drawn-graph';
import { GraphDifference } from '../difference/graph-difference';
import type { RunNames } from './run-names';

const drawnAs: { readonly [K in ComparedKind]: DrawnKind } = {
  same: 'same',
  changed: 'changed',
  onlyFirst: 'removed',
  onlySecond: 'added',
};

interface ComparisonDrawingProps {
  readonly comparison: StoredComparison;
  readonly names: RunNames;
  /** Id of the selected top-level task. */
  readonly selected: string | undefined;
  readonly onSelect: (task: string) => void;
}

/** The tasks of both runs as a graph: which are the same, which changed, which only one of them has. */
export function ComparisonDrawing({ comparison, names, selected, onSelect }: ComparisonDrawingProps) {
  const document = useDocument((state) => state.document);
  const { first, second } = names;
  const graph = useMemo(
    () => buildComparisonGraph(comparison, document, { first, second }),
    [comparison, document, first, second],
  );
  return <GraphDifference graph={graph} label="The tasks of both runs" selected={selected} onSelect={onSelect} />;
}

/** The tasks at the top that a run started, with the edges that the open workflow has between them. */
function buildComparisonGraph(
  { tasks }: StoredComparison,
  document: WorkflowDocument,
  { first, second }: RunNames,
): DifferenceGraph {
  const words: { readonly [K in ComparedKind]: string } = {
    same: 'same',
    changed: 'changed',
    onlyFirst: `only in ${first.toLowerCase()}`,
    onlySecond: `only in ${second.toLowerCase()}`,
  };
  const drawn = [...tasks].filter(([path]) => !path.includes('/'));
  const kinds = new Map(drawn.map(([id, counts]) => [id, findKindOfCounts(counts)]));
  const formatNote = (counts: KindCounts, kind: ComparedKind) => {
    const all = counts.same + counts.changed + counts.onlyFirst + counts.onlySecond;
    return kind === 'changed' && all > 1 ? `${all - counts.same} of ${all} ${words.changed}` : words[kind];
  };
  return {
    tasks: drawn.map(([id, counts]) => {
      const task = findTopTask(document, id);
      const kind = kinds.get(id) ?? 'same';
      return { id, label: task ? formatTaskLabel(id, task) : id, note: formatNote(counts, kind), kind: drawnAs[kind] };
    }),
    edges: drawn.flatMap(([to]) =>
      (findTopTask(document, to)?.dependsOn ?? [])
        .filter((from) => kinds.has(from))
        .map((from) => ({ from, to, kind: drawnAs[kinds.get(from) ?? 'same'] })),
    ),
  };
}
