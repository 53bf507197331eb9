import { dirname, join, resolve } from 'node:path';
import { createRunFileFolder } from '@/cli/serve/run-file-folder';
import type { ServeStores } from '@/serve/serve-options';
import { createRunJournal } from '@/storage/memory/create-run-journal';
import { createFileRepository } from '@/storage/memory/file-repository';
import { openStores } from '@/storage/open-stores';
import type { HostOptions } from './public-types';

/** Stores that a host opened, and has to close. */
export interface EmbeddedStores extends ServeStores {
  close(): void;
}

/**
 * Opens the stores that a program names. Those in a folder are the journal of the command line, with the files of runs
 * beside it, as a server has them. Errors: those of `openStores`.
 */
export async function openEmbeddedStores({
  store = 'memory',
  onWarning = () => {},
}: Pick<HostOptions, 'store' | 'onWarning'>): Promise<EmbeddedStores> {
  if (store === 'memory') return { ...createRunJournal(), files: createFileRepository() };
  const { files, ...stores } = await openStores(store, onWarning);
  return { ...stores, files: files ?? createRunFileFolder(join(dirname(resolve(store)), 'run-files')) };
}
