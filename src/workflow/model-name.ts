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
