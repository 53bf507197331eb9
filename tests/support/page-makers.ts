import type { ProviderConfig } from '@/providers/provider-config';
import type { Makers } from '../../e2e/servers/makers/server';

/** Providers as the page configures them, each with a model that thinks by itself. */
export const pageMakers = [
  { maker: 'openai', protocol: 'openai', model: 'gpt-6-astra', headers: { authorization: 'Bearer k' } },
  { maker: 'anthropic', protocol: 'anthropic', model: 'claude-opus-5-5', headers: { 'x-api-key': 'k' } },
  { maker: 'google', protocol: 'google', model: 'gemini-3.8-flash', headers: { 'x-goog-api-key': 'k' } },
  { maker: 'plain', protocol: 'compatible', model: 'test', headers: {} },
] as const;

/** These providers under their own names at a server, their keys among the headers. */
export function providersAt(makers: Makers): readonly ProviderConfig[] {
  return pageMakers.map(({ maker, protocol, headers }) => {
    return { id: maker, label: maker, protocol, baseUrl: makers.base[maker], needsKey: false, headers };
  });
}
