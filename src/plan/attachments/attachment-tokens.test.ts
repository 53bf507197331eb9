import { describe, expect, it } from 'vitest';
import { estimateAttachmentTokens } from './attachment-tokens';

const image = (width: number, height: number) =>
  ({ kind: 'image', mediaType: 'image/png', bytes: 1, width, height }) as const;
const tokens = (model: string, width: number, height: number) =>
  estimateAttachmentTokens(image(width, height), { provider: 'any', model });

describe('tokens of an image, as the makers’ pages reckon them', () => {
  it.each([
    // developers.openai.com: 1024 × 1024 is 765, 2048 × 4096 is 1,105.
    ['gpt-4o', 1024, 1024, 765],
    ['gpt-4o', 2048, 4096, 1105],
    ['gpt-5', 512, 512, 210],
    ['gpt-4.1-mini', 1024, 1024, Math.ceil(1024 * 1.62)],
    // platform.claude.com: a token for 28 × 28 pixels, at most 1,600; from 4.7 on 4,784.
    ['claude-sonnet-4-6', 280, 280, 100],
    ['claude-sonnet-4-6', 4000, 4000, 1600],
    ['claude-opus-4-7', 4000, 4000, 4784],
    ['anthropic/claude-opus-5-5', 4000, 4000, 4784],
    // ai.google.dev: 258 a tile, from Gemini 3 on 1,120.
    ['gemini-2.5-flash', 300, 300, 258],
    ['gemini-2.5-flash', 1536, 768, 516],
    ['gemini-3.8-flash', 300, 300, 1120],
  ])('%s, %d × %d: %d', (model, width, height, wanted) => {
    expect(tokens(model, width, height)).toBe(wanted);
  });

  it('are for other kinds by page and second', () => {
    const of = (file: object, model: string) =>
      estimateAttachmentTokens({ kind: 'pdf', mediaType: '', bytes: 1, ...file }, { provider: 'any', model });
    expect(of({ pages: 3 }, 'gemini-3.8-flash')).toBe(3 * 560);
    expect(of({ kind: 'audio', seconds: 10 }, 'gemini-3.8-flash')).toBe(320);
    expect(of({ pages: 1 }, 'claude-sonnet-4-6')).toBe(3_600);
  });
});
