import { formatBytes, formatCost, formatDuration } from '@/base/figures';
import { changeTo, formatAnnotations } from '@/run/annotations';
import { formatIsoTime, parseIsoTime } from '@/run/iso-time';
import { formatTargets } from '@/run/target-words';
import { computeWallTime, computeWorkTime } from '@/run/time-taken';
import { type ExitCode, exitCodes, printRefusal } from '../exit-code';
import type { Io } from '../io';
import { describeAbsence, findWorkflowPath } from '../run/find-run';
import { openJournal } from '../run/open-journal';
import type { StoreFlags } from '../run/store-place';
import { type ListedRun, listRuns } from '../runs/list-runs';
import { formatTable } from '../table';

interface RunsFlags extends StoreFlags {
  readonly json?: boolean | undefined;
}

/** Lists the runs of a journal, or of one workflow in it, the newest first. */
export async function printRuns(files: readonly string[], wishes: RunsFlags, io: Io): Promise<ExitCode> {
  const [file, ...more] = files;
  if (more.length > 0) return printRefusal(io, 'Which workflow? Runs takes one, or none for all of the journal.');
  const { journal, place } = await openJournal(io, file, wishes);
  try {
    const listed = await listRuns(io, journal, findWorkflowPath(io, file));
    if (wishes.json === true) io.out.write(`${JSON.stringify(listed.map(toJson), null, 2)}\n`);
    else if (listed.length === 0) io.err.write(`heddle: ${await describeAbsence({ journal, place }, file)}\n`);
    else io.out.write(formatTable([headings, ...listed.map(buildRow)]));
    return exitCodes.fine;
  } finally {
    journal.close();
  }
}

const headings = [
  'RUN',
  'WORKFLOW',
  'STATUS',
  'STARTED (UTC)',
  'TIME',
  'CALLS',
  'COST',
  'EVENTS',
  'SIZE',
  'PART',
  'FORKED FROM',
  'ANNOTATIONS',
];

function buildRow({ execution, status, bytes }: ListedRun): string[] {
  const { id, workflowId, startedAt, totals, lastSeq, forkedFrom, targets, annotations, plan } = execution;
  const ms = computeWallTime(execution);
  const cost = totals.unpricedCalls > 0 && totals.unpricedCalls === totals.calls ? null : totals.costUsd;
  return [
    id,
    workflowId,
    status,
    formatIsoTime(parseIsoTime(startedAt)).slice(0, 19).replace('T', ' '),
    ms === undefined ? '' : formatDuration(ms),
    String(totals.calls),
    totals.calls === 0 ? '' : formatCost(cost),
    String(lastSeq),
    bytes === undefined ? '' : formatBytes(bytes),
    [plan.isDry && 'dry run', targets && formatTargets(targets)].filter(Boolean).join(', '),
    forkedFrom === undefined ? '' : `${forkedFrom.executionId} at ${forkedFrom.seq}`,
    cutNoteText(formatAnnotations(annotations)),
  ];
}

/** The most characters of annotations in a row. */
const mostShown = 80;

function cutNoteText(text: string): string {
  const characters = [...text];
  return characters.length > mostShown ? `${characters.slice(0, mostShown - 1).join('')}…` : text;
}

/** A run for other programs: unknown values are null. */
function toJson({ execution, status, bytes }: ListedRun) {
  const { id, workflowId, name, startedAt, endedAt, lastSeq, totals, iterations } = execution;
  const { byModel, artifact, forkedFrom, targets, takenOver, annotations, plan } = execution;
  return {
    id,
    workflow: workflowId,
    name,
    status,
    isDry: plan.isDry === true,
    startedAt,
    endedAt: endedAt ?? null,
    durationMs: computeWorkTime(execution) ?? null,
    wallMs: computeWallTime(execution) ?? null,
    ...totals,
    byModel: byModel ?? null,
    takenOver: takenOver ?? null,
    events: lastSeq,
    iterations,
    bytes: bytes ?? null,
    artifact: artifact ?? null,
    forkedFrom: forkedFrom ?? null,
    targets: targets ?? null,
    ...changeTo(annotations),
  };
}
