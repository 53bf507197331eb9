import { formatPlainLine } from './plain-line';

/** A text of several lines, without control characters that a terminal would act on. Tabs and line feeds stay. */
export function removeControls(text: string): string {
  return text.replace(/[^\t\n]+/g, formatPlainLine);
}
