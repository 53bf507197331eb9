// The drawer, and what else shows a run's outputs and times, as one part (`parts.ts`).
export { TaskContext } from '@/viewer/context/task-context';
export { Drawer } from '@/viewer/drawer';
export { TaskHistory } from '@/viewer/history/task-history';
export { TaskOutput } from '@/viewer/output/task-output';
export { default as InputsPanel } from '../inputs/inputs-panel';
export { default as ShownRunDescription } from '../runs/shown-run-description';
export { KeepPanel } from '../tests/keep-panel';
export { TourLine } from '../tour/tour-line';
export { Questions } from './questions';
