import { useMemo } from 'react';
import { useDocument, useView } from '@/state/context';
import { type Definition, findDefinitionAt } from '@/workflow/document';
import { getRootPath, type TaskPath } from '@/workflow/task-path';
import type { Boxes } from '../../geometry/boxes';
import { type BorderPlaces, computeBorderPlaces } from './border-wires';
import { type GivenRow, listResultRows } from './result-rows';

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
  const definition = useDocument(({ document }) => findDefinitionAt(document, root));
  const parameterCount = definition?.parameters?.length ?? 0;
  const task = definition?.task;
  const rows = useMemo(() => listResultRows(task, root), [task, root]);
  // A container within the function has no border of its own.
  const hasBorder = definition !== undefined && getRootPath(root) === root;
  const places = useMemo(
    () => (hasBorder ? computeBorderPlaces(boxes, parameterCount, rows.length) : undefined),
    [hasBorder, boxes, parameterCount, rows.length],
  );
  return definition && places && { root, definition, rows, places };
}
