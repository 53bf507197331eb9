// The drawer, and what else shows a run's outputs and times, as one part (`parts.ts`).
export { Drawer } from '@/viewer/drawer';
export { TaskOutput } from '@/viewer/output/task-output';
export { default as TimeTravelBar } from '@/viewer/time-travel/time-travel-bar';
export { default as ShownRunDescription } from '../runs/shown-run-description';
