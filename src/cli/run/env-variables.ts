/** Name of the variable with the key of a provider: `OPENAI_API_KEY`. */
export function formatKeyVariable(provider: string): string {
  return `${formatPrefix(provider)}_API_KEY`;
}

/** Name of the variable with the address of a provider: `OLLAMA_BASE_URL`. */
export function formatBaseUrlVariable(provider: string): string {
  return `${formatPrefix(provider)}_BASE_URL`;
}

/** Name of the variable with the context windows of a provider's models: `OLLAMA_CONTEXT_WINDOW`. */
export function formatWindowVariable(provider: string): string {
  return `${formatPrefix(provider)}_CONTEXT_WINDOW`;
}

/** Name of the variable with the headers of a provider's requests: `OPENAI_HEADERS`. */
export function formatHeadersVariable(provider: string): string {
  return `${formatPrefix(provider)}_HEADERS`;
}

/** Name of the variable with the limits of a provider: `OPENAI_LIMITS`. */
export function formatLimitsVariable(provider: string): string {
  return `${formatPrefix(provider)}_LIMITS`;
}

function formatPrefix(provider: string): string {
  return provider.toUpperCase().replace(/[^A-Z0-9]/g, '_');
}
