import { isJsonObject, type Json } from '@/base/json';
import { encodeJson } from '@/base/json-text';
import { cutToStart } from '@/base/start-of';
import { makerTextLength } from '@/plan/maker-work';

/** Members that only their maker can read, or that are not text for a person. */
const unreadable = /^(encrypted|signature$|id$|type$|status$|container)/;

/**
 * The input or result of a maker's tool as text for a person: its texts if it has any, else its JSON; limited in
 * length.
 */
export function formatReadableText(value: Json | undefined): string {
  const text = value === undefined ? '' : collectText(value);
  return text.length <= makerTextLength ? text : `${cutToStart(text, makerTextLength)}\n[Shortened]`;
}

function collectText(value: Json): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value))
    return value
      .map(collectText)
      .filter((text) => text !== '')
      .join('\n');
  if (!isJsonObject(value)) return value === null ? '' : String(value);
  const members = Object.entries(value).filter(([name, member]) => !unreadable.test(name) && member !== null);
  const texts = members.filter(([, member]) => typeof member === 'string').map(([, member]) => String(member));
  // All members are texts: a web page, a query, code, or what a program printed.
  if (texts.length === members.length) return texts.filter((text) => text !== '').join(' · ');
  return members.length === 1 ? collectText(members[0]?.[1] ?? '') : encodeJson(Object.fromEntries(members), 2);
}
