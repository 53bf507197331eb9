import { type Json, record, records, string } from './json';
import type { OpenAiModel } from './models';
import { type Asked, bad, type Memory, quoted, type Refusal, type Rule } from './rule';
import { strictFault } from './strict-schema';

const both = { protocols: ['responses', 'chat'], makers: ['openai'] } as const;

/** The requested model; undefined if OpenAI has none of that name. */
export function openaiModel(asked: Asked, memory: Memory): OpenAiModel | undefined {
  return memory.openai.find(({ id }) => id === asked.model);
}

/** The effective effort: the requested one, else the model's default. `none` for models that do not reason. */
export function effortOf(asked: Asked, memory: Memory): string {
  const model = openaiModel(asked, memory);
  if (model === undefined || model.efforts.length === 0) return 'none';
  return askedEffort(asked) ?? (asked.strict && model.efforts.includes('none') ? 'medium' : model.defaultEffort);
}

function askedEffort({ protocol, body }: Asked): string | undefined {
  const effort = protocol === 'responses' ? record(body.reasoning).effort : body.reasoning_effort;
  return typeof effort === 'string' ? effort : undefined;
}

/** What both of OpenAI's protocols refuse. */
export const openaiRules: readonly Rule[] = [
  {
    id: 'openai.key',
    ...both,
    source: 'Messages of api.openai.com, from memory',
    check({ headers }, { keys }) {
      const key = headers.authorization?.replace(/^Bearer /, '') ?? '';
      if (key === '') {
        return {
          status: 401,
          message:
            "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY).",
        };
      }
      if (keys.openai === undefined || key === keys.openai) return undefined;
      const shown = `${key.slice(0, 4)}${'*'.repeat(8)}${key.slice(-4)}`;
      return {
        status: 401,
        message: `Incorrect API key provided: ${shown}. You can find your API key at https://platform.openai.com/account/api-keys.`,
        code: 'invalid_api_key',
      };
    },
  },
  {
    id: 'openai.ended',
    ...both,
    source: 'developers.openai.com/api/docs/deprecations; message: boxblinkracer/shopware-ai-demodata #6',
    check: ({ model }, { ended }) =>
      ended.has(model)
        ? {
            status: 404,
            message: `The model \`${model}\` has been deprecated, learn more here: https://platform.openai.com/docs/deprecations`,
            code: 'model_not_found',
          }
        : undefined,
  },
  {
    id: 'openai.model',
    ...both,
    source: 'Message of api.openai.com, from memory',
    check: (asked, memory) =>
      openaiModel(asked, memory) === undefined
        ? {
            status: 404,
            message: `The model \`${asked.model}\` does not exist or you do not have access to it.`,
            code: 'model_not_found',
          }
        : undefined,
  },
  {
    id: 'openai.sampling',
    ...both,
    source: 'lemmary #25; OpenHands/software-agent-sdk #1837; catalogue in @ai-sdk/openai 4.0.118',
    check(asked, memory) {
      if (effortOf(asked, memory) === 'none') return undefined;
      const { temperature, top_p } = asked.body;
      if (temperature !== undefined && temperature !== 1) return refusedSampling(asked, 'temperature', temperature);
      return top_p !== undefined && top_p !== 1 ? unsupported('top_p') : undefined;
    },
  },
  {
    id: 'openai.effort',
    ...both,
    source: 'anomalyco/opencode #4451 (Responses), nextai-translator #1841 (chat), openai/codex #6647',
    check(asked, memory) {
      const effort = askedEffort(asked);
      const model = openaiModel(asked, memory);
      if (effort === undefined || model === undefined || model.efforts.includes(effort)) return undefined;
      const param = asked.protocol === 'responses' ? 'reasoning.effort' : 'reasoning_effort';
      if (model.efforts.length === 0) return unsupported(param);
      const what =
        asked.protocol === 'responses'
          ? `'${effort}' is not supported with the '${model.id}' model.`
          : `'reasoning_effort' does not support '${effort}' with this model.`;
      return bad(`Unsupported value: ${what} Supported values are: ${quoted(model.efforts)}.`, {
        param,
        code: 'unsupported_value',
      });
    },
  },
  {
    id: 'openai.strict',
    ...both,
    source: 'developers.openai.com structured-outputs, "Supported schemas"; messages as in openai-python threads',
    check(asked) {
      for (const [index, tool] of records(asked.body.tools).entries()) {
        const inner = asked.protocol === 'chat' ? record(tool.function) : tool;
        const fault = inner.strict === true ? strictFault(record(inner.parameters)) : undefined;
        if (fault === undefined) continue;
        return bad(`Invalid schema for function '${string(inner.name)}': ${fault}`, {
          param: `tools[${index}]${asked.protocol === 'chat' ? '.function' : ''}.parameters`,
          code: 'invalid_function_parameters',
        });
      }
      const format = formatOf(asked);
      const fault = format.strict === true ? strictFault(record(format.schema)) : undefined;
      if (fault === undefined) return undefined;
      return bad(`Invalid schema for response_format '${string(format.name)}': ${fault}`, {
        param: asked.protocol === 'chat' ? 'response_format' : 'text.format.schema',
        code: 'invalid_json_schema',
      });
    },
  },
  {
    id: 'openai.default-effort',
    ...both,
    beyond: true,
    source: 'Documented default of gpt-5.1 to 5.4 is none; litellm #34569 counts a default too',
    check(asked, memory) {
      const model = openaiModel(asked, memory);
      if (asked.protocol !== 'chat' || askedEffort(asked) !== undefined || model === undefined) return undefined;
      if (model.efforts.length === 0 || model.defaultEffort !== 'none' || !hasFunctions(asked)) return undefined;
      return toolsInChat(asked.model);
    },
  },
];

/** The format of a reply that a request demands, with `type`, `name`, `schema` and `strict`. */
export function formatOf({ protocol, body }: Asked): Json {
  if (protocol === 'responses') return record(record(body.text).format);
  const format = record(body.response_format);
  return { type: format.type, ...record(format.json_schema) };
}

/** Whether a request declares tools of its own. */
export function hasFunctions({ body }: Asked): boolean {
  return records(body.tools).some(({ type }) => type === 'function');
}

/** The refusal of function tools in chat completions. */
export function toolsInChat(model: string): Refusal {
  return bad(
    `Function tools with reasoning_effort are not supported for ${model} in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.`,
    { param: 'reasoning_effort' },
  );
}

/** The refusal of a parameter. */
export function unsupported(param: string, hint = ''): Refusal {
  return bad(`Unsupported parameter: '${param}' is not supported with this model.${hint}`, {
    param,
    code: 'unsupported_parameter',
  });
}

function refusedSampling({ protocol }: Asked, param: string, value: unknown): Refusal {
  if (protocol === 'responses') {
    return bad(`Unsupported parameter: '${param}' is not supported with this model.`, { param });
  }
  return bad(
    `Unsupported value: '${param}' does not support ${value} with this model. Only the default (1) value is supported.`,
    { param, code: 'unsupported_value' },
  );
}
