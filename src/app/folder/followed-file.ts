import { maxWorkflowBytes } from '@/formats/limits';
import type { AppStores } from '@/state/context';
import { refuseLarge } from '../files/refuse-file';
import { type FileLink, putLink } from './file-links';
import { type FolderHandle, isPermitted } from './file-system-access';
import { type Settlement, settleTexts } from './settle-texts';

/** How the file of the open workflow is. */
export type FileStanding = Settlement | 'asks-permission';

/** The open workflow and its file, which follow each other. */
export class FollowedFile {
  readonly #stores: AppStores;
  #link: FileLink;
  /** The file as it was read last. */
  #seen: { readonly modified: number; readonly size: number; readonly text: string } | undefined;
  #tail: Promise<unknown> = Promise.resolve();

  constructor(stores: AppStores, link: FileLink) {
    this.#stores = stores;
    this.#link = link;
  }

  get path(): string {
    return this.#link.path;
  }

  /**
   * Brings both to the same text, if only one has changed. `prefer`: which of the two counts if both have, or if the
   * file is gone. Resolves to how the file is then. Errors of the file system are thrown; both texts then stay.
   */
  settle(prefer?: 'mine' | 'theirs', asks = false): Promise<FileStanding> {
    const settled = this.#tail.then(() => this.#settle(prefer, asks));
    this.#tail = settled.catch(() => undefined);
    return settled;
  }

  /** The text of the file; undefined if it is gone. */
  async read(): Promise<string | undefined> {
    try {
      const file = await this.#link.handle.getFile();
      const { lastModified: modified, size } = file;
      if (this.#seen?.modified === modified && this.#seen.size === size) return this.#seen.text;
      if (size > maxWorkflowBytes) throw refuseLarge(`“${this.path}”`);
      this.#seen = { modified, size, text: await file.text() };
      return this.#seen.text;
    } catch (error) {
      if (error instanceof DOMException && error.name === 'NotFoundError') return undefined;
      throw error;
    }
  }

  async #settle(prefer: 'mine' | 'theirs' | undefined, asks: boolean): Promise<FileStanding> {
    const { document } = this.#stores;
    if (!(await isPermitted(this.#link.handle, asks))) return 'asks-permission';
    await document.actions.settled().catch(() => undefined);
    if (document.getState().id !== this.#link.id) return 'same';
    const theirs = await this.read();
    const { text: mine, id } = document.getState();
    if (id !== this.#link.id) return 'same';
    const found = settleTexts({ base: this.#link.base, mine, theirs });
    const isOpen = found === 'ask' || found === 'gone';
    const settlement = isOpen && prefer !== undefined ? (prefer === 'mine' ? 'write' : 'take') : found;
    if (settlement === 'write') await this.#write(mine);
    if (settlement === 'take' && theirs !== undefined) {
      await document.actions.replace(theirs, `Take “${this.path}”`);
      await this.#agree(theirs);
    }
    if (settlement === 'same') await this.#agree(mine);
    return settlement === 'write' || settlement === 'take' ? 'same' : settlement;
  }

  /** The file is replaced as a whole when the stream is closed, so it is never half written. */
  async #write(text: string): Promise<void> {
    // This browser has it first, whatever becomes of the file.
    await this.#stores.document.actions.save();
    const { folder, path } = this.#link;
    // A file that is gone is made again where it was.
    const handle = folder === undefined ? this.#link.handle : await openFileAt(folder, path);
    const stream = await handle.createWritable();
    await stream.write(text);
    await stream.close();
    this.#seen = undefined;
    await this.#agree(text);
  }

  async #agree(base: string): Promise<void> {
    if (this.#link.base === base) return;
    this.#link = { ...this.#link, base };
    await putLink(this.#link);
  }
}

/** The file at a path of a folder; it and the folders around it are made if they do not exist. */
async function openFileAt(folder: FolderHandle, path: string): Promise<FileSystemFileHandle> {
  const [name = '', ...around] = path.split('/').reverse();
  let place: FileSystemDirectoryHandle = folder;
  for (const part of around.reverse()) place = await place.getDirectoryHandle(part, { create: true });
  return place.getFileHandle(name, { create: true });
}
