import type { TextPart } from '@/base/diff-words';
import { encodeJson } from '@/base/json-text';
import { err, ok, type Result } from '@/base/result';
import { compareRuns, hasDifferentRuns } from '@/run/compare/compare-runs';
import { type ComparedText, compareTexts } from '@/run/compare/instance-texts';
import { type ComparisonSource, createRunTexts, readRunDigest } from '@/run/compare/read-run-digest';
import { getTaskPath } from '@/run/journal-path';
import { type ExitCode, exitCodes, printRefusal } from '../exit-code';
import type { Io } from '../io';
import { removeControls } from '../plain-text';
import { findRun } from '../run/find-run';
import { type OpenJournal, openJournal } from '../run/open-journal';
import type { StoreFlags } from '../run/store-place';
import {
  formatComparison,
  formatComparisonJson,
  formatComparisonMarkdown,
  formatRowName,
} from '../runs/comparison-text';

interface CompareFlags extends StoreFlags {
  readonly task?: string | undefined;
  readonly json?: boolean | undefined;
  readonly markdown?: boolean | undefined;
  readonly 'exit-code'?: boolean | undefined;
}

/** Compares two runs task by task, or (`task`) the words of one task in them. */
export async function printComparison(args: readonly string[], wishes: CompareFlags, io: Io): Promise<ExitCode> {
  const { json = false, markdown = false, task } = wishes;
  if (json && markdown) return printRefusal(io, 'As JSON (--json), or as Markdown (--markdown)?');
  const open = await openJournal(io, undefined, wishes);
  try {
    const ids = await findBothRuns(io, open, args);
    if (!ids.ok) return printRefusal(io, ids.error);
    const [one, other] = ids.value;
    const { events, blobs } = open.journal;
    const runs: ComparisonSource = {
      findEvents: (id, query) => events.find(id, query),
      readBlob: (id, ref) => blobs.get(id, ref),
    };
    const comparison = compareRuns(await readRunDigest(runs, one), await readRunDigest(runs, other));
    if (task !== undefined) {
      const rows = comparison.rows.filter(({ path }) => getTaskPath(path) === task);
      if (rows.length === 0) return printRefusal(io, `Neither run has a task ${task}.`);
      for (const row of rows) {
        const texts = await compareTexts(row, createRunTexts(runs, one), createRunTexts(runs, other));
        io.out.write(`${formatRowName(row)}\n`);
        for (const [name, text] of Object.entries(texts)) io.out.write(`${formatTextLines(name, text)}\n`);
      }
    } else if (json) io.out.write(`${encodeJson(formatComparisonJson(one, other, comparison), 2)}\n`);
    else io.out.write((markdown ? formatComparisonMarkdown : formatComparison)(one, other, comparison));
    return wishes['exit-code'] === true && hasDifferentRuns(comparison) ? exitCodes.problems : exitCodes.fine;
  } finally {
    open.journal.close();
  }
}

/** The ids of the runs. With one, that of a fork, it is compared with the run that it was forked from. */
async function findBothRuns(
  io: Io,
  open: OpenJournal,
  [first, second, ...more]: readonly string[],
): Promise<Result<readonly [string, string], string>> {
  if (first === undefined || more.length > 0) return err('Which two runs? heddle runs lists them.');
  const one = await findRun(io, open, undefined, first, true);
  if (!one.ok) return one;
  if (second === undefined) {
    const { id, forkedFrom } = one.value;
    if (forkedFrom === undefined) return err(`Run ${id} is not a fork: name the run to compare it with.`);
    const source = await findRun(io, open, undefined, forkedFrom.executionId, true);
    return source.ok ? ok([source.value.id, id]) : source;
  }
  const other = await findRun(io, open, undefined, second, true);
  return other.ok ? ok([one.value.id, other.value.id]) : other;
}

const marks: { readonly [K in TextPart['kind']]: (text: string) => string } = {
  same: (text) => text,
  removed: (text) => `[-${text}-]`,
  added: (text) => `{+${text}+}`,
};

/** The words of a text that differ, marked as `git diff --word-diff` does. */
function formatTextLines(name: string, { status, parts, added, removed }: ComparedText): string {
  const words = {
    same: 'the same',
    changed: `${added} ${added === 1 ? 'word' : 'words'} added, ${removed} removed`,
    gone: 'not stored, or no longer: an earlier run made the call, or the run was cleaned up',
    none: 'none',
  };
  const text = status === 'changed' ? parts.map(({ kind, text }) => marks[kind](text)).join('') : '';
  return removeControls(`  ${name}: ${words[status]}${text === '' ? '' : `\n${text.replace(/^/gm, '    ')}`}`);
}
