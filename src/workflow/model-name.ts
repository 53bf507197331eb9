/** Ids of the providers that need no settings. */
export const builtInProviderIds = ['openai', 'anthropic', 'google', 'openrouter', 'ollama', 'sim'] as const;

/** The name of a model. `provider` is missing if neither the name nor the default model gives one. */
export interface ModelName {
  readonly provider?: string;
  readonly model: string;
}

/**
 * Splits `provider:name`. A prefix counts as a provider only if that provider is known, as names hold colons too
 * (`llama3:8b`). A name without one gets the provider of the default model. `known` are providers named in settings.
 */
export function parseModelName(text: string, defaultModel: string | undefined, known: readonly string[]): ModelName {
  const own = splitModelName(text, known);
  if (own.provider !== undefined || defaultModel === undefined) return own;
  const { provider } = splitModelName(defaultModel, known);
  return provider === undefined ? own : { provider, model: own.model };
}

function splitModelName(text: string, known: readonly string[]): ModelName {
  const colon = text.indexOf(':');
  const prefix = text.slice(0, Math.max(colon, 0));
  const isProvider = known.includes(prefix) || builtInProviderIds.some((provider) => provider === prefix);
  return isProvider && colon < text.length - 1 ? { provider: prefix, model: text.slice(colon + 1) } : { model: text };
}

/** Built-in providers whose models have no colon in their names, except fine-tuned ones (`ft:gpt-4o:lab::id`). */
const withoutColons: ReadonlySet<string> = new Set(['openai', 'anthropic', 'google', 'sim']);

/**
 * What is wrong with the name of a model, as a sentence with what to do; undefined if it can be one. Whether there is
 * such a model is not checked: new ones come out every week.
 */
export function findModelNameProblem(
  text: string,
  defaultModel: string | undefined,
  known: readonly string[],
): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) {
    return `“${text}” is an address. Add the server as a provider, and write provider:model here.`;
  }
  const odd = /[^\w.:/@+~-]/.exec(text)?.[0];
  if (odd !== undefined) return `“${text}” is not the name of a model: it has “${odd}” in it. Write provider:model.`;
  if (text.endsWith(':')) return `“${text}” names no model. Write one after the colon.`;
  const { provider, model } = parseModelName(text, defaultModel, known);
  if (provider === undefined || !withoutColons.has(provider) || !model.includes(':') || model.startsWith('ft:')) {
    return undefined;
  }
  const prefix = model.slice(0, model.indexOf(':'));
  return `“${prefix}” is not a known provider, and models of ${provider} have no colon in their names.`;
}
