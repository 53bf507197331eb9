import type { RunEvent } from '@/run/events';

/** The references to payloads at any depth in an event. */
export function listRefs(event: RunEvent): readonly string[] {
  const refs: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { ref } = value as { readonly ref?: unknown };
    if (typeof ref === 'string') refs.push(ref);
    for (const part of Object.values(value)) visit(part);
  };
  visit(event);
  return refs;
}
