import { useMemo } from 'react';
import { formatCount } from '@/base/figures';
import { readYaml } from '@/formats/yaml/read-yaml';
import type { DifferenceGraph } from '@/viewer/difference/drawn-graph';
import { GraphDifference } from '@/viewer/difference/graph-difference';
import { findTopTask, formatTaskLabel, listTaskIds, type WorkflowDocument } from '@/workflow/document';
import { taskTraits } from '@/workflow/tasks';
import styles from './draft.module.css';

/** A drafted workflow as a flow: its graph, and what each task is asked. Its YAML is there for those who want it. */
export function DraftedFlow({ yaml }: { readonly yaml: string }) {
  const document = useMemo(() => readYaml(yaml).document, [yaml]);
  const text = (
    <details className={styles.said}>
      <summary>As YAML</summary>
      <pre>{yaml}</pre>
    </details>
  );
  if (document === undefined) return text;
  const ids = listTaskIds(document);
  return (
    <>
      <h3 className={styles.name}>
        {document.name ?? 'Untitled'} <span>{formatCount(ids.length, 'task')}</span>
      </h3>
      <GraphDifference graph={buildGraph(document, ids)} label="The drafted workflow" />
      <ol className={styles.tasks}>
        {ids.map((id) => {
          const task = findTopTask(document, id);
          return (
            <li key={id}>
              <b>{task === undefined ? id : formatTaskLabel(id, task)}</b>
              <span>{task?.description}</span>
            </li>
          );
        })}
      </ol>
      {text}
    </>
  );
}

function buildGraph(document: WorkflowDocument, ids: readonly string[]): DifferenceGraph {
  const known = new Set(ids);
  return {
    tasks: ids.flatMap((id) => {
      const task = findTopTask(document, id);
      if (task === undefined) return [];
      return [{ id, label: formatTaskLabel(id, task), note: taskTraits[task.type].label, kind: 'same' as const }];
    }),
    edges: ids.flatMap((to) =>
      (findTopTask(document, to)?.dependsOn ?? [])
        .filter((from) => known.has(from))
        .map((from) => ({ from, to, kind: 'same' as const })),
    ),
  };
}
