// What shows a run and the other open workflows around the canvas, as one part (`parts.ts`).
export { TabsRow } from '../open-tabs/tabs-row';
export { default as RunHeader } from '../runs/run-header';
export { Banners } from './banners';
export { OtherWays } from './other-ways';
export { RunningControls } from './running-controls';
