import type { TaskType } from '@/workflow/tasks';
import { paletteTypes } from './palette-types';

/**
 * The kind of what is dragged from the palette. It carries the type in its name, for only names can be read before the
 * drop.
 */
const kindOf = (type: TaskType) => `application/x-heddle-${type}`;

/** Makes this type what a drag carries. */
export function carryType(transfer: DataTransfer, type: TaskType): void {
  transfer.setData(kindOf(type), type);
  transfer.effectAllowed = 'copy';
}

/** The task type that a drag carries; undefined if it is something else. */
export function draggedType(transfer: DataTransfer): TaskType | undefined {
  return paletteTypes.find(({ type }) => transfer.types.includes(kindOf(type)))?.type;
}
