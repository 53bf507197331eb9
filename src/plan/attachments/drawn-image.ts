import { imageSize } from './image-size';
import { mediaTypeOf } from './media-type';

/** What a thumbnail is made of: no more bytes are read, and no more pixels unpacked, for a small picture of it. */
export const drawnLimits = { bytes: 8_000_000, pixels: 40_000_000 } as const;

/** The type of an image that can be drawn small, told by its bytes; undefined: it is none, or too large. */
export function drawnImage(bytes: Uint8Array): string | undefined {
  const mediaType = mediaTypeOf(bytes);
  const size = mediaType === undefined ? undefined : imageSize(bytes, mediaType);
  return size === undefined || size.width * size.height > drawnLimits.pixels ? undefined : mediaType;
}
