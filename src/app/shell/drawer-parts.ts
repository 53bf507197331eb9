// The drawer, and what else shows a run's outputs and times, as one part (`parts.ts`).
export { TaskContext } from '@/viewer/context/task-context';
export { TaskHistory } from '@/viewer/history/task-history';
export { TaskOutput } from '@/viewer/output/task-output';
export { default as InputsPanel } from '../inputs/inputs-panel';
export { default as ShownRunDescription } from '../runs/shown-run-description';
export { KeepPanel } from '../tests/keep-panel';
export { WholeDrawer } from './whole-drawer';
