import { makeLineVisible } from '@/base/visible-text';

/** Where a secret is sent, as a person reads it: an origin, or a program. */
export function formatTarget(target: string): string {
  const stdio = 'stdio:';
  return makeLineVisible(target.startsWith(stdio) ? `the program ${target.slice(stdio.length)}` : target, 200);
}
