/** Name of the variable with the key of a provider: `OPENAI_API_KEY`. */
export function keyVariable(provider: string): string {
  return `${prefixOf(provider)}_API_KEY`;
}

/** Name of the variable with the address of a provider: `OLLAMA_BASE_URL`. */
export function baseUrlVariable(provider: string): string {
  return `${prefixOf(provider)}_BASE_URL`;
}

/** Name of the variable with the context windows of a provider's models: `OLLAMA_CONTEXT_WINDOW`. */
export function windowVariable(provider: string): string {
  return `${prefixOf(provider)}_CONTEXT_WINDOW`;
}

/** Name of the variable with the headers of a provider's requests: `OPENAI_HEADERS`. */
export function headersVariable(provider: string): string {
  return `${prefixOf(provider)}_HEADERS`;
}

/** Name of the variable with the limits of a provider: `OPENAI_LIMITS`. */
export function limitsVariable(provider: string): string {
  return `${prefixOf(provider)}_LIMITS`;
}

function prefixOf(provider: string): string {
  return provider.toUpperCase().replace(/[^A-Z0-9]/g, '_');
}
