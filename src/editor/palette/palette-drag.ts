import { type TaskType, taskTypes } from '@/workflow/tasks';

/**
 * The media type of a drag from the palette. The task type is part of its name, because only names can be read before
 * the drop.
 */
const kindOf = (type: TaskType) => `application/x-heddle-${type}`;

/** Sets this type as the content of a drag. */
export function carryType(transfer: DataTransfer, type: TaskType): void {
  transfer.setData(kindOf(type), type);
  transfer.effectAllowed = 'copy';
}

/** The task type that a drag carries; undefined if it is something else. */
export function draggedType(transfer: DataTransfer): TaskType | undefined {
  return taskTypes.find((type) => transfer.types.includes(kindOf(type)));
}
