import { type AnnotationChange, formatAnnotations } from '@/run/annotations';
import { type ExitCode, exitCodes, printRefusal } from '../exit-code';
import type { Io } from '../io';
import { formatPlainLine } from '../plain-line';
import type { StoreFlags } from '../run/store-place';
import { performOnRun } from '../runs/open-run';

interface AnnotateFlags extends StoreFlags {
  readonly star?: boolean | undefined;
  readonly 'no-star'?: boolean | undefined;
  readonly tag?: readonly string[] | undefined;
  readonly 'no-tag'?: readonly string[] | undefined;
  readonly note?: string | undefined;
}

/** Changes the star, the tags and the note of a run, and prints what they are. Without a change it only prints them. */
export async function changeRunAnnotations(args: readonly string[], wishes: AnnotateFlags, io: Io): Promise<ExitCode> {
  const { star = false, 'no-star': noStar = false, tag = [], 'no-tag': noTag = [], note } = wishes;
  if (star && noStar) return printRefusal(io, 'With a star (--star), or without (--no-star)?');
  return performOnRun(io, args, wishes, async ({ journal: { executions }, execution: { id, annotations } }) => {
    const removed = new Set(noTag.map((one) => one.toLowerCase()));
    const kept = [...(annotations?.tags ?? []), ...tag].filter((one) => !removed.has(one.toLowerCase()));
    const change: AnnotationChange = {
      ...((star || noStar) && { starred: star }),
      ...(tag.length + noTag.length > 0 && { tags: kept }),
      ...(note !== undefined && { note }),
    };
    if (Object.keys(change).length > 0) await executions.annotate(id, change);
    const line = formatAnnotations((await executions.get(id))?.annotations);
    io.out.write(line === '' ? `Run ${id} has no star, tags or note.\n` : `${id}  ${formatPlainLine(line)}\n`);
    return exitCodes.fine;
  });
}
