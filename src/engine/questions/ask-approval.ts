import { hashValue } from '@/base/hash';
import type { JsonObject } from '@/base/json';
import { encodeJson } from '@/base/json-text';
import { readApproval } from '@/run/approval';
import { appendStep, type JournalPath } from '@/run/journal-path';
import type { Attempt } from '../attempt';
import { listArgumentProblems } from '../tools/declared-arguments';
import { askPerson } from './ask-person';

/** A call of a tool that a person is to approve. */
export interface CallToApprove {
  readonly tool: string;
  readonly args: JsonObject;
  /** JSON Schema of the arguments. */
  readonly parameters: JsonObject;
  /** Journal path of the call. */
  readonly key: JournalPath;
}

/** What the person said: the call is made, with these arguments; or not, and perhaps why. */
export type Approval =
  | { readonly verdict: 'given' | 'changed'; readonly args: JsonObject }
  | { readonly verdict: 'refused'; readonly reason: string };

/** Asks whether a tool may be called with these arguments, which the person may change. Nothing is called before. */
export async function askApproval({ tool, args, parameters, key }: CallToApprove, attempt: Attempt): Promise<Approval> {
  const { journal } = attempt.run;
  const text = `May “${tool}” be called with these arguments?`;
  const findProblem = async (answer: string) => findApprovalProblem(answer, parameters);
  const question = {
    kind: 'approval',
    path: appendStep(key, 'ask', 1),
    text,
    tool,
    args,
    parameters,
    problemOf: findProblem,
  } as const;
  const asking = {
    question,
    inputHash: hashValue([tool, args]),
    data: {
      tool,
      arguments: await journal.payload(encodeJson(args)),
      parameters: await journal.payload(encodeJson(parameters)),
    },
    waitMs: 0,
  };
  const answer = readApproval((await attempt.aside(() => askPerson(asking, attempt))) ?? '');
  if (answer?.approve !== true) return { verdict: 'refused', reason: answer?.reason?.trim() ?? '' };
  const { arguments: changed } = answer;
  const isSame = changed === undefined || encodeJson(changed) === encodeJson(args);
  return isSame ? { verdict: 'given', args } : { verdict: 'changed', args: changed };
}

function findApprovalProblem(answer: string, parameters: JsonObject): string | undefined {
  const read = readApproval(answer);
  if (read === undefined) return 'This is neither an approval nor a refusal.';
  const problems = read.approve && read.arguments !== undefined ? listArgumentProblems(parameters, read.arguments) : [];
  return problems.length === 0 ? undefined : `The arguments are not what the tool takes:\n${problems.join('\n')}`;
}
