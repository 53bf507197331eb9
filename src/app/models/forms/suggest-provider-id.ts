/** Parts of a host that say nothing of whose it is. */
const empty: ReadonlySet<string> = new Set(['api', 'www', 'gateway', 'llm', 'ai', 'v1']);

/**
 * An id for a provider by its address, that no other has: `lab` for `https://api.lab.example/v1`, `local` for one on
 * this machine, `server` for a number. Undefined: this is no address.
 */
export function suggestProviderId(baseUrl: string, taken: readonly string[]): string | undefined {
  if (!URL.canParse(baseUrl.trim())) return undefined;
  const { hostname, protocol } = new URL(baseUrl.trim());
  if (!/^https?:$/.test(protocol)) return undefined;
  const id = nameHost(hostname);
  if (!taken.includes(id)) return id;
  let number = 2;
  while (taken.includes(`${id}-${number}`)) number += 1;
  return `${id}-${number}`;
}

function nameHost(hostname: string): string {
  if (/^(localhost|127\..*|\[::1\])$/.test(hostname)) return 'local';
  if (/^[\d.]+$|^\[/.test(hostname)) return 'server';
  const parts = hostname.split('.');
  const named = parts.length > 1 ? parts.slice(0, -1) : parts;
  return named.find((part) => !empty.has(part) && /^[a-z]/.test(part)) ?? 'server';
}
