import { onTestFinished, vi } from 'vitest';
import { act, fireEvent } from './dom';

/** Drops files onto an element, as if dragged from the desktop; default: anywhere on the page. */
export async function dropFiles(files: readonly File[], onto: Element = document.body): Promise<void> {
  const items = files.map((file) => ({ kind: 'file', getAsFile: () => file, webkitGetAsEntry: () => null }));
  const init = { dataTransfer: { types: ['Files'], files, items } };
  await act(async () => {
    fireEvent.dragOver(onto, init);
    fireEvent.drop(onto, init);
  });
}

/** Pastes a text at the focus. */
export async function pasteText(text: string): Promise<void> {
  const clipboardData = { getData: () => text, files: [] };
  await act(async () => void fireEvent.paste(document.activeElement ?? document.body, { clipboardData }));
}

/** From now on, who is asked to choose files in this test chooses these. Returns what asked. */
export function chooseFiles(...files: readonly File[]): readonly HTMLInputElement[] {
  const asked: HTMLInputElement[] = [];
  const click = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(function (this: HTMLInputElement) {
    if (this.type !== 'file') return;
    asked.push(this);
    Object.defineProperty(this, 'files', { configurable: true, value: files });
    this.dispatchEvent(new Event('change', { bubbles: true }));
  });
  onTestFinished(() => click.mockRestore());
  return asked;
}

/** A downloaded file. */
interface Downloaded {
  readonly name: string;
  readonly blob: Blob;
}

/** What the page lets a person save from now on in this test, the newest last. */
export function watchDownloads(): readonly Downloaded[] {
  const downloaded: Downloaded[] = [];
  const blobs = new Map<string, Blob>();
  const create = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const url = `blob:test/${blobs.size}`;
    if (blob instanceof Blob) blobs.set(url, blob);
    return url;
  });
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const blob = blobs.get(this.href);
    if (blob !== undefined) downloaded.push({ name: this.download, blob });
  });
  onTestFinished(() => {
    create.mockRestore();
    click.mockRestore();
  });
  return downloaded;
}
