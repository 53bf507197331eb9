/** Whether files are dragged, rather than a text or a type of task. */
export function holdsFiles(dragged: DataTransfer | null): boolean {
  return dragged?.types.includes('Files') === true;
}
