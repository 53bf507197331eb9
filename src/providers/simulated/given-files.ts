import { computeUtf8Length } from '@/base/bytes';
import { formatBytes } from '@/base/figures';
import type { Message } from '@/plan/message';

const texts = /<attachment name="([^"\n]{1,500})">\n([\s\S]*?)\n<\/attachment>/g;

/**
 * A sentence of the simulated model about the files it was given, with their names, types and sizes; empty if there
 * were none.
 */
export function describeGivenFiles(messages: readonly Message[]): string {
  const prompt = messages.findLast(({ role }) => role === 'user');
  if (prompt?.role !== 'user') return '';
  const ofTools = messages.flatMap((message) => (message.role === 'tool' ? (message.attachments ?? []) : []));
  const files = [...(prompt.attachments ?? []), ...ofTools].map(
    ({ name, mediaType, bytes }) => `${name} (${mediaType}, ${formatBytes(bytes)})`,
  );
  const read = [...prompt.content.matchAll(texts)].map(
    ([, name, text = '']) => `${name} (text, ${formatBytes(computeUtf8Length(text))})`,
  );
  const all = [...files, ...read];
  return all.length === 0 ? '' : `I was given ${all.join(', ')}.`;
}

/** A prompt without its attachments, to find out what it asks for. */
export function removeFiles(prompt: string): string {
  return prompt
    .replace(/^<attachments>\n[\s\S]*?\n<\/attachments>\n*/, '')
    .replaceAll(texts, '')
    .trimStart();
}
