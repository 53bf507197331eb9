import type { InputKind } from '../model-facts';

/** What a file is, by its content. */
export type FileKind = InputKind | 'text';

/** What is known of a file without its bytes. */
export interface FileFacts {
  readonly kind: FileKind;
  /** By its content, such as `image/png`. */
  readonly mediaType: string;
  readonly bytes: number;
  /** Of an image, in pixels. */
  readonly width?: number;
  readonly height?: number;
  /** Of a PDF, as far as it tells; an estimate where it does not. */
  readonly pages?: number;
  /** Of audio; an estimate where its header does not tell. */
  readonly seconds?: number;
}

/** A file that a model is sent. Its bytes are a blob of the run; no event and no message holds them. */
export interface AttachedFile extends FileFacts {
  readonly name: string;
  /** Of its blob: the SHA-256 of its bytes. */
  readonly ref: string;
}

/**
 * What a file may be that is attached. `bytes`: OpenAI takes 20 MB an image (developers.openai.com, images and vision),
 * Anthropic 32 MB a whole request (platform.claude.com, vision), which is 24 MB of bytes. `edge`: Anthropic refuses
 * images of more than 8,000 pixels at an edge; it is known by the header alone, so that no image is unpacked.
 * `textBytes`: more than any window holds. `count`: Anthropic takes 100 images a request.
 */
export const attachmentLimits = {
  bytes: 20_000_000,
  textBytes: 4_000_000,
  callBytes: 24_000_000,
  edge: 8_000,
  count: 100,
} as const;
