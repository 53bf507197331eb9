import { readFileSync } from 'node:fs';
import { filesIn } from './files-in';

/** The pages of the guide that describe the language, as their files and texts. */
export const languagePages: readonly { readonly file: string; readonly text: string }[] = filesIn('docs/guide')
  .filter((file) => /\/language(-[a-z]+)?\.md$/.test(file))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));
