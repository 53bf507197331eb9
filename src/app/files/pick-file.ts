/** Opens a file, on every screen. */
export const openFileKeys = 'Mod+O';

/** Names that a workflow file usually ends with; others are taken too, if there is a workflow in them. */
export const fileTypes = ['.yaml', '.yml', '.xml', '.json'] as const;

/** Lets the person choose a workflow file; undefined if none was chosen. Must be called in a person's action. */
export function pickFile(): Promise<File | undefined> {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = fileTypes.join(',');
  return new Promise((resolve) => {
    input.addEventListener('change', () => resolve(input.files?.[0]));
    input.addEventListener('cancel', () => resolve(undefined));
    input.click();
  });
}
