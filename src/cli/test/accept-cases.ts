import type { EndedSample } from '@/cases/case-world';
import { compareWithRecording } from '@/cases/compare-recording';
import { findAcceptable } from '@/cases/find-acceptable';
import type { RanCase } from '@/cases/open-case';
import { type ChangeExpectations, changeExpectations } from '@/workflow/commands/change-expectations';
import type { WorkflowDocument } from '@/workflow/document';
import { changeFile } from '../change-file';
import { type ExitCode, exitCodes } from '../exit-code';
import type { Io } from '../io';
import { formatPlainLine } from '../plain-line';

/**
 * Writes into the file of the tests what failed cases gave, in place of what was expected, and tells of each. What says
 * no result or bound is left to the person, as is what other cases share. `ended`: the runs of these cases.
 */
export async function acceptCases(
  io: Io,
  file: string,
  document: WorkflowDocument,
  cases: readonly RanCase[],
  ended: ReadonlyMap<string, EndedSample>,
): Promise<ExitCode> {
  const changes: ChangeExpectations[] = [];
  const lines: string[] = [];
  for (const { found, verdict, samples } of cases) {
    const run = ended.get(found.id);
    if (run === undefined || (verdict !== 'failed' && verdict !== 'flaky')) continue;
    const { runId, journal } = run;
    const results = samples[run.repeat - 1]?.results ?? [];
    const events = await journal.events.read(runId);
    const tasks = await compareWithRecording(events, (ref) => journal.blobs.get(runId, ref), undefined);
    const expected = findAcceptable(document, { testId: found.testId, results }, tasks);
    if (expected.size > 0) changes.push({ id: found.testId, expected });
    const accepted = [...expected.values()].map(({ type, task }) => [type, task].filter(Boolean).join(' '));
    if (accepted.length > 0) lines.push(`Accepted what ${found.id} gave: ${accepted.join(', ')}`);
    const left = results.filter(({ state }) => state === 'failed').length - accepted.length;
    if (left > 0) lines.push(`Left to you: ${left} of what ${found.id} expects`);
  }
  const code =
    changes.length === 0
      ? exitCodes.fine
      : await changeFile(file, io, (holder) => {
          let changed: ReturnType<typeof changeExpectations> = { ok: true, value: holder };
          for (const change of changes) if (changed.ok) changed = changeExpectations(changed.value, change);
          return changed;
        });
  if (code === exitCodes.fine) io.err.write(lines.map((line) => `${formatPlainLine(line)}\n`).join(''));
  return code;
}
