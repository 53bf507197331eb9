import { isMap, isScalar } from 'yaml';
import type { TaskOf } from '@/workflow/tasks';
import { taskShape, writtenKey } from '../../schema-shape';
import { type BodyKey, pathOfBlock } from '../block-keys';
import { nodeAt, scalarText } from '../nodes';

/** How many fields of a group of the library come before its tasks, as it is written in a text with this root. */
export function fieldsBeforeTasks(root: unknown, key: BodyKey, group: TaskOf<'group'>): number {
  const node = nodeAt(root, pathOfBlock(key).slice(0, -1));
  const { fields } = taskShape('group');
  const names = Object.keys(group);
  let count = 0;
  for (const { key } of isMap(node) ? node.items : []) {
    const written = isScalar(key) ? writtenKey(scalarText(key), (known) => fields.has(known)) : undefined;
    if (written === 'subtasks') break;
    const field = written === undefined ? undefined : fields.get(written)?.name;
    if (field !== undefined) count = Math.max(count, names.indexOf(field) + 1);
  }
  return count;
}
