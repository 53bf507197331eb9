import { readImageSize } from './image-size';
import { detectMediaType } from './media-type';

/** Limits for thumbnails: most bytes that are read, and most pixels that are unpacked. */
export const drawnLimits = { bytes: 8_000_000, pixels: 40_000_000 } as const;

/**
 * The media type of an image that can be drawn as a thumbnail, detected from its bytes; undefined: no image, or too
 * large.
 */
export function findDrawableType(bytes: Uint8Array): string | undefined {
  const mediaType = detectMediaType(bytes);
  const size = mediaType === undefined ? undefined : readImageSize(bytes, mediaType);
  return size === undefined || size.width * size.height > drawnLimits.pixels ? undefined : mediaType;
}
