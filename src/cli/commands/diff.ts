import { encodeJson } from '@/base/json-text';
import { err, ok, type Result } from '@/base/result';
import { makePlan } from '@/plan/make-plan';
import type { Plan } from '@/plan/plan';
import { loadTokenCounter } from '@/providers/token-counter';
import { formatDifference, formatDifferenceJson, formatDifferenceMarkdown } from '../difference/difference-text';
import { type ComparedWorkflow, compareWorkflows, isSameWorkflow } from '../difference/workflow-comparison';
import { type ExitCode, exitCodes, printRefusal } from '../exit-code';
import type { Io } from '../io';
import { printDiagnostics } from '../print-diagnostics';
import { readWorkflow } from '../read-workflow';
import { createCatalogueFor, findAttachedFiles } from '../run/attached-files';
import { type CheckFlags, createOverridingCheck, readOverrides } from '../run/read-overrides';

interface DiffFlags extends Pick<CheckFlags, 'json' | 'provider'> {
  readonly markdown?: boolean | undefined;
  readonly 'exit-code'?: boolean | undefined;
}

/** Compares two workflows by meaning, and what a run of each takes. */
export async function printDifference(files: readonly string[], flags: DiffFlags, io: Io): Promise<ExitCode> {
  const { json = false, markdown = false } = flags;
  const [first, second] = files;
  if (first === undefined || second === undefined || files.length > 2)
    return printRefusal(io, 'Which two files? Diff takes a file, git:REVISION:PATH, or - (standard input), twice.');
  if (json && markdown) return printRefusal(io, 'As JSON (--json), or as Markdown (--markdown)?');
  if (first === '-' && second === '-') return printRefusal(io, 'Standard input cannot be both workflows.');
  const sides: ComparedWorkflow[] = [];
  for (const file of [first, second]) {
    const side = await readSide(io, file, flags);
    if (!side.ok) return side.error;
    sides.push(side.value);
  }
  const [before, after] = sides;
  if (before === undefined || after === undefined) return exitCodes.problems;
  const difference = compareWorkflows(before, after);
  if (json) io.out.write(`${encodeJson(formatDifferenceJson(difference), 2)}\n`);
  else io.out.write((markdown ? formatDifferenceMarkdown : formatDifference)(difference));
  return flags['exit-code'] === true && !isSameWorkflow(difference) ? exitCodes.problems : exitCodes.fine;
}

/** Reads a workflow and plans it. One with errors in its meaning is compared without figures. */
async function readSide(
  io: Io,
  file: string,
  { provider = [] }: DiffFlags,
): Promise<Result<ComparedWorkflow, ExitCode>> {
  const overrides = await readOverrides(io, [file], {});
  if (!overrides.ok) return err(printRefusal(io, overrides.error));
  const read = await readWorkflow(io, file, createOverridingCheck(overrides.value, provider), provider);
  if (!read.ok) return err(printRefusal(io, read.error));
  const { document, diagnostics } = read.value;
  if (document === undefined) {
    printDiagnostics(io.err, file, diagnostics);
    return err(exitCodes.problems);
  }
  const world = {
    known: provider,
    catalogue: createCatalogueFor(provider, io),
    files: (made: Plan) => findAttachedFiles(made, file, io),
  };
  const planned = await makePlan(read.value, world, loadTokenCounter);
  return ok({ file, document, diagnostics, estimate: planned.ok ? planned.estimate : undefined });
}
