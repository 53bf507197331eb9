import type { ModelRequest } from '@/engine/ports/model-client';

type ModelRef = ModelRequest['model'];

/** The maker of a model, and its name as used in the tables. */
export interface NameParts {
  /** Id of the maker, as OpenRouter writes it before the slash; undefined: the name does not show it. */
  readonly maker: string | undefined;
  /** In lower case, without the maker, a variant (`:free`), and a trailing date or `latest`. */
  readonly name: string;
  /** The same with the date or `latest`. */
  readonly versioned: string;
}

/** Makers that serve their models under their own name. */
const makers = new Set(['openai', 'anthropic', 'google']);

/** Beginnings of names that identify the maker of a model behind a gateway. */
const beginnings: readonly (readonly [RegExp, string])[] = [
  [/^(gpt-\d|chatgpt-|o\d)/, 'openai'],
  [/^claude-/, 'anthropic'],
  [/^(gemini|gemma)-/, 'google'],
];

/** A trailing date or `latest`, which names a version. */
const version = /(-latest|[-@]\d{8}|-\d{4}-\d{2}-\d{2})$/;

/** Whether the provider is the maker itself. */
export function isMaker(provider: string): boolean {
  return makers.has(provider);
}

/** Splits the name of a model. */
export function splitModelName({ provider, model }: ModelRef): NameParts {
  const whole = model.toLowerCase().replace(/^models\//, '');
  const slash = whole.lastIndexOf('/');
  const written = slash > 0 ? whole.slice(0, slash).replace(/^.*\//, '') : undefined;
  const versioned = removeVariant(whole.slice(slash + 1));
  const bare = removeVersion(versioned);
  const maker = isMaker(provider) ? provider : (written ?? beginnings.find(([begin]) => begin.test(bare))?.[1]);
  const spell = (text: string) => (maker === 'anthropic' ? text.replaceAll('.', '-') : text);
  return { maker, name: spell(bare), versioned: spell(versioned) };
}

/** A name without its version. */
export function removeVersion(name: string): string {
  return name.replace(version, '');
}

/** The name without a variant. Fine-tuned models of OpenAI are called `ft:NAME:…`. */
function removeVariant(text: string): string {
  return /^ft:([^:]+)/.exec(text)?.[1] ?? text.replace(/:.*$/, '');
}
