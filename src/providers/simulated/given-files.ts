import { utf8Length } from '@/base/bytes';
import { formatBytes } from '@/base/figures';
import type { Message } from '@/plan/message';

const texts = /<attachment name="([^"\n]{1,500})">\n([\s\S]*?)\n<\/attachment>/g;

/**
 * What the simulated model says of the files that it was given: their names, types and sizes; empty: it was given none.
 */
export function givenFiles(messages: readonly Message[]): string {
  const told = messages.findLast(({ role }) => role === 'user');
  if (told?.role !== 'user') return '';
  const ofTools = messages.flatMap((message) => (message.role === 'tool' ? (message.attachments ?? []) : []));
  const files = [...(told.attachments ?? []), ...ofTools].map(
    ({ name, mediaType, bytes }) => `${name} (${mediaType}, ${formatBytes(bytes)})`,
  );
  const read = [...told.content.matchAll(texts)].map(
    ([, name, text = '']) => `${name} (text, ${formatBytes(utf8Length(text))})`,
  );
  const all = [...files, ...read];
  return all.length === 0 ? '' : `I was given ${all.join(', ')}.`;
}

/** A prompt without its attachments, to tell what it asks. */
export function withoutFiles(prompt: string): string {
  return prompt
    .replace(/^<attachments>\n[\s\S]*?\n<\/attachments>\n*/, '')
    .replaceAll(texts, '')
    .trimStart();
}
