import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import type { Json } from '../../e2e/servers/makers/json';
import type { Said, Says } from '../../e2e/servers/makers/reply';

const json = z.record(z.string(), z.unknown());

/** What a model says to a prompt, or a person to a question; of several that fit, the first counts. */
const ruleSchema = z.union([
  z.strictObject({
    /** Text of the prompt. */
    asks: z.string(),
    /** Text that the prompt may not have. */
    not: z.string().optional(),
    /** How many results of tools the model has. */
    results: z.number().optional(),
    thinks: z.string().optional(),
    text: z.string().optional(),
    /** The first, second, … answer to the same prompt, from the start again after the last. */
    nth: z.array(z.string()).optional(),
    json: json.optional(),
    calls: z.array(z.strictObject({ name: z.string(), args: json })).optional(),
    search: z
      .strictObject({ query: z.string(), pages: z.array(z.strictObject({ url: z.string(), title: z.string() })) })
      .optional(),
  }),
  z.strictObject({ person: z.string(), says: z.string() }),
]);

/** What is said in the recorded run of a workflow of the gallery. */
export interface Replies {
  readonly says: Says;
  /** What a person answers at the terminal. */
  ask(question: string): string;
  /** Prompts and questions that nobody has an answer to. */
  readonly unanswered: readonly string[];
}

/** Reads the replies of a workflow. */
export function readReplies(name: string): Replies {
  const rules = z.array(ruleSchema).parse(parse(readFileSync(`tests/gallery/replies/${name}.yaml`, 'utf8')));
  const unanswered: string[] = [];
  return {
    unanswered,
    says: ({ prompt, results }, ordinal): Said => {
      for (const rule of rules) {
        if ('person' in rule || !prompt.includes(rule.asks)) continue;
        if (rule.not !== undefined && prompt.includes(rule.not)) continue;
        if (rule.results !== undefined && rule.results !== results.length) continue;
        const text = rule.nth?.[ordinal % rule.nth.length] ?? rule.text ?? (rule.json && JSON.stringify(rule.json));
        return {
          ...(rule.thinks === undefined ? {} : { thinking: rule.thinks }),
          ...(text === undefined ? {} : { text: text.trimEnd() }),
          ...(rule.calls === undefined ? {} : { calls: rule.calls as readonly { name: string; args: Json }[] }),
          ...(rule.search === undefined ? {} : { search: rule.search }),
        };
      }
      unanswered.push(`${results.length} results: ${prompt}`);
      return { text: '?' };
    },
    ask: (question) => {
      const rule = rules.find((one) => 'person' in one && question.includes(one.person));
      if (rule !== undefined && 'person' in rule) return rule.says;
      // The terminal asks again until the answer fits.
      throw new Error(`Nobody answers: ${question}`);
    },
  };
}
