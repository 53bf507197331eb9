import { resolve } from 'node:path';
import { defined } from '@/base/defined';
import { computeAgreement, describeAgreement, type JudgeLabel, putLabel, readLabels } from '@/cases/judge/judge-labels';
import { labelsPath } from '@/workflow/test-files';
import { type ExitCode, exitCodes, printRefusal } from '../exit-code';
import type { Io } from '../io';
import { formatPlainLine } from '../plain-line';
import { findFolder } from '../run/open-journal';
import { openCohortStore } from './cohort-store';

/** Reads what people said of judgements, from the folder of a workflow; empty: nothing. */
export async function readLabelsFile(io: Io, folder: string): Promise<string> {
  const bytes = await io.readRegular(resolve(folder, labelsPath), 20 * 2 ** 20).catch(() => undefined);
  return bytes === undefined ? '' : new TextDecoder().decode(bytes);
}

/**
 * Keeps beside the tests whether a person agrees with what a judge found in a case: `COHORT/CASE`, or with `#2` behind
 * it the second judgement of the case.
 */
export async function labelJudgement(
  isAgreed: boolean,
  name: string | undefined,
  file: string | undefined,
  io: Io,
): Promise<ExitCode> {
  const [, id, caseId = '', number] = /^([^/]+)\/(.+?)(?:#(\d+))?$/s.exec(name ?? '') ?? [];
  if (id === undefined) return printRefusal(io, 'Which case? Write COHORT/CASE; heddle test cohorts lists cohorts.');
  const folder = findFolder(io, file);
  const cohort = await openCohortStore(io, folder).find(id);
  const found = cohort?.cases.find((one) => one.id === caseId);
  if (found === undefined)
    return printRefusal(io, `There is no case ${formatPlainLine(caseId)} in a cohort ${formatPlainLine(id)} here.`);
  const judged = found.expect.flatMap(({ judge, type, reason }) => (judge == null ? [] : [{ judge, type, reason }]));
  if (judged.length === 0) return printRefusal(io, `No model judged ${formatPlainLine(caseId)}.`);
  if (judged.length > 1 && number === undefined) {
    const lines = judged.map(({ type, reason }, index) => `  ${caseId}#${index + 1}  ${type}: ${reason}`);
    return printRefusal(io, ['Which judgement?', ...lines.map(formatPlainLine)].join('\n'));
  }
  const chosen = judged[Number(number ?? 1) - 1];
  if (chosen === undefined) return printRefusal(io, `${formatPlainLine(caseId)} has ${judged.length} judgements.`);
  const { judge, type } = chosen;
  const label: JudgeLabel = defined({
    ...{ judgement: judge.judgement, judge: judge.hash, pass: judge.pass, agree: isAgreed },
    ...{ case: caseId, type, model: judge.model },
  });
  const text = putLabel(await readLabelsFile(io, folder), label);
  const pages = async function* () {
    yield new TextEncoder().encode(text);
  };
  await io.machine.outputs(folder).write(labelsPath, { file: undefined, pages });
  const judgement = { key: judge.judgement, judge: judge.hash, model: judge.model, isPassed: judge.pass };
  const [agreement] = computeAgreement([judgement], readLabels(text));
  if (agreement !== undefined) io.out.write(`${judge.model}: ${describeAgreement(agreement)}\n`);
  return exitCodes.fine;
}
