import { isMap, isScalar } from 'yaml';
import type { TaskOf } from '@/workflow/tasks';
import { findCanonicalKey, getTaskShape } from '../../schema-shape';
import { type BodyKey, buildBlockPath } from '../block-keys';
import { findNode, readScalarText } from '../nodes';

/** How many fields of a group of the library come before its tasks, as it is written in a text with this root. */
export function countFieldsBeforeTasks(root: unknown, key: BodyKey, group: TaskOf<'group'>): number {
  const node = findNode(root, buildBlockPath(key).slice(0, -1));
  const { fields } = getTaskShape('group');
  const names = Object.keys(group);
  let count = 0;
  for (const { key } of isMap(node) ? node.items : []) {
    const written = isScalar(key) ? findCanonicalKey(readScalarText(key), (known) => fields.has(known)) : undefined;
    if (written === 'subtasks') break;
    const field = written === undefined ? undefined : fields.get(written)?.name;
    if (field !== undefined) count = Math.max(count, names.indexOf(field) + 1);
  }
  return count;
}
