import { relative, resolve } from 'node:path';
import { AppError } from '@/base/errors';
import { isPostgresAddress, readPostgresAddress } from '@/storage/postgres/postgres-address';
import type { Machine } from '../io';

/** The options that say where runs are kept. */
export interface StoreFlags {
  /** A folder. */
  readonly journal?: string | undefined;
  /** A folder, or `postgres://…`. */
  readonly store?: string | undefined;
}

/** Where runs are kept, without what must not be shown. */
export interface StorePlace {
  /** As a person may see it: a folder, or an address without its password. */
  readonly name: string;
  /** The folder; undefined: they are in a database. */
  readonly folder: string | undefined;
  /** The options by which another command finds it; none: it finds it by itself. */
  readonly options: readonly string[];
}

/** Where to open a store. The address may hold a password: it goes to what opens it, and nowhere else. */
interface NamedStore {
  readonly address: string;
  readonly place: StorePlace;
}

/**
 * The store that options name, else the environment (`HEDDLE_STORE`), else `usual`, an absolute path. `own`: the folder
 * that a command without options finds. Error `VALIDATION_ERROR`.
 */
export function findNamedStore(
  { env, folder: here }: Pick<Machine, 'env' | 'folder'>,
  { journal, store }: StoreFlags,
  usual: string,
  own: string,
): NamedStore {
  if (journal !== undefined && store !== undefined) {
    throw new AppError('VALIDATION_ERROR', 'Where are the runs? --store and --journal name two places.', {
      advice: 'Give one of them.',
    });
  }
  if (journal !== undefined && isPostgresAddress(journal)) {
    throw new AppError('VALIDATION_ERROR', '--journal takes a folder.', {
      advice: 'An address of PostgreSQL is given with --store, or in HEDDLE_STORE.',
    });
  }
  const given = store ?? journal;
  const inherited = env['HEDDLE_STORE'] || undefined;
  const address = given ?? inherited;
  if (address !== undefined && isPostgresAddress(address)) {
    const { place: name } = readPostgresAddress(address);
    const options = address === inherited ? [] : ['--store', name];
    return { address, place: { name, folder: undefined, options } };
  }
  if (/^[a-z][\w+.-]*:\/\//i.test(address ?? '')) {
    throw new AppError('VALIDATION_ERROR', 'The store is at an address that Heddle does not know.', {
      advice: 'Give postgres://USER@HOST/DATABASE, or a folder.',
    });
  }
  const folder = address === undefined ? usual : resolve(here, address);
  const isFound = given === undefined ? inherited !== undefined || folder === own : !inherited && folder === own;
  const options = isFound ? [] : ['--journal', relative(here, folder) || '.'];
  return { address: folder, place: { name: folder, folder, options } };
}
