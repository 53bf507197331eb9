import type * as FileSystem from 'node:fs';
import type * as FilePromises from 'node:fs/promises';

type Call = (name: string) => void;

/**
 * Called before anything is written or changed. If it throws, the call fails with that error; a failing write still
 * writes half of its bytes.
 */
export const watch: { before: Call } = { before: () => {} };

/** Wraps a call so that `watch.before` is called with its name first, and can make it fail. */
function watched<A extends unknown[], R>(name: string, call: (...args: A) => R): (...args: A) => R {
  return (...args) => {
    watch.before(name);
    return call(...args);
  };
}

/** `node:fs` with watched calls: those with which journals write. */
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
    writeFileSync: watched('writeFile', fs.writeFileSync),
    renameSync: watched('rename', fs.renameSync),
    copyFileSync: watched('copyFile', fs.copyFileSync),
    // Flushing is slow, and these tests do not check the disk.
    fsyncSync: watched('fsync', () => {}),
    ftruncateSync: watched('ftruncate', fs.ftruncateSync),
    mkdirSync: watched('mkdir', fs.mkdirSync) as typeof fs.mkdirSync,
    rmSync: watched('rm', fs.rmSync),
  };
}

/** The same for `node:fs/promises`. */
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
