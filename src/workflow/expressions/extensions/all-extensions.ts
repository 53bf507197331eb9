import { comprehensionsExtension } from './comprehensions';
import { coreExtension } from './core';
import { encodersExtension } from './encoders';
import type { Extension } from './extension';
import { listsExtension, rangesExtension } from './lists';
import { mathExtension } from './math';
import { objectsExtension } from './objects';
import { setsExtension } from './sets';
import { quotingExtension, stringsExtension } from './strings';
import { timesExtension } from './times';

/** What expressions have beyond cel-js. */
export const extensions: readonly Extension[] = [
  coreExtension,
  objectsExtension,
  timesExtension,
  stringsExtension,
  quotingExtension,
  listsExtension,
  rangesExtension,
  mathExtension,
  setsExtension,
  encodersExtension,
  comprehensionsExtension,
];
