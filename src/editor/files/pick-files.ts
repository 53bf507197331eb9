/**
 * Lets the person choose files, or a folder with all in it; none if nothing was chosen. Must be called in a person's
 * action.
 */
export function pickFiles(what: 'files' | 'folder'): Promise<readonly File[]> {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.webkitdirectory = what === 'folder';
  return new Promise((resolve) => {
    input.addEventListener('change', () => resolve([...(input.files ?? [])]));
    input.addEventListener('cancel', () => resolve([]));
    input.click();
  });
}
