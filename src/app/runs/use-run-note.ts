import { useEffect, useState } from 'react';
import type { RunEntry } from '@/run/runner';
import { useStores } from '@/state/context';
import { readNote, tellingKinds } from './row-line';

/** The notes found so far, by run and the number of its last event, so that a run that has ended is read only once. */
const notes = new Map<string, string | undefined>();
const mostNotes = 1000;

const buildNoteKey = ({ id, lastSeq }: RunEntry) => `${id} ${lastSeq}`;

/** The note on why a run failed or waits, if it has been read already. */
export function findKnownNote(entry: RunEntry): string | undefined {
  return notes.get(buildNoteKey(entry));
}

/** Why a run failed or waits, from its log. Undefined until it is read, and for runs without such a note. */
export function useRunNote(entry: RunEntry): string | undefined {
  const { services } = useStores();
  const [, redraw] = useState(0);
  const { id, status, lastSeq } = entry;
  const key = buildNoteKey(entry);
  useEffect(() => {
    const kinds = tellingKinds[status];
    if (kinds === undefined || notes.has(key)) return;
    let wanted = true;
    services.runner
      .findEvents(id, { filter: { kinds }, from: lastSeq, direction: 'backward', limit: 1 })
      .then(({ events }) => {
        if (notes.size >= mostNotes) notes.clear();
        notes.set(key, readNote(events[0]));
        if (wanted) redraw((n) => n + 1);
      })
      .catch(() => undefined);
    return () => {
      wanted = false;
    };
  }, [services, id, status, lastSeq, key]);
  return notes.get(key);
}
