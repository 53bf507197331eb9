import { useEffect, useRef, useState } from 'react';
import styles from './thumbnail.module.css';

interface ThumbnailProps {
  /** The text alternative of the picture. */
  readonly alt: string;
  /** The longest edge, in pixels. */
  readonly size: number;
  /**
   * Reads the picture (PNG, JPEG, GIF or WebP); undefined: there is none. Called when the thumbnail comes into view.
   */
  readonly load: () => Promise<Blob | undefined>;
}

/** A small copy of a picture. Only the copy stays in memory; the picture itself is released once it is drawn. */
export function Thumbnail({ alt, size, load }: ThumbnailProps) {
  const [url, setUrl] = useState<string>();
  const place = useRef<HTMLSpanElement>(null);
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    let current = true;
    let made: string | undefined;
    const showCopy = async (): Promise<void> => {
      const copy = await runInTurn(async () => {
        const picture = current ? await latest.current() : undefined;
        return picture && drawSmallCopy(picture, size);
      });
      if (copy === undefined || !current) return;
      made = URL.createObjectURL(copy);
      setUrl(made);
    };
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting !== true) return;
      observer.disconnect();
      // A picture that cannot be drawn has no thumbnail.
      showCopy().catch(() => undefined);
    });
    observer.observe(element);
    return () => {
      current = false;
      observer.disconnect();
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [size]);
  return (
    <span ref={place} className={styles.frame} style={{ minWidth: size / 2, minHeight: size / 2 }}>
      {url !== undefined && <img className={styles.picture} src={url} alt={alt} />}
    </span>
  );
}

let last: Promise<unknown> = Promise.resolve();

/** Pictures are read and drawn one after another. Otherwise a long list would hold all of them in memory at once. */
function runInTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = last.then(work, work);
  last = done;
  return done;
}

/** Draws the picture with the browser's image decoder, which runs no script, into a new PNG. */
async function drawSmallCopy(picture: Blob, size: number): Promise<Blob> {
  const bitmap = await createImageBitmap(picture);
  try {
    const scale = Math.min(1, size / Math.max(bitmap.width, bitmap.height));
    const canvas = new OffscreenCanvas(Math.ceil(bitmap.width * scale), Math.ceil(bitmap.height * scale));
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    return await canvas.convertToBlob({ type: 'image/png' });
  } finally {
    bitmap.close();
  }
}
