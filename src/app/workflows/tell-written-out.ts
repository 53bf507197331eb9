import { notifyPerson } from '@/ui/overlay/toast';

/** Entries that are named in a message; of more it says how many. */
const mostNamed = 3;

/**
 * Tells in which entries of the code an alias or a merge key was replaced by what it stood for. `keys`: `tasks.review`,
 * `variables`.
 */
export function tellWrittenOut(keys: readonly string[]): void {
  const names = keys.slice(0, mostNamed).map((key) => `“${key.replace(/^tasks\./, '')}”`);
  const more = keys.length - names.length;
  const all = more > 0 ? [...names, `${more} more`] : names;
  const listed = all.length < 2 ? all.join() : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
  notifyPerson({
    id: 'written-out',
    tone: 'info',
    title: `The code of ${listed} is written out.`,
    detail: 'It shared text by an anchor (&, *, <<) that this edit changes. What it says is the same as before.',
  });
}
