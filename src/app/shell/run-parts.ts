// What shows a run and the other open workflows around the canvas, and the menus above it, as one part (`parts.ts`).
export { TabsRow } from '../open-tabs/tabs-row';
export { RunLineBar } from '../runs/run-line';
export { SignOfRun } from '../runs/sign-of-run';
export { AppMenu } from './app-menu';
export { Banners } from './banners';
export { BudgetControl } from './budget-control';
export { NameMenu } from './name-menu';
export { OtherWays } from './other-ways';
export { PhoneBar } from './phone-bar';
