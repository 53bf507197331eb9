import { readFileSync } from 'node:fs';
import { filesIn } from './files-in';

/** A name that a file of `src` exports. */
export interface ExportedName {
  readonly name: string;
  readonly kind: string;
  readonly file: string;
}

const declaration =
  /^export (?:async )?(?:declare )?(?:abstract )?(function\*?|const|class|interface|type|enum|let) (\w+)/gm;

/** The paths of all sources of the app: without tests and what only tests use. */
function sourceFiles(): readonly string[] {
  return filesIn('src').filter((file) => /\.tsx?$/.test(file) && !/\.(test|testing)\.tsx?$/.test(file));
}

/** All names that sources of the app declare and export. */
export function exportedNames(): readonly ExportedName[] {
  return sourceFiles().flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(declaration)].map(([, kind = '', name = '']) => ({ name, kind, file })),
  );
}

/** The words of a name, in lower case: `readHTTPAnswer` is `read`, `http`, `answer`. */
export function wordsOf(name: string): readonly string[] {
  return (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+/g) ?? []).map((word) => word.toLowerCase());
}
