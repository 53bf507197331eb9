import { err, ok, type Result } from '@/base/result';

/** A file in an archive, of which only the directory was read. */
export interface PackedFile {
  /** As the archive has it: no path, until it was checked. */
  readonly name: string;
  /** In bytes, as the archive states it. More is never unpacked. */
  readonly size: number;
  /** Whether it is a link to another file, or has a password. */
  readonly isOdd?: boolean;
  /** Its bytes. Rejects with a reason for people if it is damaged, or not of the size that is stated. */
  read(): Promise<Uint8Array>;
}

/** Whether an archive says what is in it, as those of other programs do. */
export const mayBePackage = (files: readonly Pick<PackedFile, 'name'>[]): boolean =>
  files.some(({ name }) => name === 'manifest.yaml');

/** The most of an archive that is unpacked. */
export const packageLimits = { files: 500, bytes: 50 * 1024 * 1024 } as const;

/**
 * The files of an archive by their names, before one is unpacked; else why none is: sizes that are too large together,
 * names that lead out of it or that two files have, links, and files with a password.
 */
export function checkMembers(files: readonly PackedFile[]): Result<ReadonlyMap<string, PackedFile>, string> {
  if (files.length > packageLimits.files) return err(`It has more than ${packageLimits.files} files.`);
  const total = files.reduce((sum, { size }) => sum + size, 0);
  if (!(total <= packageLimits.bytes))
    return err(`Unpacked it is larger than ${packageLimits.bytes / 1024 / 1024} MB.`);
  const members = new Map<string, PackedFile>();
  const names = new Set<string>();
  for (const file of files) {
    const shown = `“${file.name.slice(0, 80)}”`;
    const parts = file.name.split('/');
    if (/[\p{Cc}\\]/u.test(file.name) || parts.some((part) => part === '' || part === '.' || part === '..'))
      return err(`The name ${shown} of a file in it leads elsewhere.`);
    if (file.isOdd === true) return err(`${shown} in it is a link, or has a password.`);
    const plain = file.name.toLowerCase();
    if (names.has(plain)) return err(`Two files in it are called ${shown}.`);
    names.add(plain);
    members.set(file.name, file);
  }
  return ok(members);
}
