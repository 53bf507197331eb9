import { downloadBlob } from './download-blob';

/** Saves a text as a file of this name and type. Folders in the name are removed. */
export function downloadText(name: string, text: string, type = 'text/plain'): void {
  downloadBlob(name, new Blob([text], { type: `${type};charset=utf-8` }));
}
