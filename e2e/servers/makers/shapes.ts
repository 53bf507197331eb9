import { isRecord, type Json } from './json';

/** A refusal as the server writes it. */
interface Said {
  readonly status: number;
  readonly body: unknown;
}

/** A server that speaks a maker's protocol, and refuses in words of its own. */
export interface Shape {
  /** In the address: `/as=mistral/`. */
  readonly name: string;
  /** Where its words were seen. */
  readonly source: string;
  readonly maker: 'anthropic' | 'plain';
  /** Fields of the body that it does not know, at any depth. */
  readonly unknown: readonly string[];
  /** Its refusal of such fields; each is a path, with positions in lists. */
  readonly fields: (paths: readonly string[]) => Said;
  readonly tooLong: (tokens: number, window: number) => Said;
  /** Whether it names the window where a prompt is too long. */
  readonly namesWindow: boolean;
  /** Its refusal of a model that it does not serve: each is called `gone`. */
  readonly gone: (model: string) => Said;
}

/** Fields that a test writes as options, at the top and below it. */
const written = ['new_field', 'inner'];
const bad = (body: unknown): Said => ({ status: 400, body });
const openai = (message: string, more: object = {}): Said =>
  bad({ error: { message, type: 'invalid_request_error', param: null, code: null, ...more } });
const pydantic = (paths: readonly string[]) =>
  paths.map((path) => ({
    type: 'extra_forbidden',
    loc: ['body', ...path.split('.')],
    msg: 'Extra inputs are not permitted',
  }));
const inPython = (paths: readonly string[]) =>
  `[${paths
    .map(
      (path) =>
        `{'type': 'extra_forbidden', 'loc': ('body', ${path
          .split('.')
          .map((step) => (/^\d+$/.test(step) ? step : `'${step}'`))
          .join(', ')}${path.includes('.') ? '' : ','}), 'msg': 'Extra inputs are not permitted', 'input': 1}`,
    )
    .join(', ')}]`;
const custom = (path = '') => path.replace(/^tools\.(\d+)\./, 'tools.$1.custom.');

/** The servers whose words the tests know. */
export const shapes: readonly Shape[] = [
  {
    name: 'bedrock',
    source: 'anthropics/claude-code #32820; earendil-works/pi overflow.ts',
    maker: 'anthropic',
    unknown: [...written, 'eager_input_streaming'],
    fields: ([path]) => bad({ message: `${custom(path)}: Extra inputs are not permitted` }),
    tooLong: () => bad({ message: 'Input is too long for requested model.' }),
    namesWindow: false,
    gone: () => bad({ message: 'The provided model identifier is invalid.' }),
  },
  {
    name: 'litellm',
    source: 'BerriAI/litellm #23825, #8821; earendil-works/pi #3575',
    maker: 'anthropic',
    unknown: [...written, 'eager_input_streaming'],
    fields: ([path]) => {
      const inner = { type: 'error', error: { message: `${custom(path)}: Extra inputs are not permitted` } };
      const message = `${JSON.stringify({ message: JSON.stringify(inner) })}. Received Model Group=m`;
      return bad({ error: { message, type: 'None', param: 'None', code: '400' } });
    },
    tooLong: (tokens, window) =>
      bad({
        error: {
          message: `litellm.BadRequestError: prompt is too long: ${tokens} tokens > ${window} maximum`,
          code: '400',
        },
      }),
    namesWindow: true,
    gone: (model) => {
      const error = `/messages: Invalid model name passed in model=${model}. Call \`/v1/models\` to view available models for your key.`;
      return bad({ error: { message: { error }, type: 'None', param: 'None', code: '400' } });
    },
  },
  {
    name: 'zen',
    source: 'anomalyco/opencode #24975, #27519',
    maker: 'anthropic',
    unknown: [...written, 'eager_input_streaming'],
    fields: (paths) => {
      const each = paths.map(
        (path) => `Extra inputs are not permitted, field: '${path.replace(/\.(\d+)/g, '[$1]')}', value: True`,
      );
      return bad({
        type: 'error',
        error: {
          type: 'error',
          message: `Error from provider: ${paths.length} request validation errors: ${each.join('; ')}`,
        },
      });
    },
    tooLong: () =>
      bad({ type: 'error', error: { type: 'error', message: 'tokens in request more than max tokens allowed' } }),
    namesWindow: false,
    gone: (model) => bad({ type: 'error', error: { type: 'ModelError', message: `Model ${model} is not supported` } }),
  },
  {
    name: 'mistral',
    source: 'mistralai/platform-docs-public #7; vybestack/llxprt-code #114; earendil-works/pi overflow.ts',
    maker: 'plain',
    unknown: [...written, 'stream_options'],
    fields: (paths) => ({
      status: 422,
      body: {
        object: 'error',
        message: { detail: pydantic(paths) },
        type: 'invalid_request_error',
        param: null,
        code: null,
      },
    }),
    tooLong: (tokens, window) =>
      bad({
        object: 'error',
        message: `Prompt contains ${tokens} tokens and 0 draft tokens, too large for model with ${window} maximum context length`,
        type: 'invalid_request_prompt',
        code: '3051',
      }),
    namesWindow: true,
    gone: (model) => bad({ object: 'error', message: `Invalid model: ${model}`, type: 'invalid_model', code: '1500' }),
  },
  {
    name: 'openrouter',
    source: 'diegosouzapw/OmniRoute #3044; elie222/inbox-zero #3114; earendil-works/pi overflow.ts',
    maker: 'plain',
    unknown: written,
    fields: ([path]) => {
      const raw = JSON.stringify({
        error: { message: `Unknown parameter: '${path}'.`, param: path, code: 'unknown_parameter' },
      });
      return bad({
        error: { message: 'Provider returned error', code: 400, metadata: { raw, provider_name: 'X' } },
        user_id: 'u',
      });
    },
    tooLong: (tokens, window) =>
      openai(
        `This endpoint's maximum context length is ${window} tokens. However, you requested about ${tokens} tokens.`,
        { code: 400 },
      ),
    namesWindow: true,
    gone: (model) => openai(`${model} is not a valid model ID`, { code: 400 }),
  },
  {
    name: 'vllm',
    source: 'ai-dynamo/aiperf #507; Gabesarch/grounded-rl #16',
    maker: 'plain',
    unknown: [...written, 'stream_options'],
    fields: (paths) =>
      bad({ object: 'error', message: inPython(paths), type: 'BadRequestError', param: null, code: 400 }),
    tooLong: (tokens, window) =>
      bad({
        object: 'error',
        message: `The decoder prompt (length ${tokens}) is longer than the maximum model length of ${window}. Make sure that \`max_model_len\` is no smaller than the number of text tokens.`,
        type: 'BadRequestError',
        code: 400,
      }),
    namesWindow: true,
    gone: (model) => ({
      status: 404,
      body: { object: 'error', message: `The model \`${model}\` does not exist.`, code: 404 },
    }),
  },
  {
    name: 'llamacpp',
    source: 'ggml-org/llama.cpp #15780; its json_value errors (kind)',
    maker: 'plain',
    unknown: written,
    fields: ([path]) =>
      bad({ error: { code: 400, message: `Unsupported param: ${path}`, type: 'invalid_request_error' } }),
    tooLong: (tokens, window) =>
      bad({
        error: {
          code: 400,
          message: 'the request exceeds the available context size. try increasing the context size',
          type: 'exceed_context_size_error',
          n_prompt_tokens: tokens,
          n_ctx: window,
        },
      }),
    namesWindow: true,
    gone: (model) =>
      bad({ error: { code: 400, message: `model '${model}' not found`, type: 'invalid_request_error' } }),
  },
  {
    name: 'lmstudio',
    source: 'lmstudio-ai/lmstudio-bug-tracker #546; zod’s words for keys (kind)',
    maker: 'plain',
    unknown: written,
    fields: ([path]) => bad({ error: `Unrecognized key(s) in object: '${path}'` }),
    tooLong: (tokens, window) =>
      bad({
        error: `Trying to keep the first ${tokens} tokens when context the overflows. However, the model is loaded with context length of only ${window} tokens, which is not enough. Try to load the model with a larger context length, or provide a shorter input`,
      }),
    namesWindow: true,
    gone: (model) => ({
      status: 404,
      body: { error: { message: `Model "${model}" not found.`, code: 'model_not_found' } },
    }),
  },
  {
    name: 'groq',
    source: 'janhq/jan #8136; ItzCrazyKns/Vane #771; earendil-works/pi overflow.ts',
    maker: 'plain',
    unknown: written,
    fields: ([path]) => openai(`property '${path}' is unsupported`),
    tooLong: () => openai('Please reduce the length of the messages or completion.', { param: 'messages' }),
    namesWindow: false,
    gone: (model) =>
      openai(`The model \`${model}\` has been decommissioned and is no longer supported.`, {
        code: 'model_decommissioned',
      }),
  },
  {
    name: 'xai',
    source: 'BerriAI/litellm #16265; earendil-works/pi overflow.ts',
    maker: 'plain',
    unknown: written,
    fields: ([path = '']) => {
      const name = path.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
      return bad({
        code: 'Client specified an invalid argument',
        error: `Model m does not support parameter ${name}.`,
      });
    },
    tooLong: (tokens, window) =>
      bad({
        code: 'Client specified an invalid argument',
        error: `This model's maximum prompt length is ${window} but the request contains ${tokens} tokens.`,
      }),
    namesWindow: true,
    gone: (model) => ({
      status: 404,
      body: { code: 'Some requested entity was not found', error: `The model ${model} does not exist` },
    }),
  },
];

/** The refusal of a request by a server of a shape; undefined: it is answered. */
export function shapeRefusal(shape: Shape, model: string, body: Json): Said | undefined {
  if (model === 'gone') return shape.gone(model);
  const paths = pathsTo(body, shape.unknown);
  return paths.length === 0 ? undefined : shape.fields(paths);
}

/** The paths of fields of these names, with positions in lists. */
function pathsTo(value: unknown, names: readonly string[]): readonly string[] {
  const entries: readonly [string, unknown][] = Array.isArray(value)
    ? value.map((item, index): [string, unknown] => [String(index), item])
    : isRecord(value)
      ? Object.entries(value as Json)
      : [];
  return entries.flatMap(([key, inner]) => [
    ...(names.includes(key) ? [key] : []),
    ...(names.includes(key) ? [] : pathsTo(inner, names).map((path) => `${key}.${path}`)),
  ]);
}
