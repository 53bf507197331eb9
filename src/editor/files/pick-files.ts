/**
 * Lets the person choose files, or a folder with everything in it. Resolves to an empty list if nothing is chosen. It
 * must be called in a person's action.
 */
export function pickFiles(kind: 'files' | 'folder'): Promise<readonly File[]> {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.webkitdirectory = kind === 'folder';
  return new Promise((resolve) => {
    input.addEventListener('change', () => resolve([...(input.files ?? [])]));
    input.addEventListener('cancel', () => resolve([]));
    input.click();
  });
}
