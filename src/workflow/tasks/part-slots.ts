import type { TaskType } from '.';

/** A place for one part, named as its segment, and the field that holds it. */
export const singleSlots = {
  inner_task: 'innerTask',
  reduction_task: 'reductionTask',
  else: 'else',
  director: 'director',
  script: 'script',
  evaluator: 'evaluator',
} as const;

/** Where a type holds parts of its own: at the end of a list of them, or in a place for one. */
export type OwnSlot = 'step' | 'subtask' | 'case' | keyof typeof singleSlots;

/** Where a task can hold a part: as its type does, or as any task does. */
export type PartSlot = OwnSlot | 'best_of' | `input:${string}`;

/** The places for parts that each type has, in the order of a file. */
export const ownSlots: { readonly [K in TaskType]: readonly OwnSlot[] } = {
  atomic: [],
  script: [],
  sequential: ['step'],
  map: ['inner_task'],
  reduce: ['inner_task', 'reduction_task'],
  cond: ['case', 'else'],
  group: ['subtask'],
  director_evaluator: ['director', 'script', 'evaluator'],
  pipeline: [],
  call: [],
  associative_memory: [],
  reparse: [],
};

/** Whether a type has this place for a part. */
export function hasSlot(type: TaskType, slot: PartSlot): boolean {
  return slot === 'best_of' || slot.startsWith('input:') || ownSlots[type].some((own) => own === slot);
}

/** Whether a segment is the name of a place for one part. */
export function isSingleSlot(segment: string): segment is keyof typeof singleSlots {
  return Object.hasOwn(singleSlots, segment);
}
