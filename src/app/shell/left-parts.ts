// What stands at the left of the canvas, as one part (`parts.ts`).
export { FilesPanel } from '@/editor/files/files-panel';
export { FindPanel } from '@/editor/find/find-panel';
export { FilterButton } from '@/editor/tree/filter-button';
export { WorkflowTree } from '@/editor/tree/tree';
export { default as LibraryPanel } from '../library/library-panel';
export { default as RunsPanel } from '../runs/runs-panel';
export { TestsPanel } from '../tests/tests-panel';
