import type { ModelRef } from '../plan';
import type { FileFacts } from './attached-file';

/**
 * Tokens of a file, by the rules of the model's maker. For other makers, OpenAI's rules apply, because most servers use
 * its protocol. These are estimates; the usage reported for a call corrects them. A text counts 0 here, because its
 * characters are counted in the prompt.
 */
export function estimateAttachmentTokens(file: FileFacts, { model }: ModelRef): number {
  const rule = /claude/i.test(model) ? anthropic : /gemini|gemma/i.test(model) ? google : openai;
  switch (file.kind) {
    case 'image':
      return rule.image({ width: file.width ?? 1000, height: file.height ?? 1000 }, model);
    case 'pdf':
      return (file.pages ?? 1) * rule.page(model);
    case 'audio':
      return (file.seconds ?? 1) * tokensOfSecond;
    case 'text':
      return 0;
  }
}

/** Source: ai.google.dev/gemini-api/docs/audio; others publish no figure. */
const tokensOfSecond = 32;

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Rule {
  image(size: Size, model: string): number;
  /** For a page of a PDF: its picture and its text. */
  page(model: string): number;
}

/**
 * Source: platform.claude.com, vision: a token for each 28 × 28 pixels (before: width × height / 750), after the image
 * is brought to at most 1,568 pixels at an edge and 1,600 tokens; from 4.7 on to 2,576 pixels and 4,784 tokens. PDF:
 * 1,500 to 3,000 tokens of text a page, and its picture.
 */
const anthropic: Rule = {
  image(size, model) {
    const isLarge = /(opus|sonnet|haiku|fable|mythos)-(4-[7-9]|[5-9])/.test(model);
    const [edge, most] = isLarge ? [2576, 4784] : [1568, 1600];
    const { width, height } = fitWithin(size, edge);
    return Math.min(most, Math.ceil(width / 28) * Math.ceil(height / 28));
  },
  page: (model) => 2_000 + anthropic.image({ width: 1275, height: 1650 }, model),
};

/**
 * Source: ai.google.dev, image understanding and media resolution: Gemini 3 and later 1,120 tokens an image and 560 a
 * page; before that 258 for each tile of 768 × 768 pixels, and 258 for a small image and a page.
 */
const google: Rule = {
  image({ width, height }, model) {
    if (/gemini-([3-9]|\d\d)/.test(model)) return 1_120;
    if (width <= 384 && height <= 384) return 258;
    return 258 * Math.ceil(width / 768) * Math.ceil(height / 768);
  },
  page: (model) => (/gemini-([3-9]|\d\d)/.test(model) ? 560 : 258),
};

/**
 * Source: developers.openai.com, images and vision, calculating costs. Tiles of 512 pixels after scaling to 2,048 at
 * the long and 768 at the short edge: 85 + 170 each, GPT-5 70 + 140. Patches of 32 pixels, at most 1,536, times a
 * factor: the small models of 4.1 and 5; from 5.4 on all, at most 2,500.
 */
const openai: Rule = {
  image(size, model) {
    if (/mini|nano/.test(model) && /gpt-(4\.1|5)|o4/.test(model)) {
      return Math.ceil(countPatches(size, 1_536) * (model.includes('nano') ? 2.46 : 1.62));
    }
    if (/gpt-(5\.([4-9]|\d\d)|[6-9]|\d\d)/.test(model)) return Math.ceil(countPatches(size, 2_500) * 1.2);
    const fitted = fitWithin(size, 2048);
    const scale = Math.min(1, 768 / Math.min(fitted.width, fitted.height));
    const tiles = Math.ceil((fitted.width * scale) / 512) * Math.ceil((fitted.height * scale) / 512);
    const [base, each] = /gpt-5/.test(model) ? [70, 140] : [85, 170];
    return base + each * tiles;
  },
  // The text of the page, and its picture.
  page: (model) => 800 + openai.image({ width: 1275, height: 1650 }, model),
};

function fitWithin({ width, height }: Size, edge: number): Size {
  const scale = Math.min(1, edge / Math.max(width, height));
  return { width: width * scale, height: height * scale };
}

function countPatches({ width, height }: Size, most: number): number {
  return Math.min(most, Math.ceil(width / 32) * Math.ceil(height / 32));
}
