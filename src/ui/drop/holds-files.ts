/** Whether a drag contains files, not a text or a task type. */
export function hasFiles(dragged: DataTransfer | null): boolean {
  return dragged?.types.includes('Files') === true;
}
