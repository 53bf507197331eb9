/** A time span for a person: `40 ms`, `0.8 s`, `1:17`, `1:02:03`. */
export function formatDuration(ms: number): string {
  if (ms < 100) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  return formatClock(Math.round(ms / 1000) * 1000);
}

/** The time since a start, for axes and lists: `0:00`, `1:17`, `1:02:03`. */
export function formatClock(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (n: number) => String(n).padStart(2, '0');
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}

/** A number of things: `1 run`, `2,000 runs`. */
export function formatCount(count: number, noun: string): string {
  // The first number that is written by the rules of a language loads them, which takes a command 10 ms.
  return `${count < 1000 ? count : count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

/** A number of tokens, with its unit: `412 tok`, `18.4k tok`, `1.2M tok`. */
export function formatTokens(tokens: number): string {
  if (tokens < 1000) return `${Math.round(tokens)} tok`;
  return tokens < 999_950 ? `${(tokens / 1000).toFixed(1)}k tok` : `${(tokens / 1_000_000).toFixed(1)}M tok`;
}

/** Tokens of a reply, and how many of them were reasoning, if any: `950 tok out (600 tok thinking)`. */
export function formatOutput({
  outputTokens,
  reasoningTokens = 0,
}: {
  readonly outputTokens: number;
  readonly reasoningTokens?: number | undefined;
}): string {
  const out = `${formatTokens(outputTokens)} out`;
  return reasoningTokens > 0 ? `${out} (${formatTokens(reasoningTokens)} thinking)` : out;
}

/**
 * A cost in USD: `$0.57`, with two significant digits for small ones (`$0.0042`). For null the text says that the price
 * is not known; it is never $0.
 */
export function formatCost(usd: number | null): string {
  if (usd === null) return 'price not known';
  if (usd === 0 || usd >= 0.01) return `$${usd.toFixed(2)}`;
  return usd < 0.0001 ? '< $0.0001' : `$${usd.toFixed(4)}`;
}

/**
 * A cost after a word: `about $0.13`, `≈ $0.13`. One that is too small to be shown is `under $0.0001`, after a sign
 * `< $0.0001`.
 */
export function formatCostAfter(word: 'about' | 'at most' | '≈', usd: number | null): string {
  const cost = formatCost(usd);
  if (!cost.startsWith('<')) return `${word} ${cost}`;
  return word === '≈' ? cost : cost.replace('<', 'under');
}

const byteUnits = ['kB', 'MB', 'GB', 'TB'] as const;

/** A size in bytes, in decimal units: `340 B`, `61 kB`, `9.6 GB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  let value = bytes;
  let unit = -1;
  while (value >= 999.5 && unit < byteUnits.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value < 9.95 ? value.toFixed(1) : Math.round(value)} ${byteUnits[unit]}`;
}

/** A past time relative to `now` (ms): `just now`, `12 min ago`, `Today 10:07`, `Mon`, `3 Nov`, `3 Nov 2025`. */
export function formatAgo(iso: string, now: number = Date.now()): string {
  const then = new Date(iso);
  const today = new Date(now);
  const minutes = (now - then.getTime()) / 60_000;
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${Math.floor(minutes)} min ago`;
  if (then.toDateString() === today.toDateString()) {
    return `Today ${then.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })}`;
  }
  if (minutes < 6 * 24 * 60) return then.toLocaleDateString('en-GB', { weekday: 'short' });
  const year = then.getFullYear() === today.getFullYear() ? {} : ({ year: 'numeric' } as const);
  return then.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', ...year });
}
