import { basename, dirname, relative, resolve } from 'node:path';
import { buildKeptTest, buildRecordingPath, selectKnownProposals } from '@/cases/build-kept-test';
import { type Proposal, type ProposalKind, proposalKinds } from '@/cases/propose-expectations';
import { type SuggestedTest, suggestTest } from '@/cases/suggest-test';
import { runIdForm } from '@/run/run-id-form';
import { writeRecordingFile } from '@/storage/transfer/write-run-file';
import { addTest } from '@/workflow/commands/add-test';
import type { WorkflowDocument } from '@/workflow/document';
import { changeFile } from '../change-file';
import { type ExitCode, exitCodes, printRefusal } from '../exit-code';
import type { Io } from '../io';
import { formatPlainLine } from '../plain-line';
import { printDiagnostics } from '../print-diagnostics';
import { listSecretValues } from '../processes/process-env';
import { readWorkflow } from '../read-workflow';
import { readWorkflowText } from '../read-workflow-text';
import { findRun } from '../run/find-run';
import { openJournal } from '../run/open-journal';
import type { TestFlags } from '../test/read-test-counts';
import { readTestsFile } from '../test/read-tests-file';

const usage = 'heddle test keep RUN [FILE] --as ID';

/** Writes a run that ended as a test into its workflow, with its recording beside it. */
export async function keepTest(args: readonly string[], flags: TestFlags, io: Io): Promise<ExitCode> {
  const { as: id, judge } = flags;
  const [named, given, ...more] = args;
  if (named === undefined || more.length > 0 || id === undefined) {
    return printRefusal(io, `Which run becomes which test? ${usage}`);
  }
  const kinds = readKinds(flags.expect);
  if (typeof kinds === 'string') return printRefusal(io, kinds);
  const isId = runIdForm.test(named);
  const beside = isId ? given : named;
  const open = await openJournal(io, beside, {});
  try {
    const found = await findRun(io, open, isId ? undefined : beside, isId ? named : '', true);
    if (!found.ok) return printRefusal(io, found.error);
    const { value: run } = found;
    const file = beside ?? (await open.journal.sources.get(run.id))?.file;
    if (file === undefined || file === '-') {
      return printRefusal(io, `Run ${run.id} does not say which file it is of. Name it: ${usage}`);
    }
    const secrets = listSecretValues(io.machine.env);
    const suggested = await suggestTest(open.journal, run, secrets);
    if (!suggested.ok) return printRefusal(io, `${run.id}: ${suggested.error}`);
    const outputs = io.machine.outputs(resolve(io.machine.folder, dirname(file)));
    const recording = buildRecordingPath(id);
    if (await outputs.has(recording)) return printRefusal(io, `${recording} is there already. Choose another name.`);
    let chosen: readonly Proposal[] = [];
    const elsewhere = await findTestsElsewhere(io, file);
    if (elsewhere.code !== undefined) return elsewhere.code;
    const code = await changeFile(
      elsewhere.file ?? file,
      io,
      (holder) => {
        const document = elsewhere.document ?? holder;
        chosen = selectKnownProposals(document, suggested.value.proposals).filter(
          ({ kind, isTicked }) => isTicked && (kinds === undefined || kinds.has(kind)),
        );
        const expect = chosen.map(({ expectation }) => expectation);
        return addTest(holder, { id, test: buildKeptTest(document, suggested.value, { id, expect, judge }) });
      },
      () =>
        outputs.write(recording, {
          file: undefined,
          pages: () => writeRecordingFile(open.journal, run.id, secrets),
        }),
    );
    if (code === exitCodes.fine) printKept(io, shorten(io, file), id, chosen, suggested.value, judge);
    return code;
  } finally {
    open.journal.close();
  }
}

/** The file that has the tests of a workflow, and the workflow; neither: it has them itself. `code`: it is refused. */
async function findTestsElsewhere(
  io: Io,
  workflow: string,
): Promise<{ readonly file?: string; readonly document?: WorkflowDocument; readonly code?: ExitCode }> {
  const read = await readWorkflow(io, workflow, readWorkflowText);
  // What is wrong with the workflow itself is told where it is edited.
  if (!read.ok || read.value.document === undefined) return {};
  const { document } = read.value;
  const { file, held, diagnostics } = await readTestsFile(io, workflow, document, []);
  if (file === undefined) return {};
  if (held !== undefined) return { file, document };
  printDiagnostics(io.err, file, diagnostics);
  return { code: exitCodes.problems };
}

/** The kinds that `--expect` names; a text: what is wrong with it. */
function readKinds(named: string | undefined): ReadonlySet<ProposalKind> | undefined | string {
  if (named === undefined) return undefined;
  const words = named.split(',').map((word) => word.trim());
  const unknown = words.find((word) => !proposalKinds.some((kind) => kind === word));
  const known = proposalKinds.filter((kind) => kind !== 'status' && kind !== 'judge');
  if (unknown !== undefined) return `--expect ${unknown}: some of ${known.join(', ')} are expected, with commas.`;
  return new Set(proposalKinds.filter((kind) => words.includes(kind)));
}

/** A file as it is named from here. */
function shorten(io: Io, file: string): string {
  const near = relative(io.machine.folder, resolve(io.machine.folder, file));
  return near.startsWith('..') ? basename(file) : near;
}

function printKept(
  io: Io,
  file: string,
  id: string,
  chosen: readonly Proposal[],
  { proposals, tools }: SuggestedTest,
  judge: string | undefined,
): void {
  const lines = chosen.map(({ expectation: { type, task }, saw }) => `  ${type}${task ? ` ${task}` : ''}: ${saw}`);
  const failing = proposals.filter(({ state }) => state === 'fails');
  const told = failing.map(({ expectation: { type }, saw }) => `  left out, as it does not hold: ${type}, ${saw}`);
  const answered = tools.map(({ name, count }) => `${name} (${count})`).join(', ');
  const notes = [
    ...(tools.length === 0 ? [] : [`The recording answers, and nothing performs: ${answered}`]),
    ...(judge === undefined ? [] : [`${judge} judges. Write what: expect: [{ type: llm-rubric, value: … }]`]),
    `Run it: heddle test ${file} --only ${id}`,
  ];
  io.out.write([`${id} is a test of ${file}.`, ...lines].map((line) => `${formatPlainLine(line)}\n`).join(''));
  io.err.write([...told, ...notes].map((line) => `${formatPlainLine(line)}\n`).join(''));
}
