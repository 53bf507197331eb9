// Both uses of Monaco, as one part (`editors-part.ts`): the workflow as text, and one text of a task.
export { isKeepingEscape, mountText } from '../writing/mount-text';
export { mountEditor } from './mount-editor';
