import type { FileRepository } from '@/workflow/file-repository';
import { openRunJournal } from './folder/open-run-journal';
import { isPostgresAddress } from './postgres/postgres-address';
import type { RemoteRuns } from './remote-runs';
import type { RemoteText } from './remote-text';
import type { RunJournal } from './run-journal';

/** The stores of a process. Those in a folder have no files of runs, and no news of other processes. */
export type OpenedStores = RunJournal & {
  readonly files?: FileRepository;
  readonly news?: RemoteRuns;
  readonly text?: RemoteText;
};

/**
 * Opens stores by their address: `postgres://…`, or else a folder. The code for PostgreSQL, and its driver, are only
 * loaded for the former. `onWarning` is called with what was repaired. Errors: `VALIDATION_ERROR`, `STORAGE_FAILED`,
 * `NEWER_VERSION`.
 */
export async function openStores(address: string, onWarning: (message: string) => void): Promise<OpenedStores> {
  if (!isPostgresAddress(address)) return openRunJournal(address, onWarning);
  const { openPostgresStores } = await import('./postgres/open-postgres-stores');
  return openPostgresStores(address);
}
