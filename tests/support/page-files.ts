import { vi } from 'vitest';
import { fireEvent, waitFor } from './dom';

/** A file that a person chooses. */
export function fileOf(name: string, content: BlobPart): File {
  return new File([content], name);
}

/** Does what asks for a file, and chooses this one. */
export async function giveFile(file: File, act: () => Promise<void>): Promise<void> {
  const { click } = HTMLInputElement.prototype;
  const asked = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(function (this: HTMLInputElement) {
    if (this.type !== 'file') return click.call(this);
    Object.defineProperty(this, 'files', { value: [file] });
    this.dispatchEvent(new Event('change'));
  });
  try {
    await act();
    await waitFor(() => {
      if (asked.mock.calls.length === 0) throw new Error('No file was asked for.');
    });
  } finally {
    asked.mockRestore();
  }
}

/** Drops a file onto the page, as from the desktop. */
export function dropFile(file: File): void {
  const target = document.body.querySelector('#root, body > div') ?? document.body;
  const dataTransfer = { files: [file], items: [{ kind: 'file', type: '', getAsFile: () => file }], types: ['Files'] };
  fireEvent.dragOver(target, { dataTransfer });
  fireEvent.drop(target, { dataTransfer });
}

/** Does what downloads a file, and returns it. */
export async function takeDownload(act: () => Promise<void>): Promise<File> {
  const blobs = new Map<string, Blob>();
  let taken: File | undefined;
  const made = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const url = `blob:${blobs.size}`;
    blobs.set(url, blob as Blob);
    return url;
  });
  const revoked = vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {});
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const blob = blobs.get(this.getAttribute('href') ?? '');
    if (blob !== undefined) taken = new File([blob], this.download);
  });
  try {
    await act();
    return await waitFor(() => {
      if (taken === undefined) throw new Error('Nothing was downloaded.');
      return taken;
    });
  } finally {
    for (const spy of [made, revoked, clicked]) spy.mockRestore();
  }
}
