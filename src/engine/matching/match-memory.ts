import { AppError, type ErrorCode } from '@/base/errors';
import { hashValue } from '@/base/hash';
import type { PlannedCall } from '@/plan/plan';
import { appendStep, type JournalPath } from '@/run/journal-path';
import { type RankedText, rankTexts } from '@/workflow/matching/rank-texts';
import type { Attempt } from '../attempt';
import { askMatcher } from './ask-matcher';
import { type MatchInput, matchInputText, materialParts, splitPassages } from './match-input';
import { readContents } from './read-contents';
import { type ContextParts, writeContext } from './write-context';

/** A query for matching: the input, the candidates and the matcher. */
export interface MemoryQuery extends MatchInput {
  /** Absolute paths, each with a description of the file. */
  readonly index: Readonly<Record<string, string>>;
  readonly constraints: {
    /** Most files in the result. */
    readonly maxResults: number;
    /** Lowest score in the result, 0 to 1. */
    readonly relevanceThreshold: number;
    /** Most bytes of the context. */
    readonly maxContextBytes: number;
  };
  /** Whether local ranking reads all files; otherwise, as with a model, only the chosen files are read. */
  readonly rankContents: boolean;
  /** The model that matches; left out: local ranking. */
  readonly model?: PlannedCall | undefined;
}

/** A file that matches, and its description in the index. */
export type FileMatch = readonly [path: string, metadata?: string];

/** The result of a match. */
export interface MemoryMatch {
  /** The text that helps: passages of the input, and the files with their descriptions and contents. */
  readonly parts: ContextParts;
  /** Best first. */
  readonly matches: readonly FileMatch[];
}

/** A failed match is tried once more (language page, 5.3). */
const mostTries = 2;
/** Failures of the match itself. All others, such as those of the storage, are failures of the run. */
const ownFailures: ReadonlySet<ErrorCode> = new Set([
  'PROVIDER_ERROR',
  'INVALID_OUTPUT',
  'RESOURCE_EXHAUSTION',
  'TASK_FAILURE',
  'FILE_REFUSED',
  'DAMAGED_RECORD',
]);

/**
 * Associative matching: finds the files of the index that help with a query, and builds a context from them, from the
 * outputs of earlier steps and from an inherited context. A model matches if one is set; otherwise descriptions and
 * contents of the files are ranked locally by full text. If there is nothing to match against, no call is made. It is
 * recorded: a replay reads no file and asks nobody. Error: `TASK_FAILURE`, reason `context_generation`, after two
 * failures.
 */
export async function matchMemory(query: MemoryQuery, attempt: Attempt): Promise<MemoryMatch> {
  const hasMaterial = materialParts.some((part) => splitPassages(query, part).length > 0);
  if (Object.keys(query.index).length === 0 && !hasMaterial)
    return { parts: { previous_outputs: '', inherited_context: '', files: '' }, matches: [] };
  const first = await findFirstTry(attempt);
  for (let number = first; ; number++) {
    try {
      return await matchQuery(query, attempt, appendStep(attempt.path, 'match', number));
    } catch (error) {
      if (!(error instanceof AppError) || !ownFailures.has(error.code)) throw error;
      if (number === first + mostTries - 1) throw createContextError(error);
    }
  }
}

/** In a fork, a first try that got no answer is not made again where the second got one. */
async function findFirstTry({ run: { recording }, path }: Attempt): Promise<number> {
  if (recording?.unanswered === undefined) return 1;
  const isAnswered = (number: number) => recording.has(appendStep(appendStep(path, 'match', number), 'turn', 1));
  return !(await isAnswered(1)) && (await isAnswered(2)) ? 2 : 1;
}

async function matchQuery(query: MemoryQuery, attempt: Attempt, key: JournalPath): Promise<MemoryMatch> {
  const { index, constraints, model } = query;
  const material = materialParts.flatMap((part) => splitPassages(query, part));
  const files = Object.entries(index).map(([id, about]) => ({ id, about }));
  const isFile = (id: string) => Object.hasOwn(index, id);
  await attempt.begin();

  /** What may be in the result: everything at or above the threshold, but only the best files. */
  const chooseResults = (ranked: readonly RankedText[]) => {
    const good = ranked.filter(({ score }) => score >= constraints.relevanceThreshold);
    const best = new Set(good.filter(({ id }) => isFile(id)).slice(0, constraints.maxResults));
    return good.filter((match) => !isFile(match.id) || best.has(match));
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
      const readFileContents = (paths: readonly string[]) => readContents(attempt.run.deps.files, paths.filter(isFile));
      const all = asked === undefined && query.rankContents ? await readFileContents(Object.keys(index)) : undefined;
      const candidates = [...material, ...files.map((file) => ({ ...file, content: all?.get(file.id) }))];
      const chosen = chooseResults(asked ?? rankTexts(query.query, candidates));
      const contents = all ?? (await readFileContents(chosen.map(({ id }) => id)));
      const parts = writeContext(query, { index, contents }, chosen, constraints.maxContextBytes);
      return {
        text: JSON.stringify(parts),
        data: { effect: 'choice', value: chosen.map(({ id, score }) => [id, score]) },
      };
    },
  );
  const chosen = Array.isArray(data.value) ? data.value : [];
  const paths = chosen.flatMap((entry) => (Array.isArray(entry) && isFile(String(entry[0])) ? [String(entry[0])] : []));
  return {
    parts: JSON.parse(text) as ContextParts,
    matches: paths.map((path) => buildFileMatch(path, index[path] ?? '')),
  };
}

function buildFileMatch(path: string, metadata: string): FileMatch {
  return metadata === '' ? [path] : [path, metadata];
}

function createContextError(cause: AppError): AppError {
  return new AppError('TASK_FAILURE', `The files that help with the task could not be found. ${cause.message}`, {
    advice: cause.advice,
    retryable: cause.retryable,
    details: { reason: 'context_generation', cause: cause.code },
    cause,
  });
}
