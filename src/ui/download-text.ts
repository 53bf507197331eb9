/** Saves a text as a file of this name (its last part: no folders) and type. */
export function downloadText(name: string, text: string, type = 'text/plain'): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name.split('/').at(-1) ?? name;
  link.click();
  URL.revokeObjectURL(url);
}
