import type { ProviderConfig } from './provider-config';

/** Providers that need no setting. OpenRouter and Ollama use the chat completions protocol. */
export const builtInProviders: readonly ProviderConfig[] = [
  { id: 'openai', label: 'OpenAI', protocol: 'openai', baseUrl: 'https://api.openai.com/v1', needsKey: true },
  {
    id: 'anthropic',
    label: 'Anthropic',
    protocol: 'anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    needsKey: true,
  },
  {
    id: 'google',
    label: 'Google',
    protocol: 'google',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    needsKey: true,
  },
  {
    id: 'openrouter',
    label: 'OpenRouter',
    protocol: 'compatible',
    baseUrl: 'https://openrouter.ai/api/v1',
    needsKey: true,
  },
  { id: 'ollama', label: 'Ollama', protocol: 'compatible', baseUrl: 'http://localhost:11434/v1', needsKey: false },
  { id: 'sim', label: 'Simulated', protocol: 'simulated', baseUrl: '', needsKey: false },
];
