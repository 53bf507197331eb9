/** Opens a file, on every screen. */
export const openFileKeys = 'Mod+O';

/** Names that a workflow file usually ends with; others are taken too, if there is a workflow in them. */
export const fileTypes = ['.yaml', '.yml', '.xml', '.json'] as const;

/** A workflow with its files. */
const archiveTypes = ['.zip'] as const;

/**
 * Lets the person choose a file, of a workflow if nothing else is said; undefined if none was chosen. Must be called in
 * a person's action.
 */
export function pickFile(types: readonly string[] = [...fileTypes, ...archiveTypes]): Promise<File | undefined> {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = types.join(',');
  return new Promise((resolve) => {
    input.addEventListener('change', () => resolve(input.files?.[0]));
    input.addEventListener('cancel', () => resolve(undefined));
    input.click();
  });
}
