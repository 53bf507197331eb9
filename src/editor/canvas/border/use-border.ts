import { useMemo } from 'react';
import { useDocument, useView } from '@/state/context';
import { type Definition, definitionAt } from '@/workflow/document';
import { rootOf, type TaskPath } from '@/workflow/task-path';
import type { Boxes } from '../../geometry/boxes';
import { type BorderPlaces, borderPlaces } from './border-wires';
import { type GivenRow, resultRows } from './result-rows';

/** The border of the function that is opened as a canvas of its own. */
export interface Border {
  readonly root: TaskPath;
  readonly definition: Definition;
  readonly rows: readonly GivenRow[];
  readonly places: BorderPlaces;
}

/** The border of the opened function; undefined: the canvas shows no function, or a container in one. */
export function useBorder(boxes: Boxes): Border | undefined {
  const root = useView((state) => state.canvas.root) ?? '';
  const definition = useDocument(({ document }) => definitionAt(document, root));
  const parameterCount = definition?.parameters?.length ?? 0;
  const task = definition?.task;
  const rows = useMemo(() => resultRows(task, root), [task, root]);
  // A container within the function has no border of its own.
  const hasBorder = definition !== undefined && rootOf(root) === root;
  const places = useMemo(
    () => (hasBorder ? borderPlaces(boxes, parameterCount, rows.length) : undefined),
    [hasBorder, boxes, parameterCount, rows.length],
  );
  return definition && places && { root, definition, rows, places };
}
