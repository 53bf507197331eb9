import { computeUtf8Length, cutAfter, cutBefore } from '@/base/bytes';
import { HeadTail } from '@/base/head-tail';
import type { TruncationStrategy } from '@/plan/plan';

/** The strategies by which an output is cut. */
export type Cut = Exclude<TruncationStrategy, 'summary'>;

/**
 * What templates and contexts show of an output that is too long, with banners, and how many bytes of the output it
 * has.
 */
export interface OutputView {
  readonly text: string;
  readonly shown: number;
}

/** The buffer that keeps enough of a stream for a view of up to `limit` bytes. */
export function createViewBuffer(cut: Cut, limit: number): HeadTail {
  const half = Math.floor(limit / 2);
  return { head: new HeadTail(limit, 0), tail: new HeadTail(0, limit), both: new HeadTail(limit - half, half) }[cut];
}

/**
 * The view of an output of `total` bytes, made from the buffer of {@link createViewBuffer}. The banners are those of
 * seed 000, and do not count against the limit. Their figures are the bytes really shown and really missing (a
 * decision). The bytes shown are the limit, or up to three less at each cut that would split a code point, or fewer
 * still if replacement characters take more bytes than what they replace. If the two halves of `both` differ, the
 * banner gives both: “first/last 499/500 bytes”.
 */
export function buildOutputView(cut: Cut, kept: HeadTail, total: number, limit: number): OutputView {
  switch (cut) {
    case 'head': {
      const { text, shown } = cutToFirstBytes(kept.start(limit), limit);
      const banner = `--- Output (showing first ${shown} bytes of ${total}) ---`;
      return { text: `${banner}\n${text}\n${formatMissingBytes(total - shown)}`, shown };
    }
    case 'tail': {
      const { text, shown } = cutToLastBytes(kept.end(limit), limit);
      const banner = `--- Output (showing last ${shown} bytes of ${total}) ---`;
      return { text: `${formatMissingBytes(total - shown)}\n${text}\n${banner}`, shown };
    }
    case 'both': {
      const half = Math.floor(limit / 2);
      const first = cutToFirstBytes(kept.start(half), half);
      const last = cutToLastBytes(kept.end(half), half);
      const shown = first.shown + last.shown;
      const halves = first.shown === last.shown ? `${first.shown}` : `${first.shown}/${last.shown}`;
      const banner = `--- Output (showing first/last ${halves} bytes of ${total}) ---`;
      return { text: `${banner}\n${first.text}\n${formatMissingBytes(total - shown)}\n${last.text}`, shown };
    }
  }
}

/** The view with a summary from a model. The summary is cut to the limit too. */
export function buildSummaryView(summary: string, total: number, path: string): string {
  return `--- Output Summary (${total} bytes) ---\n${summary}\n--- [Original output stored in: ${path}] ---`;
}

/** Bytes as text, with replacement characters for invalid UTF-8. */
export function decodeLossy(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

function formatMissingBytes(bytes: number): string {
  return `--- [${bytes} bytes truncated] ---`;
}

/** As many of the first bytes as fit into `limit` bytes of text. */
function cutToFirstBytes(bytes: Uint8Array, limit: number): OutputView {
  for (let most = Math.min(limit, bytes.length); ; ) {
    const shown = cutBefore(bytes, most);
    const text = decodeLossy(bytes.subarray(0, shown));
    const size = computeUtf8Length(text);
    if (size <= limit) return { text, shown };
    most = shrinkToLimit(shown, size, limit);
  }
}

function cutToLastBytes(bytes: Uint8Array, limit: number): OutputView {
  for (let most = Math.min(limit, bytes.length); ; ) {
    const from = cutAfter(bytes, bytes.length - most);
    const text = decodeLossy(bytes.subarray(from));
    const size = computeUtf8Length(text);
    if (size <= limit) return { text, shown: bytes.length - from };
    most = shrinkToLimit(bytes.length - from, size, limit);
  }
}

/** One byte takes at most three bytes as text, so a third of the limit always fits. */
function shrinkToLimit(shown: number, size: number, limit: number): number {
  return Math.max(Math.floor((shown * limit) / size), Math.floor(limit / 3));
}
