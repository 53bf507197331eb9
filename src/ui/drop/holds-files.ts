/** Whether a drag contains files, not a text or a task type. */
export function holdsFiles(dragged: DataTransfer | null): boolean {
  return dragged?.types.includes('Files') === true;
}
