import { AppError, type ErrorCode } from '@/base/errors';
import { hashValue } from '@/base/hash';
import type { PlannedCall } from '@/plan/plan';
import { at, type JournalPath } from '@/run/journal-path';
import { type RankedText, rankTexts } from '@/workflow/matching/rank-texts';
import type { Attempt } from '../attempt';
import { askMatcher } from './ask-matcher';
import { type MatchInput, matchInputText, materialParts, passagesOf } from './match-input';
import { readContents } from './read-contents';
import { type ContextParts, writeContext } from './write-context';

/** What is matched, against what, and by whom. */
export interface MemoryQuery extends MatchInput {
  /** Absolute paths, each with a text about the file. */
  readonly index: Readonly<Record<string, string>>;
  readonly constraints: {
    /** Most files. */
    readonly maxResults: number;
    /** Least score of what is matched, 0 to 1. */
    readonly relevanceThreshold: number;
    /** Bytes of the context. */
    readonly maxContextBytes: number;
  };
  /** Whether local ranking looks into all files; else, as for a model, only what was chosen is read. */
  readonly rankContents: boolean;
  /** The model that matches; left out: by local ranking. */
  readonly model?: PlannedCall | undefined;
}

/** A file that matches, and what the index says about it. */
export type FileMatch = readonly [path: string, metadata?: string];

/** What a match came to. */
export interface MemoryMatch {
  /** What helps: passages of the input, and the files with what is said about them and what is in them. */
  readonly parts: ContextParts;
  /** Best first. */
  readonly matches: readonly FileMatch[];
}

/** A failed generation of context is tried once more (language page, 5.3). */
const maxTries = 2;
/** Failures of a match itself. Others, such as that of the storage, are the run's. */
const ownFailures: ReadonlySet<ErrorCode> = new Set([
  'PROVIDER_ERROR',
  'INVALID_OUTPUT',
  'RESOURCE_EXHAUSTION',
  'TASK_FAILURE',
  'FILE_REFUSED',
  'DAMAGED_RECORD',
]);

/**
 * Associative matching: which files of the index help with a query, and the context that they, the outputs of earlier
 * steps and an inherited context give for it. By a model where one is set, else by local full-text ranking of what is
 * said about the files and what is in them. With nothing to match against no call is made. Recorded: a replay reads no
 * file and asks nobody. Error: `TASK_FAILURE`, reason `context_generation`, once it has failed twice.
 */
export async function matchMemory(query: MemoryQuery, attempt: Attempt): Promise<MemoryMatch> {
  const hasMaterial = materialParts.some((part) => passagesOf(query, part).length > 0);
  if (Object.keys(query.index).length === 0 && !hasMaterial)
    return { parts: { previous_outputs: '', inherited_context: '', files: '' }, matches: [] };
  for (let number = 1; ; number++) {
    try {
      return await match(query, attempt, at(attempt.path, 'match', number));
    } catch (error) {
      if (!(error instanceof AppError) || !ownFailures.has(error.code)) throw error;
      if (number === maxTries) throw contextGeneration(error);
    }
  }
}

async function match(query: MemoryQuery, attempt: Attempt, key: JournalPath): Promise<MemoryMatch> {
  const { index, constraints, model } = query;
  const material = materialParts.flatMap((part) => passagesOf(query, part));
  const files = Object.entries(index).map(([id, about]) => ({ id, about }));
  const isFile = (id: string) => Object.hasOwn(index, id);
  await attempt.begin();

  /** Those that may be in the result: over the threshold, and of the files the best. */
  const chosenOf = (ranked: readonly RankedText[]) => {
    const good = ranked.filter(({ score }) => score >= constraints.relevanceThreshold);
    const best = new Set(good.filter(({ id }) => isFile(id)).slice(0, constraints.maxResults));
    return good.filter((one) => !isFile(one.id) || best.has(one));
  };
  const asked =
    model === undefined
      ? undefined
      : await askMatcher(
          {
            call: model,
            key,
            request: matchInputText(query),
            candidates: files,
            known: new Set([...files, ...material].map(({ id }) => id)),
            maxResults: constraints.maxResults,
          },
          attempt,
        );

  const inputHash = hashValue({ ...query, asked });
  const { text, data } = await attempt.run.journal.step(
    { kind: 'effect.recorded', key, inputHash, task: query.query },
    async () => {
      const contentsOf = (paths: readonly string[]) => readContents(attempt.run.deps.files, paths.filter(isFile));
      const all = asked === undefined && query.rankContents ? await contentsOf(Object.keys(index)) : undefined;
      const candidates = [...material, ...files.map((file) => ({ ...file, content: all?.get(file.id) }))];
      const chosen = chosenOf(asked ?? rankTexts(query.query, candidates));
      const contents = all ?? (await contentsOf(chosen.map(({ id }) => id)));
      const parts = writeContext(query, { index, contents }, chosen, constraints.maxContextBytes);
      return {
        text: JSON.stringify(parts),
        data: { effect: 'choice', value: chosen.map(({ id, score }) => [id, score]) },
      };
    },
  );
  const chosen = Array.isArray(data.value) ? data.value : [];
  const paths = chosen.flatMap((one) => (Array.isArray(one) && isFile(String(one[0])) ? [String(one[0])] : []));
  return { parts: JSON.parse(text) as ContextParts, matches: paths.map((path) => fileMatch(path, index[path] ?? '')) };
}

function fileMatch(path: string, metadata: string): FileMatch {
  return metadata === '' ? [path] : [path, metadata];
}

function contextGeneration(cause: AppError): AppError {
  return new AppError('TASK_FAILURE', `What helps with the task could not be found. ${cause.message}`, {
    advice: cause.advice,
    retryable: cause.retryable,
    details: { reason: 'context_generation', cause: cause.code },
    cause,
  });
}
