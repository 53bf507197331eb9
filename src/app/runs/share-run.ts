import { computeUtf8Length } from '@/base/bytes';
import { AppError } from '@/base/errors';
import type { Runner } from '@/run/runner';
import { type DescribedRun, describeContents, listFiles } from '@/share/describe-run';
import { type GatheredRun, gatherRun } from '@/share/gathered-run';
import { countPlaces, type PreparedShare } from '@/share/prepare-share';
import { measureParts, type SharePart, shareParts, textParts } from '@/share/share-parts';
import { writeSharedFile } from '@/share/shared-file';
import { attemptAction } from '@/ui/attempt';
import { downloadBlob } from '@/ui/download-blob';
import { notifyPerson } from '@/ui/overlay/toast';

/** A run that could be shared, and what is in it. */
export interface StoredRun {
  readonly run: GatheredRun;
  readonly contents: DescribedRun;
  /** Bytes of each part. */
  readonly sizes: Readonly<Record<SharePart, number>>;
}

/** A stored run with what can be left out of it. Errors: those of `Runner.exportRun`. */
export async function readStoredRun(runner: Pick<Runner, 'exportRun'>, executionId: string): Promise<StoredRun> {
  const run = await gatherStored(runner, executionId);
  const files = new Set(listFiles(run).map(({ ref }) => ref));
  return { run, contents: describeContents(run, new Set(shareParts)), sizes: measureParts(run, files) };
}

/** A stored run with all its texts. Errors: those of `Runner.exportRun`. */
export function gatherStored(runner: Pick<Runner, 'exportRun'>, executionId: string): Promise<GatheredRun> {
  async function* pages(): AsyncGenerator<Uint8Array> {
    for (let next: string | undefined; ; ) {
      const piece = await runner.exportRun(executionId, true, next);
      yield piece.bytes;
      if (piece.next === null) return;
      next = piece.next;
    }
  }
  return gatherRun(pages());
}

/** The pattern that a person writes, if any; undefined: it is not a regular expression. */
export function parsePattern(written: string): readonly RegExp[] | undefined {
  if (written === '') return [];
  try {
    return [new RegExp(written, 'gu')];
  } catch {
    return undefined;
  }
}

/** A run as a file: the page that shows it, with the run in it. */
interface WrittenShare {
  readonly file: string;
  /** Bytes of the page without a run. */
  readonly pageBytes: number;
  /** Bytes of the whole file. */
  readonly bytes: number;
}

/** Writes the file. Errors: `FILE_REFUSED` where something looks like a key, or the page for it is not to be had. */
export async function writeShare(share: PreparedShare, title: string, isOpenable: boolean): Promise<WrittenShare> {
  if (share.suspects.length > 0) throw new AppError('FILE_REFUSED', 'Something in the run looks like a key.');
  const answer = await fetch(new URL('shared-run.html', document.baseURI));
  if (!answer.ok) throw new AppError('FILE_REFUSED', 'The page for shared runs could not be fetched.');
  const shell = await answer.text();
  const { origin, pathname, protocol } = location;
  const { level, parts } = share.contents;
  // Without its texts it cannot be forked.
  const address = isOpenable && level === 'all' && protocol.startsWith('http') ? `${origin}${pathname}` : undefined;
  const head = { title, madeAt: new Date().toISOString(), takenOut: countPlaces(share.found), level, address };
  const leftOut = textParts.filter((part) => !parts.has(part));
  const file = await writeSharedFile(shell, { ...head, leftOut }, share.text, share.comparedText);
  return { file, pageBytes: computeUtf8Length(shell), bytes: computeUtf8Length(file) };
}

/** Saves the file. Resolves to whether that was done; an error is shown to the person. */
export function saveShared(share: PreparedShare, title: string, isOpenable: boolean): Promise<boolean> {
  return attemptAction(async () => {
    const { file } = await writeShare(share, title, isOpenable);
    const name = `${
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, '-')
        .slice(0, 80) || 'run'
    }.html`;
    downloadBlob(name, new Blob([file], { type: 'text/html' }));
    notifyPerson({
      tone: 'ok',
      title: `The run is saved as ${name}.`,
      detail: 'It opens in any browser, and sends nothing.',
    });
  });
}
