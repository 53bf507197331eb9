import { describe, expect, it } from 'vitest';
import { buildSavedProviders, readProviders } from './migrate-providers';

const gateway = { id: 'acme', label: 'Acme', protocol: 'openai', baseUrl: 'https://llm.acme.dev/v1', needsKey: true };

describe('saved providers', () => {
  it('of version 1 are spoken to as they were, but those of OpenAI and Google by their own protocols', () => {
    const own = { ...gateway, id: 'openai', baseUrl: 'https://api.openai.com/v1' };
    const google = {
      ...gateway,
      id: 'gemini',
      baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
    };
    const claude = { ...gateway, id: 'claude', protocol: 'anthropic', baseUrl: 'https://api.anthropic.com/v1' };
    expect(readProviders([gateway, own, google, claude])).toEqual({
      providers: [
        { ...gateway, protocol: 'compatible' },
        own,
        { ...google, protocol: 'google', baseUrl: 'https://generativelanguage.googleapis.com/v1beta' },
        claude,
      ],
      isNewer: false,
    });
  });

  it('of today are taken as they are, so that a gateway may speak OpenAI’s Responses', () => {
    const stored = buildSavedProviders([gateway as never]);
    expect(readProviders(stored).providers).toEqual([gateway]);
  });

  it('lose only what is damaged, and are left alone if a newer Heddle saved them', () => {
    expect(readProviders([{ id: 3 }, 'x', gateway]).providers).toHaveLength(1);
    expect(readProviders('nonsense')).toEqual({ providers: [], isNewer: false });
    expect(readProviders({ version: 9, providers: [gateway] })).toEqual({ providers: [], isNewer: true });
  });
});
