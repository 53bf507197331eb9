import type { RunEvent } from '@/run/events';

/** The payloads that an event names, wherever it does. */
export function refsOf(event: RunEvent): readonly string[] {
  const refs: string[] = [];
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { ref } = value as { readonly ref?: unknown };
    if (typeof ref === 'string') refs.push(ref);
    for (const part of Object.values(value)) look(part);
  };
  look(event);
  return refs;
}
