import type { Json, JsonObject } from '@/base/json';
import { defaultLimits } from '@/plan/limits';
import type { Message } from '@/plan/message';
import type { PlannedCall } from '@/plan/plan';
import { at, type JournalPath } from '@/run/path';
import type { Attempt } from './attempt';
import { callModel } from './handler/call-model';
import { cutOff } from './handler/cut-off';
import { parseOutput } from './handler/parse-output';
import { repairTurn } from './handler/repair-turn';
import { invalidOutput, schemaViolations } from './handler/violations';

/** A question to a model beside the conversation of a task. */
export interface ModelQuestion {
  readonly model: PlannedCall;
  readonly system: string;
  readonly prompt: string;
  /** The reply must satisfy it. */
  readonly outputSchema?: JsonObject;
  /** Problems of a reply that a schema does not see, in words for the model. */
  readonly problemsOf?: (content: string) => readonly string[];
  /** Journal path under which its turns stand. */
  readonly key: JournalPath;
}

/** What a model answered. */
export interface ModelAnswer {
  readonly content: string;
  readonly output: Json;
  /** What is still wrong with it after the repair turn, by `problemsOf`. */
  readonly problems: readonly string[];
}

/** The question, and once what was wrong with the answer. */
const maxTurns = 2;

/**
 * Asks a model something on behalf of a task that holds a slot (`attempt.begin`). The turns are recorded; a reply that breaks the
 * schema, or has problems, is given back once. Errors: those of the call, `RESOURCE_EXHAUSTION` if the reply was cut off,
 * `INVALID_OUTPUT` if the schema stays broken.
 */
export async function askModel(attempt: Attempt, question: ModelQuestion): Promise<ModelAnswer> {
  const { model, system, prompt, outputSchema, problemsOf = () => [], key } = question;
  const maxOutputTokens = attempt.run.plan.settings.limits?.maxOutputTokens ?? defaultLimits.maxOutputTokens;
  const said: readonly Message[] = [
    { role: 'system', content: system },
    { role: 'user', content: prompt },
  ];
  let messages = said.filter(({ content }) => content !== '');
  for (let turn = 1; ; turn++) {
    const { text, data } = await callModel(
      {
        model: model.model,
        options: model.options,
        messages,
        maxOutputTokens,
        ...(outputSchema === undefined ? {} : { outputSchema }),
        key: at(key, 'turn', turn),
        turn,
      },
      attempt,
    );
    const cut = cutOff(maxOutputTokens, data);
    if (cut !== undefined) throw cut;
    const output = parseOutput(text, outputSchema);
    const violations = schemaViolations(outputSchema, output);
    const problems = violations.length > 0 ? [] : problemsOf(text);
    if (violations.length + problems.length === 0 || turn === maxTurns) {
      if (violations.length > 0) throw invalidOutput(violations);
      return { content: text, output, problems };
    }
    messages = [...messages, ...repairTurn(text, [...violations, ...problems])];
  }
}
