import { cutToStart } from '@/base/start-of';
import { type Notation, notationFacts } from '@/formats/notation';
import { downloadText } from '@/ui/download-text';

/**
 * The file name for a workflow or task of this name: lower case letters, digits and hyphens, with the notation's
 * extension.
 */
export function exportName(name: string | undefined, notation: Notation): string {
  const plain = name
    ?.normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return `${cutToStart(plain?.toLowerCase() ?? '', 100) || 'workflow'}.${notationFacts[notation].endings[0]}`;
}

/** Saves a text in a notation as a file. */
export function downloadFile(name: string, text: string, notation: Notation): void {
  downloadText(name, text, notationFacts[notation].mime);
}
