// Both uses of Monaco, as one part (`editors-part.ts`): the workflow as text, and one text of a task.
export { keepsEscape, mountText } from '../writing/mount-text';
export { mountEditor } from './mount-editor';
