import { type Json, record, records, string } from './json';
import type { GoogleModel } from './models';
import { type Asked, bad, type Memory, type Refusal, type Rule } from './rule';
import { digest, unseal } from './seal';

const here = { protocols: ['generate'], makers: ['google'] } as const;

/** What @ai-sdk/google sends for a lost signature; documented as accepted (ai.google.dev thought-signatures). */
const sentinel = 'skip_thought_signature_validator';

/** The requested model; undefined if Google has none of that name. */
export function googleModel(asked: Asked, memory: Memory): GoogleModel | undefined {
  return memory.google.find(({ id }) => id === asked.model);
}

/** What a signature is bound to: the name and arguments of the call, or nothing if it belongs to text. */
export function boundTo(part: Json): string {
  const call = record(part.functionCall);
  return part.functionCall === undefined ? '' : digest([call.name, call.args ?? {}]);
}

const contents = ({ body }: Asked) => records(body.contents);
const parts = (content: Json | undefined) => records(content?.parts);
const callsOf = (content: Json | undefined) => parts(content).filter((part) => part.functionCall !== undefined);
const resultsOf = (content: Json | undefined) => parts(content).filter((part) => part.functionResponse !== undefined);

/** What Google refuses. */
export const googleRules: readonly Rule[] = [
  {
    id: 'google.key',
    ...here,
    source: 'Messages of generativelanguage.googleapis.com, from memory',
    check({ headers, query }, { keys }) {
      const key = headers['x-goog-api-key'] ?? query.get('key') ?? '';
      if (key === '') {
        return {
          status: 403,
          type: 'PERMISSION_DENIED',
          message:
            "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
        };
      }
      if (keys.google === undefined || key === keys.google) return undefined;
      const reason = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' };
      return bad('API key not valid. Please pass a valid API key.', { details: [reason] });
    },
  },
  {
    id: 'google.ended',
    ...here,
    source: 'ai.google.dev/gemini-api/docs/deprecations; message from memory',
    check: ({ model }, { ended }) =>
      ended.has(model)
        ? notFound(
            `This model models/${model} is no longer available. Please update your code to use a newer model for the latest features and improvements.`,
          )
        : undefined,
  },
  {
    id: 'google.model',
    ...here,
    source: 'Message of generativelanguage.googleapis.com, from memory',
    check: (asked, memory) =>
      googleModel(asked, memory) === undefined
        ? notFound(
            `models/${asked.model} is not found for API version v1beta, or is not supported for generateContent. Call ListModels to see the list of available models and their supported methods.`,
          )
        : undefined,
  },
  {
    id: 'google.shape',
    ...here,
    source: 'API reference: contents, with role user or model, and parts that are not empty',
    check(asked) {
      const all = contents(asked);
      if (all.length === 0) return bad('* GenerateContentRequest.contents: contents is not specified');
      const index = all.findIndex(({ role }) => role !== undefined && role !== 'user' && role !== 'model');
      if (index >= 0) return bad('Please use a valid role: user, model.');
      const empty = all.findIndex((content) => parts(content).length === 0);
      return empty < 0
        ? undefined
        : bad(`* GenerateContentRequest.contents[${empty}].parts: contents.parts must not be empty.`);
    },
  },
  {
    id: 'google.prefill',
    ...here,
    source: 'LibreChat-AI/agents #323 (tried; message) and #412; pipecat-ai/pipecat #5821',
    check: (asked, memory) =>
      googleModel(asked, memory)?.prefill === false &&
      contents(asked).at(-1)?.role === 'model' &&
      resultsOf(contents(asked).at(-1)).length === 0
        ? bad('Requests ending with a model turn are not supported unless the last part is a function response.')
        : undefined,
  },
  {
    id: 'google.order',
    ...here,
    source: 'google-gemini/gemini-cli #26486',
    check(asked) {
      const all = contents(asked);
      const wrong = all.some(
        (content, index) => callsOf(content).length > 0 && (all[index - 1]?.role ?? 'model') === 'model',
      );
      return wrong
        ? bad(
            'Please ensure that function call turn comes immediately after a user turn or after a function response turn.',
          )
        : undefined;
    },
  },
  {
    id: 'google.results',
    ...here,
    source: 'google-gemini/gemini-cli #17208',
    check(asked) {
      const all = contents(asked);
      const last = all.length - 1;
      const wrong = all.some((content, index) => {
        const calls = callsOf(content).length;
        const results = resultsOf(content).length;
        if (calls > 0 && index < last && resultsOf(all[index + 1]).length !== calls) return true;
        return results > 0 && callsOf(all[index - 1]).length !== results;
      });
      return wrong
        ? bad(
            'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
          )
        : undefined;
    },
  },
  {
    id: 'google.signature',
    ...here,
    source: 'ai.google.dev thought-signatures; Antigravity-Manager #3202 (message)',
    check(asked, memory) {
      if (googleModel(asked, memory)?.signs !== true) return undefined;
      const unsigned = firstCalls(asked).find(({ part }) => signatureOf(part) === '');
      return unsigned === undefined
        ? undefined
        : bad(
            `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`default_api:${string(record(unsigned.part.functionCall).name)}\` , position ${unsigned.position}. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details.`,
          );
    },
  },
  {
    id: 'google.corrupted',
    ...here,
    source: 'google-gemini/gemini-cli #13467 (message); which of the two messages when is guessed',
    check(asked, memory) {
      if (googleModel(asked, memory)?.signs !== true) return undefined;
      for (const [index, content] of contents(asked).entries()) {
        for (const [at, part] of parts(content).entries()) {
          const fault = corruption(part, `contents[${index}].parts[${at}].thought_signature`);
          if (fault !== undefined) return fault;
        }
      }
      return undefined;
    },
  },
  {
    id: 'google.sentinel',
    ...here,
    beyond: true,
    source: 'Documented as accepted; @ai-sdk/google 4.0.121 puts it in where a signature is lost',
    check: (asked, { made }) =>
      contents(asked)
        .flatMap(callsOf)
        .some((part) => signatureOf(part) === sentinel && made.has(string(record(part.functionCall).id)))
        ? bad('Corrupted thought signature.')
        : undefined,
  },
  {
    id: 'google.sampling',
    ...here,
    beyond: true,
    source: 'ai.google.dev latest-model: deprecated and ignored, 400 announced; the message is made up',
    check(asked, memory) {
      if (googleModel(asked, memory)?.samples !== false) return undefined;
      const config = record(asked.body.generationConfig);
      const name = ['temperature', 'topP', 'topK'].find((field) => config[field] !== undefined);
      return name === undefined ? undefined : bad(`${name} is not supported by this model.`);
    },
  },
];

function notFound(message: string): Refusal {
  return { status: 404, type: 'NOT_FOUND', message };
}

function signatureOf(part: Json): string {
  return string(part.thoughtSignature ?? part.thought_signature);
}

/** The first call of each step of the current turn, which starts after the user's last text. */
function firstCalls(asked: Asked): readonly { readonly part: Json; readonly position: number }[] {
  const all = contents(asked);
  const start = all.findLastIndex((content) => content.role === 'user' && resultsOf(content).length === 0);
  return all.flatMap((content, index) => {
    const part = callsOf(content)[0];
    return part === undefined || index < start ? [] : [{ part, position: index + 1 }];
  });
}

function corruption(part: Json, path: string): Refusal | undefined {
  const signature = signatureOf(part);
  if (signature === '' || signature === sentinel) return undefined;
  if (!/^[\w+/-]+=*$/.test(signature)) {
    return bad(`Invalid value at '${path}' (TYPE_BYTES), Base64 decoding failed for "${signature}"`);
  }
  const facts = unseal(signature);
  return facts?.bound === boundTo(part) ? undefined : bad('Corrupted thought signature.');
}
