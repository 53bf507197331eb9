import { isJsonObject, isSameJson, type Json, type JsonObject } from '@/base/json';
import { encodeJson } from '@/base/json-text';

/** What a tool is answered with in a test. */
export interface MockedAnswer {
  readonly text: string;
  readonly isError: boolean;
}

/** Answers calls of tools by the mocks of a test. */
export interface ToolMocks {
  has(name: string): boolean;
  /** The next answer whose arguments are those of the call; undefined: none is left. */
  answer(name: string, args: JsonObject): MockedAnswer | undefined;
}

/**
 * The mocks of one run. Of each tool the answers are taken in order: each once, but the last that fits again and again.
 * An answer with `args` is for calls that have these arguments.
 */
export function createToolMocks(tools: Readonly<Record<string, Json>> = {}): ToolMocks {
  const used = new Set<Json>();
  const listAnswers = (name: string): readonly JsonObject[] => {
    const answers = Object.hasOwn(tools, name) ? tools[name] : undefined;
    return Array.isArray(answers) ? (answers as readonly Json[]).filter(isJsonObject) : [];
  };
  return {
    has: (name) => Object.hasOwn(tools, name),
    answer: (name, args) => {
      const fitting = listAnswers(name).filter((one) => one['args'] === undefined || hasArguments(args, one['args']));
      const chosen = fitting.find((one) => !used.has(one)) ?? fitting.at(-1);
      if (chosen === undefined) return undefined;
      used.add(chosen);
      const { output, error } = chosen;
      return error === undefined
        ? { text: formatAnswer(output ?? ''), isError: false }
        : { text: formatAnswer(error), isError: true };
    },
  };
}

function hasArguments(args: JsonObject, wanted: Json): boolean {
  if (!isJsonObject(wanted)) return isSameJson(args, wanted);
  return Object.entries(wanted).every(([name, value]) => Object.hasOwn(args, name) && isSameJson(args[name], value));
}

const formatAnswer = (value: Json): string => (typeof value === 'string' ? value : encodeJson(value));
