import { hasBytesAt } from './media-type';

/** Width and height in pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** The size of an image from its header, without unpacking anything; undefined: the header does not say. */
export function readImageSize(bytes: Uint8Array, mediaType: string): ImageSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const size = readers[mediaType]?.(view, bytes);
    return size === undefined || size.width === 0 || size.height === 0 ? undefined : size;
  } catch (error) {
    // A RangeError means that the header is cut off.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const readers: Readonly<Record<string, (view: DataView, bytes: Uint8Array) => ImageSize | undefined>> = {
  // W3C PNG, 11.2.2: size in the first chunk.
  'image/png': (view) => ({ width: view.getUint32(16), height: view.getUint32(20) }),
  // GIF89a, 18: size of the logical screen.
  'image/gif': (view) => ({ width: view.getUint16(6, true), height: view.getUint16(8, true) }),
  'image/jpeg': readJpegSize,
  'image/webp': readWebpSize,
};

/** ITU-T T.81, B.2.2: the first start of frame. Segments before it are skipped by their lengths. */
function readJpegSize(view: DataView): ImageSize | undefined {
  for (let at = 2; at < view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) at += 1;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    } else at += 2 + Math.max(2, view.getUint16(at + 2));
  }
  return undefined;
}

/** RFC 9649, 2.5 to 2.7. */
function readWebpSize(view: DataView, bytes: Uint8Array): ImageSize | undefined {
  const uint24 = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536;
  if (hasBytesAt(bytes, 12, 'VP8X')) return { width: uint24(24) + 1, height: uint24(27) + 1 };
  if (hasBytesAt(bytes, 12, 'VP8 ')) {
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  }
  if (!hasBytesAt(bytes, 12, 'VP8L')) return undefined;
  const bits = view.getUint32(21, true);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}
