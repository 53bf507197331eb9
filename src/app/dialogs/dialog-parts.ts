// All dialogs, and what is asked before something typed is lost, as one part (`parts.ts`).
export { default as OpenedDialog } from './dialogs';
export { LeaveQuestion } from './leave-question';
