import type { WorkflowDocument } from '@/workflow/document';
import { type CaseVerdict, computeCaseVerdict } from './case-verdict';
import type { Judgement } from './evaluated-item';
import type { FoundCase } from './find-cases';
import { type PreparedCase, prepareCase } from './prepare-case';
import type { RanSample } from './run-case';

/** A case to run, and its repeats that were run. */
export interface OpenCase {
  readonly prepared: PreparedCase | undefined;
  /** Why it cannot run; undefined: it can. */
  readonly problem: string | undefined;
  readonly found: FoundCase;
  readonly repeat: number;
  readonly samples: RanSample[];
}

/** A repeat of a case, by its number from 1. */
export type OpenSample = readonly [one: OpenCase, number: number];

/** A case with what became of it. */
export interface RanCase extends CaseVerdict {
  readonly found: FoundCase;
  readonly samples: readonly RanSample[];
  /** Why there is no run; left out: there is one. */
  readonly problem?: string;
}

/** A case, planned, so often as its test says or as it is given. `known`: providers that the person added. */
export function openCase(
  document: WorkflowDocument,
  found: FoundCase,
  known: readonly string[],
  repeat = found.test.repeat ?? 1,
): OpenCase {
  const prepared = prepareCase(document, found, known);
  const planned = prepared.ok
    ? { prepared: prepared.value, problem: undefined }
    : { prepared: undefined, problem: prepared.error };
  return { ...planned, found, repeat, samples: [] };
}

/** A case that cannot run. */
export function refuseCase(one: OpenCase, problem: string): OpenCase {
  return { ...one, prepared: undefined, problem };
}

/** All repeats of cases, in order. */
export function listSamples(open: readonly OpenCase[]): readonly OpenSample[] {
  return open.flatMap((one) => Array.from({ length: one.repeat }, (_, index) => [one, index + 1] as const));
}

/** What became of a case, as far as it ran. */
export function closeCase({ found, samples, problem }: OpenCase): RanCase {
  if (problem !== undefined) {
    return { found, samples: [], problem, verdict: 'error', passed: 0, of: 0, score: 0, isThrough: false };
  }
  return { found, samples, ...computeCaseVerdict(samples, found.test.passRate) };
}

/** The runs that answered cases, and those that they made, each once. */
export function listCaseRuns(cases: readonly { readonly samples: readonly RanSample[] }[]): string[] {
  const runs = cases.flatMap(({ samples }) =>
    samples.flatMap(({ run, answeredBy }) => (run === undefined ? answeredBy : [run, ...answeredBy])),
  );
  return [...new Set(runs)];
}

/** What judges found in cases. */
export function listCaseJudgements(cases: readonly Pick<RanCase, 'samples'>[]): readonly Judgement[] {
  return cases.flatMap(({ samples }) =>
    samples.flatMap(({ results }) => results.flatMap(({ judgement }) => judgement ?? [])),
  );
}
