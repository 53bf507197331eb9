/** Saves a blob as a file of this name. Folders in the name are removed. */
export function downloadBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name.split('/').at(-1) ?? name;
  link.click();
  URL.revokeObjectURL(url);
}
