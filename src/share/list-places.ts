import { findKeys, maskKey } from '@/base/find-keys';
import { isJsonObject, type Json, type JsonObject } from '@/base/json';
import { findValueName } from '@/base/key-forms';
import { cutToStart } from '@/base/start-of';
import { findOwners, nameEvent } from './describe-run';
import type { GatheredRun } from './gathered-run';
import { type RedactedPart, type Redaction, visitTexts } from './redaction';

/** A text in which something is taken out, or looks like a key, and where it is. */
export interface SharedPlace {
  readonly where: string;
  /** A key is masked here, too. One without a mark is still in the file. */
  readonly parts: readonly RedactedPart[];
}

/** The most places that are listed: a person looks at a few. */
const mostPlaces = 500;
/** Characters that are shown before and after what is taken out. */
const around = 160;

/** What is taken out of a run, place by place, in the order of its events. `run`: as it is before. */
export function listPlaces({ head, events, payloads }: GatheredRun, redaction: Redaction): readonly SharedPlace[] {
  const places: SharedPlace[] = [];
  const owners = findOwners(events);
  const seen = new Set<string>();
  const look = (text: string, where: string, name: string) => {
    if (places.length >= mostPlaces || seen.has(text)) return;
    const parts = (redaction.split(text, name) ?? [{ text }]).flatMap((part) => splitAtKeys(part, name));
    if (!parts.some(({ mark, isKey }) => mark !== undefined || isKey)) return;
    seen.add(text);
    places.push({ where, parts: parts.map(shortenPart) });
  };
  const visit = (value: Json, where: string, name: string): void => {
    if (typeof value === 'string') visitTexts(value, (text, own) => look(text, where, own), name);
    else if (Array.isArray(value)) for (const item of value) visit(item, where, name);
    else if (isJsonObject(value)) visitMembers(value, where);
  };
  const visitMembers = (object: JsonObject, where: string) => {
    const isStored = typeof object['ref'] === 'string' && payloads.has(object['ref']);
    for (const [key, member] of Object.entries(object)) {
      // The whole of such a text is a payload.
      if (!isStored || (key !== 'text' && key !== 'result')) visit(member, where, findValueName(object, key));
    }
  };
  for (const event of events) visitMembers(event, nameEvent(event));
  for (const [ref, payload] of payloads) if ('text' in payload) visit(payload.text, owners.get(ref) ?? 'a text', '');
  visitMembers(head, 'the plan');
  return places;
}

/** A part of a text in pieces, at what looks like a key and stays, as no rule takes it out. */
function splitAtKeys(part: RedactedPart, name: string): readonly RedactedPart[] {
  const { text, mark } = part;
  const keys = mark === undefined ? findKeys(text, name) : [];
  const pieces: RedactedPart[] = [];
  let at = 0;
  for (const { start, end } of keys) {
    pieces.push({ text: text.slice(at, start) }, { text: text.slice(start, end), isKey: true });
    at = end;
  }
  return at === 0 ? [part] : [...pieces, { text: text.slice(at) }].filter((piece) => piece.text !== '');
}

function shortenPart(part: RedactedPart, index: number, { length }: readonly RedactedPart[]): RedactedPart {
  const { text, mark, isKey } = part;
  if (isKey) return { ...part, text: maskKey(text) };
  if (mark !== undefined || text.length <= 2 * around) return part;
  const start = index === 0 ? '' : cutToStart(text, around);
  const end = index === length - 1 ? '' : text.slice(-around);
  return { text: `${start}…${end}` };
}
