import { visibleLine } from '@/base/visible-text';

/** Where a secret is sent, as a person reads it: an origin, or a program. */
export function targetLabel(target: string): string {
  const stdio = 'stdio:';
  return visibleLine(target.startsWith(stdio) ? `the program ${target.slice(stdio.length)}` : target, 200);
}
