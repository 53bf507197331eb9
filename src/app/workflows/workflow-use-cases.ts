import type { FolderFile } from '../folder/list-workflow-files';
import type { GalleryEntry } from '../gallery/gallery-index';
import type { Opened } from './open-workflow';
import type { TemplateFile } from './templates';

/** Actions on whole workflows. Each shows its own errors, and then leaves the open workflow unchanged. */
export interface WorkflowUseCases {
  open(id: string): Promise<Opened | 'failed'>;
  blank(): Promise<void>;
  template(file: TemplateFile): Promise<void>;
  /**
   * Opens a workflow of the gallery with its recorded run, and plays the run if `isPlayed`. False if it could not be
   * opened.
   */
  gallery(entry: GalleryEntry, isPlayed?: boolean): Promise<boolean>;
  /** Opens a workflow of a folder; it and its file follow each other. False if it could not be opened. */
  folderFile(file: FolderFile): Promise<boolean>;
  /**
   * Opens a file in any notation, a ZIP of one with its files, or the recording of a run. If it has mistakes, the
   * person is asked what to do.
   */
  file(file: File): Promise<void>;
  /**
   * Opens the content of an address, as a file. Rejects with advice, for the person who gave the address, if it cannot
   * be fetched.
   */
  address(address: string, signal: AbortSignal): Promise<void>;
  /** Opens pasted content, as a file. */
  pasted(text: string): Promise<void>;
  /** Opens a text in YAML; one with mistakes opens in the code view. `prepare` runs before it is shown, with its id. */
  text(text: string, prepare?: (id: string) => Promise<void>): Promise<void>;
  /** Opens the last workflow, otherwise the newest one; on a first visit the example. */
  home(): Promise<void>;
}
