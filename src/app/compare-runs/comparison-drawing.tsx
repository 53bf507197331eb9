import { useMemo } from 'react';
import { type ComparedKind, type KindCounts, kindOfCounts } from '@/run/compare/compare-runs';
import type { StoredComparison } from '@/run/runner';
import { useDocument } from '@/state/context';
import { taskLabel, taskOf, type WorkflowDocument } from '@/workflow/document';
import type { DrawnKind, GraphDifferenceData } from '../compare/drawn-graph';
import { GraphDifference } from '../compare/graph-difference';
import type { RunNames } from './run-pickers';

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
  const graph = useMemo(() => graphOf(comparison, document, { first, second }), [comparison, document, first, second]);
  return <GraphDifference graph={graph} label="The tasks of both runs" selected={selected} onSelect={onSelect} />;
}

/** The tasks at the top that a run started, with the edges that the open workflow has between them. */
function graphOf(
  { tasks }: StoredComparison,
  document: WorkflowDocument,
  { first, second }: RunNames,
): GraphDifferenceData {
  const words: { readonly [K in ComparedKind]: string } = {
    same: 'same',
    changed: 'changed',
    onlyFirst: `only in ${first.toLowerCase()}`,
    onlySecond: `only in ${second.toLowerCase()}`,
  };
  const drawn = [...tasks].filter(([path]) => !path.includes('/'));
  const kinds = new Map(drawn.map(([id, counts]) => [id, kindOfCounts(counts)]));
  const noteOf = (counts: KindCounts, kind: ComparedKind) => {
    const all = counts.same + counts.changed + counts.onlyFirst + counts.onlySecond;
    return kind === 'changed' && all > 1 ? `${all - counts.same} of ${all} ${words.changed}` : words[kind];
  };
  return {
    tasks: drawn.map(([id, counts]) => {
      const task = taskOf(document, id);
      const kind = kinds.get(id) ?? 'same';
      return { id, label: task ? taskLabel(id, task) : id, note: noteOf(counts, kind), kind: drawnAs[kind] };
    }),
    edges: drawn.flatMap(([to]) =>
      (taskOf(document, to)?.dependsOn ?? [])
        .filter((from) => kinds.has(from))
        .map((from) => ({ from, to, kind: drawnAs[kinds.get(from) ?? 'same'] })),
    ),
  };
}
