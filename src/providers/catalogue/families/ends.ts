/** When a maker no longer serves a model. */
export interface EndRule {
  /**
   * Matches names in lower case, without the maker and without a variant: with their date or `latest`, or without it
   * (`name-parts.ts`).
   */
  readonly names: RegExp;
  /** ISO date. */
  readonly endsOn: string;
  /** Left out: the maker names none. If the announced replacement ends too, this is its own replacement. */
  readonly replacement?: string;
  /** The page on which the date was read. */
  readonly source: string;
}

type DatedRule = Omit<EndRule, 'source'>;

const readAt = (source: string, rules: readonly DatedRule[]): readonly EndRule[] =>
  rules.map((rule) => ({ ...rule, source }));

/**
 * The page as of 22 Nov 2026; its entries about the past were also read in copies of it from Nov 2025
 * (archive.li/3RThE) and from April and May 2026 (spybara.com/openai/api/history).
 */
const openai = readAt('https://developers.openai.com/api/docs/deprecations', [
  {
    names: /^((text|code)-)?(ada|babbage|curie|davinci)(-00[1-3])?$/,
    endsOn: '2024-01-04',
    replacement: 'gpt-6.1-terra',
  },
  { names: /^gpt-3\.5(-turbo)?-0301$/, endsOn: '2024-09-13', replacement: 'gpt-5.6-terra' },
  { names: /^gpt-3\.5-turbo(-0613|-16k|-16k-0613)$/, endsOn: '2024-09-13', replacement: 'gpt-5.6-terra' },
  { names: /^gpt-4(-1106)?-vision-preview$/, endsOn: '2024-12-06', replacement: 'gpt-6-luna' },
  { names: /^gpt-4-32k(-0314|-0613)?$/, endsOn: '2025-06-06', replacement: 'gpt-6-luna' },
  { names: /^gpt-4\.5-preview$/, endsOn: '2025-07-14', replacement: 'gpt-6-luna' },
  { names: /^o1-preview$/, endsOn: '2025-07-28', replacement: 'gpt-6.1-sol' },
  { names: /^o1-mini$/, endsOn: '2025-10-27', replacement: 'gpt-5.6-terra' },
  { names: /^codex-mini$/, endsOn: '2026-02-12', replacement: 'gpt-5.4-mini' },
  { names: /^chatgpt-4o$/, endsOn: '2026-02-17', replacement: 'gpt-5.5' },
  { names: /^gpt-4-(0314|0125-preview|turbo-preview)$/, endsOn: '2026-03-26', replacement: 'gpt-6.1-sol' },
  { names: /^gpt-4o-audio-preview$/, endsOn: '2026-05-07', replacement: 'gpt-audio-1.5' },
  { names: /^gpt-4o-mini-audio-preview$/, endsOn: '2026-05-07', replacement: 'gpt-audio-mini' },
  { names: /^computer-use(-preview)?$|^gpt-5\.1-codex-mini$/, endsOn: '2026-07-23', replacement: 'gpt-5.4-mini' },
  { names: /^gpt-4o(-mini)?-search-preview$/, endsOn: '2026-07-23', replacement: 'gpt-6-luna' },
  { names: /^gpt-5(\.1)?-chat$/, endsOn: '2026-07-23', replacement: 'gpt-5.5' },
  { names: /^gpt-5(\.[12])?-codex(-max)?$/, endsOn: '2026-07-23', replacement: 'gpt-5.4' },
  { names: /^o(3|4-mini)-deep-research$/, endsOn: '2026-07-23', replacement: 'gpt-5.4-pro' },
  { names: /^gpt-5\.[23]-chat$/, endsOn: '2026-08-10', replacement: 'gpt-5.5' },
  { names: /^gpt-3\.5-turbo(-instruct|-1106)$/, endsOn: '2026-09-28', replacement: 'gpt-6.1-terra' },
  { names: /^(babbage|davinci)-002$/, endsOn: '2026-09-28', replacement: 'gpt-6.1-terra' },
  { names: /^gpt-3\.5-turbo(-0125)?$/, endsOn: '2026-10-23', replacement: 'gpt-5.6-terra' },
  { names: /^gpt-4$|^gpt-4-(0613|1106-preview|turbo)$/, endsOn: '2026-10-23', replacement: 'gpt-5.6-sol' },
  { names: /^(o1|o1-pro|o3-mini)$/, endsOn: '2026-10-23', replacement: 'gpt-5.6-sol' },
  { names: /^o4-mini$/, endsOn: '2026-10-23', replacement: 'gpt-5.6-terra' },
  { names: /^gpt-4\.1-nano$/, endsOn: '2026-10-23', replacement: 'gpt-5.6-luna' },
  { names: /^(gpt-5|o3)(-pro)?$/, endsOn: '2026-12-11', replacement: 'gpt-6.1-sol' },
  { names: /^gpt-5-mini$/, endsOn: '2026-12-11', replacement: 'gpt-6.1-terra' },
  { names: /^gpt-5-nano$/, endsOn: '2026-12-11', replacement: 'gpt-6-luna' },
  { names: /^gpt-(4o|4\.1)(-mini)?$/, endsOn: '2027-01-14', replacement: 'gpt-6-luna' },
  { names: /^gpt-4o-2024-05-13$/, endsOn: '2026-10-23', replacement: 'gpt-5.6-sol' },
  { names: /^gpt-audio(-mini)?$/, endsOn: '2027-01-20', replacement: 'gpt-audio-1.5' },
  { names: /^(gpt-5\.1|gpt-5\.3-codex|gpt-5\.4-nano)$/, endsOn: '2027-04-01' },
]);

/** Read 22 and 28 Nov 2026. */
const anthropic = readAt('https://platform.claude.com/docs/en/about-claude/model-deprecations', [
  { names: /^claude-(v?1\b|instant)/, endsOn: '2024-11-06', replacement: 'claude-haiku-4-5' },
  { names: /^claude-v?2(-[01])?$/, endsOn: '2025-07-21', replacement: 'claude-sonnet-5-5' },
  { names: /^claude-3-sonnet$/, endsOn: '2025-07-21', replacement: 'claude-sonnet-5-5' },
  { names: /^claude-3-5-sonnet$/, endsOn: '2025-10-28', replacement: 'claude-sonnet-5-5' },
  { names: /^claude-3-opus$/, endsOn: '2026-01-05', replacement: 'claude-opus-4-5' },
  { names: /^claude-3-5-haiku$/, endsOn: '2026-02-19', replacement: 'claude-haiku-4-5' },
  { names: /^claude-3-7-sonnet$/, endsOn: '2026-02-19', replacement: 'claude-sonnet-5-5' },
  { names: /^claude-3-haiku$/, endsOn: '2026-04-20', replacement: 'claude-haiku-4-5' },
  { names: /^claude-opus-4(-0)?$/, endsOn: '2026-06-15', replacement: 'claude-opus-4-8' },
  { names: /^claude-sonnet-4(-0)?$/, endsOn: '2026-06-15', replacement: 'claude-sonnet-4-6' },
  { names: /^claude-opus-4-1$/, endsOn: '2026-08-05', replacement: 'claude-opus-4-8' },
  { names: /^claude-sonnet-4-5$/, endsOn: '2026-11-30', replacement: 'claude-sonnet-5-5' },
]);

/** Read 22 and 28 Nov 2026. */
const google = [
  ...readAt('https://ai.google.dev/gemini-api/docs/changelog', [
    { names: /^gemini-(1\.0-)?pro(-vision)?(-001)?$/, endsOn: '2025-02-18', replacement: 'gemini-3.5-flash-lite' },
    { names: /^gemini-(1\.5-flash|flash-1\.5)/, endsOn: '2025-09-29', replacement: 'gemini-3.5-flash-lite' },
    { names: /^gemini-(1\.5-pro|pro-1\.5)/, endsOn: '2025-09-29', replacement: 'gemini-3.8-flash' },
  ]),
  ...readAt('https://ai.google.dev/gemini-api/docs/deprecations', [
    { names: /^gemini-2\.0-flash(-001)?$/, endsOn: '2026-06-01', replacement: 'gemini-3.5-flash-lite' },
    { names: /^gemini-2\.0-flash-lite(-001)?$/, endsOn: '2026-06-01', replacement: 'gemini-2.5-flash-lite' },
    { names: /^gemini-2\.5-flash-preview(-05-20)?$/, endsOn: '2025-11-18', replacement: 'gemini-3.6-flash' },
    { names: /^gemini-2\.5-flash-preview-09-/, endsOn: '2026-02-17', replacement: 'gemini-3.6-flash' },
    { names: /^gemini-2\.5-flash-lite-preview/, endsOn: '2026-03-31', replacement: 'gemini-3.1-flash-lite' },
    { names: /^gemini-2\.5-pro-preview/, endsOn: '2025-12-02', replacement: 'gemini-3.1-pro-preview' },
    { names: /^gemini-2\.5-pro$/, endsOn: '2026-12-01', replacement: 'gemini-3.8-flash' },
    { names: /^gemini-2\.5-flash$/, endsOn: '2026-12-01', replacement: 'gemini-3.5-flash-lite' },
    { names: /^gemini-3-pro-preview$/, endsOn: '2026-03-09', replacement: 'gemini-3.1-pro-preview' },
    { names: /^gemini-3\.1-flash-lite-preview$/, endsOn: '2026-05-25', replacement: 'gemini-3.1-flash-lite' },
    { names: /^gemini-3\.1-flash-lite$/, endsOn: '2027-05-07' },
  ]),
];

/** When the models of each maker end; of several rules that match a name, the last wins. */
export const modelEnds: Readonly<Record<string, readonly EndRule[]>> = { openai, anthropic, google };
