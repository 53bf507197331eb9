import type { InputKind } from '../model-facts';

/** Kind of a file, detected from its content. */
export type FileKind = InputKind | 'text';

/** What is known of a file without its bytes. */
export interface FileFacts {
  readonly kind: FileKind;
  /** Detected from its content, such as `image/png`. */
  readonly mediaType: string;
  readonly bytes: number;
  /** Of an image, in pixels. */
  readonly width?: number;
  readonly height?: number;
  /** Of a PDF, as far as its structure says; else an estimate. */
  readonly pages?: number;
  /** Of audio; an estimate if its header does not say. */
  readonly seconds?: number;
}

/** A file that a model is sent. Its bytes are a blob of the run; events and messages do not contain them. */
export interface AttachedFile extends FileFacts {
  readonly name: string;
  /** SHA-256 of its bytes, which is the hash of its blob. */
  readonly ref: string;
}

/**
 * Limits of attached files. `bytes`: OpenAI takes 20 MB an image (developers.openai.com, images and vision), Anthropic
 * 32 MB a whole request (platform.claude.com, vision), which is 24 MB of bytes (`callBytes`). `edge`: Anthropic refuses
 * images of more than 8,000 pixels at an edge; only the header is read for this, so no image is unpacked. `textBytes`:
 * more than any window holds. `count`: Anthropic takes 100 images a request.
 */
export const attachmentLimits = {
  bytes: 20_000_000,
  textBytes: 4_000_000,
  callBytes: 24_000_000,
  edge: 8_000,
  count: 100,
} as const;
