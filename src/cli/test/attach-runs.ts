import { basename, dirname, join, resolve } from 'node:path';
import { formatCount } from '@/base/figures';
import { hashText } from '@/base/hash';
import type { EndedSample } from '@/cases/case-world';
import type { RanCase } from '@/cases/open-case';
import type { AttachedRun } from '@/cases/test-report';
import { gatherRun } from '@/share/gathered-run';
import { countPlaces, prepareShare } from '@/share/prepare-share';
import { writeSharedFile } from '@/share/shared-file';
import { writeRunFile } from '@/storage/transfer/write-run-file';
import { readWish } from '../commands/export-html';
import { explainFsError } from '../explain-fs-error';
import type { Io } from '../io';
import { listSecretValues } from '../processes/process-env';

/** The most runs that are written: each is more than a megabyte. */
const mostRuns = 20;

/**
 * Writes the run of each case that is not passed as a page into a folder. What looks like a key is taken out, and what
 * `redact` says. By the id of the case. A text: nothing is written, and why.
 */
export async function attachRuns(
  io: Io,
  cases: readonly RanCase[],
  ended: ReadonlyMap<string, EndedSample>,
  folder: string,
  redact: string | undefined,
): Promise<ReadonlyMap<string, AttachedRun> | string> {
  const path = resolve(io.machine.folder, folder);
  const page = await io.machine.filePage();
  const attached = new Map<string, AttachedRun>();
  for (const { found, verdict } of cases) {
    const sample = ended.get(found.id);
    if (verdict === 'passed' || sample === undefined) continue;
    const refuse = (why: string) => attached.set(found.id, { problem: `Its run is not attached: ${why}.` });
    if (page === undefined) {
      refuse('the page that shows runs is not there (npm run build)');
      continue;
    }
    if (attached.size >= mostRuns) {
      refuse(`there are ${formatCount(mostRuns, 'run')} before it`);
      continue;
    }
    const gathered = await gatherRun(writeRunFile(sample.journal, sample.runId, { payloads: true, secrets: [] }));
    const wish = readWish(
      { redact: ['keys', redact].filter(Boolean).join(',') },
      gathered,
      listSecretValues(io.machine.env),
    );
    if (typeof wish === 'string') return wish;
    const share = prepareShare(gathered, wish);
    if (share.suspects.length > 0) {
      refuse('something in it looks like a key');
      continue;
    }
    const head = {
      title: `${found.id}, ${verdict}`,
      madeAt: new Date(io.machine.now()).toISOString(),
      takenOut: countPlaces(share.found),
    };
    const name = nameFile(found.id);
    const bytes = new TextEncoder().encode(await writeSharedFile(page, head, share.text));
    const content = {
      file: undefined,
      pages: async function* () {
        yield bytes;
      },
    };
    try {
      await io.machine.outputs(dirname(path)).write(join(basename(path), name), content);
    } catch (error) {
      return `--runs ${folder}: ${explainFsError(error)}`;
    }
    attached.set(found.id, { file: join(folder, name) });
  }
  return attached;
}

/** Ids of cases may have any sign, and differ in those that no file may have. */
function nameFile(id: string): string {
  const plain = id
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60);
  return `${plain}-${hashText(id).slice(0, 8)}.html`;
}
