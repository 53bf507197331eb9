// The code of all actions that change a workflow, move about in it or start runs, and of what gestures on the canvas
// do: one part, which is fetched when the first screen stands (`with-edits.ts`).
export { leaveBreakpoint, resumeShownRun, runOpenWorkflow } from '@/state/start-and-fork';
export { unsavedSchema } from '@/state/unsaved-schema';
export { setSettings } from '@/workflow/commands/set-fields';
export { addTarget, dropTargets, findEdgeAt, findEdgeUnder, findKeyTarget } from '../canvas/pointer/drop-place';
export { createWiring } from '../canvas/wires/wiring';
export { leaveFunction, openCalled } from '../function/open-function';
export { prepareDocument } from '../preparing';
export { openLargeEditor } from '../writing/open-writing';
export { arrangeSelected } from './arrange';
export { copySelection, cutSelection, readCopyUnderWay } from './clipboard';
export { finishConnecting } from './connect';
export { duplicateNow } from './copy-edits';
export { toggleFold } from './fold';
export { findNextPlace } from './next-place';
export { addNote } from './note-edits';
export { nudgeSelected, resizeNotes } from './nudge';
export { pasteClipboard, pasteText } from './paste';
export { togglePin } from './pin';
export { addNow, dropTasks, moveInList, moveOut, moveTo } from './place-edits';
export { removeSelected } from './remove';
export { selectAll } from './select-all';
export { stepInstance, stepSelectedInstance } from './step-instance';
export {
  extractSelected,
  groupSelected,
  inlineSelected,
  replaceTaskType,
  ungroupSelected,
  wrapSelected,
} from './structure-edits';
export { tidyUp } from './tidy';
export { tidySelected } from './tidy-selected';
export { toggleBreakpoint, toggleDisabled } from './toggle-tasks';
export { walkByArrow, walkInOrder } from './walk';
export { askWhatIf } from './what-if';
