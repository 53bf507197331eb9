/** A model of OpenAI, as far as the rules depend on it. */
export interface OpenAiModel {
  readonly id: string;
  /** The allowed values of `reasoning.effort`. Empty: the model does not reason. */
  readonly efforts: readonly string[];
  /** The effort that applies when none is given. */
  readonly defaultEffort: string;
  /** Whether chat completions refuse function tools while it reasons: from gpt-5.4 on. */
  readonly toolsNeedResponses: boolean;
  /** Date on which it ends or ended, YYYY-MM-DD. */
  readonly ends?: string;
  readonly window: number;
  readonly output: number;
}

/** A model of Anthropic, as far as the rules depend on it. */
export interface AnthropicModel {
  readonly id: string;
  /** Whether `temperature`, `top_p` and `top_k` are accepted. */
  readonly samples: boolean;
  /** Whether it thinks by default. */
  readonly thinks: boolean;
  /** Types of `thinking` that it accepts. */
  readonly thinking: readonly string[];
  /** Whether `disabled` is refused with effort xhigh or max. */
  readonly thinksAboveHigh: boolean;
  /** Whether `tool_choice` may be any or tool. */
  readonly forced: boolean;
  /** Whether a thinking block is valid only after the prefix that it was created with. `perhaps`: documents differ. */
  readonly bound: 'yes' | 'no' | 'perhaps';
  /** Whether a request may end with an assistant message. */
  readonly prefill: boolean;
  /** Whether the thinking text is omitted unless `display: summarized`. */
  readonly omits: boolean;
  readonly window: number;
  readonly output: number;
}

/** A model of Google, as far as the rules depend on it. */
export interface GoogleModel {
  readonly id: string;
  /** Whether function calls carry thought signatures that must come back: from Gemini 3 on. */
  readonly signs: boolean;
  /** Whether it respects sampling parameters. */
  readonly samples: boolean;
  /** Whether a request may end with a turn of the model. */
  readonly prefill: boolean;
  readonly window: number;
  readonly output: number;
}

const openaiSizes = { window: 400_000, output: 128_000 };
const upToXhigh = ['none', 'low', 'medium', 'high', 'xhigh'];
const upToMax = [...upToXhigh, 'max'];

function openai(id: string, efforts: readonly string[], defaultEffort: string, toolsNeedResponses = true): OpenAiModel {
  return { id, efforts, defaultEffort, toolsNeedResponses, ...openaiSizes };
}

/**
 * Efforts: catalogue of @ai-sdk/openai 4.0.118; gpt-5.1: anomalyco/opencode #4451; gpt-5.1-codex: openai/codex #6647.
 * Dates: developers.openai.com/api/docs/deprecations.
 */
export const openaiModels: readonly OpenAiModel[] = [
  { ...openai('gpt-6-astra', upToMax.slice(1), 'medium'), window: 1_050_000 },
  { ...openai('gpt-6.1-sol', upToMax.slice(1), 'medium'), window: 1_050_000 },
  openai('gpt-6.1-terra', upToMax, 'medium'),
  openai('gpt-6-sol', upToMax, 'medium'),
  openai('gpt-6-luna', upToMax, 'medium'),
  openai('gpt-5.6-terra', upToMax, 'medium'),
  openai('gpt-5.5', upToXhigh, 'medium'),
  openai('gpt-5.4', upToXhigh, 'none'),
  openai('gpt-5.2', upToXhigh, 'none', false),
  { ...openai('gpt-5.1', ['none', 'low', 'medium', 'high'], 'none', false), ends: '2027-04-01' },
  { ...openai('gpt-5.1-codex', ['low', 'medium', 'high'], 'medium', false), ends: '2027-04-01' },
  { ...openai('gpt-5', ['minimal', 'low', 'medium', 'high'], 'medium', false), ends: '2026-12-11' },
  { ...openai('gpt-4.1', [], 'none', false), window: 1_047_576, output: 32_768, ends: '2027-01-14' },
];

/** Models of OpenAI that have ended. Source: developers.openai.com/api/docs/deprecations (23 October 2026). */
export const openaiEnded = ['o1', 'o3-mini', 'o4-mini', 'gpt-4.1-nano', 'gpt-4-turbo', 'gpt-3.5-turbo'];

const claude = { samples: false, forced: true, prefill: false, omits: true, window: 1_000_000, output: 128_000 };
const claudeAlways = { ...claude, thinks: true, thinksAboveHigh: false };

/**
 * Thinking, forced tools, sampling: catalogue of @ai-sdk/anthropic 4.0.105; thinking by default:
 * platform.claude.com thinking-troubleshooting; bound: platform.claude.com preserved-thinking (it names Haiku 5.5 too,
 * other pages do not); prefill: platform.claude.com whats-new-claude-4-6.
 */
export const anthropicModels: readonly AnthropicModel[] = [
  { id: 'claude-opus-5-5', ...claudeAlways, thinking: ['adaptive'], forced: false, bound: 'yes' },
  { id: 'claude-sonnet-5-5', ...claudeAlways, thinking: ['adaptive', 'between_tools'], forced: false, bound: 'yes' },
  { id: 'claude-fable-5-1', ...claudeAlways, thinking: ['adaptive'], forced: false, bound: 'yes' },
  {
    id: 'claude-haiku-5-5',
    ...claudeAlways,
    thinking: ['adaptive', 'disabled'],
    thinksAboveHigh: true,
    bound: 'perhaps',
  },
  { id: 'claude-opus-5', ...claudeAlways, thinking: ['adaptive', 'disabled'], thinksAboveHigh: true, bound: 'no' },
  { id: 'claude-sonnet-5', ...claudeAlways, thinking: ['adaptive', 'disabled'], bound: 'no' },
  {
    id: 'claude-opus-4-8',
    ...claude,
    thinks: false,
    thinking: ['adaptive', 'disabled'],
    thinksAboveHigh: false,
    bound: 'no',
  },
  {
    id: 'claude-haiku-4-5',
    samples: true,
    thinks: false,
    thinking: ['enabled', 'disabled'],
    thinksAboveHigh: false,
    forced: true,
    bound: 'no',
    prefill: true,
    omits: false,
    window: 200_000,
    output: 64_000,
  },
];

/** Models of Anthropic that were retired. Source: platform.claude.com model-deprecations. */
export const anthropicEnded = [
  'claude-opus-4-1',
  'claude-opus-4-20250514',
  'claude-sonnet-4-20250514',
  'claude-3-7-sonnet-20250219',
  'claude-3-opus-20240229',
];

const gemini = { window: 1_048_576, output: 65_536 };

/**
 * Signatures: ai.google.dev thought-signatures; sampling: ai.google.dev latest-model; prefill: tested by others, in
 * LibreChat-AI/agents #323 (3.6-flash and 3.5-flash-lite refuse, 3.5-flash and 2.5-flash do not) and #412 (3.7-flash).
 */
export const googleModels: readonly GoogleModel[] = [
  { id: 'gemini-3.8-flash', signs: true, samples: false, prefill: false, ...gemini },
  { id: 'gemini-3.7-flash', signs: true, samples: false, prefill: false, ...gemini },
  { id: 'gemini-3.6-flash', signs: true, samples: false, prefill: false, ...gemini },
  { id: 'gemini-3.5-flash-lite', signs: true, samples: false, prefill: false, ...gemini },
  { id: 'gemini-3.5-flash', signs: true, samples: true, prefill: true, ...gemini },
  { id: 'gemini-2.5-flash', signs: false, samples: true, prefill: true, ...gemini },
];

/** Models of Google that were shut down. Source: ai.google.dev/gemini-api/docs/deprecations. */
export const googleEnded = ['gemini-3-pro-preview', 'gemini-2.0-flash', 'gemini-2.0-flash-lite', 'gemini-1.5-pro'];

/** Models of the plain server. It accepts any name; these are the ones it lists. */
export const plainModels = ['test', 'qwen3:8b'];
