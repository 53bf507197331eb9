// The two screens that compare, workflows and runs, as one part (`shell/editor-screen.tsx`).
export { default as CompareRunsView } from '../compare-runs/compare-runs-view';
export { default as CompareView } from './compare-view';
