import type { Io } from '../io';

/** The folder of saved definitions: the one that is asked for, else that of the environment, else the usual one. */
export function findLibraryFolder({ machine }: Io, asked: string | undefined): string {
  return asked ?? machine.env['HEDDLE_LIBRARY'] ?? '.heddle/library';
}
