import { plainLine } from './plain-line';

/** A text of several lines without what a terminal would obey: of control characters it keeps tabs and line feeds. */
export function withoutControls(text: string): string {
  return text.replace(/[^\t\n]+/g, plainLine);
}
