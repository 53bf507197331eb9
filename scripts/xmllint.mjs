// Finds xmllint, by which the tests check XML against the XSD. If there is none, installs Debian's libxml2-utils.
import { pathToFileURL } from 'node:url';
import { findProgram, installFromDebian } from './programs.mjs';

/** The path of xmllint on this machine, or undefined. */
export const findXmllint = () => findProgram(['xmllint']);

/** Finds xmllint, or installs it. Throws, with what to do, if that fails. */
function ensureXmllint() {
  const found = findXmllint() ?? (installFromDebian('libxml2-utils') ? findXmllint() : undefined);
  if (!found) throw new Error('The tests need xmllint on the PATH. Install libxml2-utils (Debian) or libxml2.');
  return found;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log(`xmllint for the tests: ${ensureXmllint()}`);
}
