import type * as FileSystem from 'node:fs';
import type * as FilePromises from 'node:fs/promises';

type Call = (name: string) => void;

/**
 * Told before anything is written or changed; what it throws, the call throws. A call that writes bytes writes half of
 * them before.
 */
export const watch: { before: Call } = { before: () => {} };

/** For every call that is told: it says what it was, and may not be made. */
function told<A extends unknown[], R>(name: string, call: (...args: A) => R): (...args: A) => R {
  return (...args) => {
    watch.before(name);
    return call(...args);
  };
}

/** `node:fs` with the calls watched by which journals write. */
export function watchedFs(fs: typeof FileSystem): Partial<typeof FileSystem> {
  return {
    ...fs,
    openSync: (path, flags, mode) => {
      if (flags !== 'r') watch.before('open');
      return fs.openSync(path, flags, mode);
    },
    writeSync: ((file: number, bytes: Buffer, offset: number, length: number, at: number) => {
      try {
        watch.before('write');
      } catch (error) {
        fs.writeSync(file, bytes, offset, Math.floor(length / 2), at);
        throw error;
      }
      return fs.writeSync(file, bytes, offset, length, at);
    }) as typeof fs.writeSync,
    writeFileSync: told('writeFile', fs.writeFileSync),
    renameSync: told('rename', fs.renameSync),
    copyFileSync: told('copyFile', fs.copyFileSync),
    // The disk is not what is looked at, and it is slow.
    fsyncSync: told('fsync', () => {}),
    ftruncateSync: told('ftruncate', fs.ftruncateSync),
    mkdirSync: told('mkdir', fs.mkdirSync) as typeof fs.mkdirSync,
    rmSync: told('rm', fs.rmSync),
  };
}

/** `node:fs/promises` likewise. */
export function watchedPromises(fs: typeof FilePromises): Partial<typeof FilePromises> {
  const late =
    <A extends unknown[], R>(name: string, call: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      watch.before(name);
      return call(...args);
    };
  return {
    ...fs,
    open: async (path, flags, mode) => {
      if (flags === undefined || flags === 'r') return fs.open(path, flags, mode);
      watch.before('open');
      const file = await fs.open(path, flags, mode);
      file.writeFile = late('writeFile', file.writeFile.bind(file));
      file.sync = late('fsync', async () => {});
      return file;
    },
    writeFile: late('writeFile', fs.writeFile),
    appendFile: late('appendFile', fs.appendFile),
    rename: late('rename', fs.rename),
    mkdir: late('mkdir', fs.mkdir) as typeof fs.mkdir,
    rm: late('rm', fs.rm),
  };
}
