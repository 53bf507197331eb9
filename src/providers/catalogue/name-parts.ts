import type { ModelRequest } from '@/engine/ports/model-client';

type ModelRef = ModelRequest['model'];

/** Who made a model, and its name as the tables have it. */
export interface NameParts {
  /** Id of the maker, as OpenRouter writes it before the slash; undefined: not told by the name. */
  readonly maker: string | undefined;
  /** In lower case, without the maker, a variant (`:free`), and a date or `latest` at the end. */
  readonly name: string;
}

/** Makers that serve their models under their own name. */
const makers = new Set(['openai', 'anthropic', 'google']);

/** How names begin, by which a model is told behind a gateway. */
const beginnings: readonly (readonly [RegExp, string])[] = [
  [/^(gpt-\d|chatgpt-|o\d)/, 'openai'],
  [/^claude-/, 'anthropic'],
  [/^(gemini|gemma)-/, 'google'],
];

/** A date or `latest` at the end of a name, which tells a version. */
const version = /(-latest|[-@]\d{8}|-\d{4}-\d{2}-\d{2})$/;

/** Whether the provider is the maker itself. */
export function isMaker(provider: string): boolean {
  return makers.has(provider);
}

/** Takes the name of a model apart. */
export function namePartsOf({ provider, model }: ModelRef): NameParts {
  const whole = model.toLowerCase().replace(/^models\//, '');
  const slash = whole.lastIndexOf('/');
  const written = slash > 0 ? whole.slice(0, slash).replace(/^.*\//, '') : undefined;
  const bare = bareName(whole.slice(slash + 1));
  const maker = isMaker(provider) ? provider : (written ?? beginnings.find(([begin]) => begin.test(bare))?.[1]);
  return { maker, name: maker === 'anthropic' ? bare.replaceAll('.', '-') : bare };
}

/** A name without its version. */
export function withoutVersion(name: string): string {
  return name.replace(version, '');
}

/** Fine-tuned models of OpenAI are `ft:NAME:…`. */
function bareName(text: string): string {
  const tuned = /^ft:([^:]+)/.exec(text)?.[1] ?? text.replace(/:.*$/, '');
  return withoutVersion(tuned);
}
