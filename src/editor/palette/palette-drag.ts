import { type TaskType, taskTypes } from '@/workflow/tasks';

/**
 * The media type of a drag from the palette. The task type is part of its name, because only names can be read before
 * the drop.
 */
const formatDragKind = (type: TaskType) => `application/x-heddle-${type}`;

/** Sets this type as the content of a drag. */
export function setDraggedType(transfer: DataTransfer, type: TaskType): void {
  transfer.setData(formatDragKind(type), type);
  transfer.effectAllowed = 'copy';
}

/** The task type that a drag carries; undefined if it is something else. */
export function getDraggedType(transfer: DataTransfer): TaskType | undefined {
  return taskTypes.find((type) => transfer.types.includes(formatDragKind(type)));
}
