/** The slots for a single part: the segment of each, and the field that holds the part. */
export const singleSlots = {
  inner_task: 'innerTask',
  reduction_task: 'reductionTask',
  else: 'else',
  director: 'director',
  script: 'script',
  evaluator: 'evaluator',
} as const;

/** Where a type holds parts of its own: at the end of a list, or in a slot for a single part. */
export type OwnSlot = 'step' | 'subtask' | 'case' | keyof typeof singleSlots;

/** Where a task can hold a part: in a slot of its type, or in one that every task has. */
export type PartSlot = OwnSlot | 'best_of' | `input:${string}`;

/** Whether a segment is a slot for a single part. */
export function isSingleSlot(segment: string): segment is keyof typeof singleSlots {
  return Object.hasOwn(singleSlots, segment);
}
