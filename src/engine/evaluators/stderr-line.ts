/** Where a frame of a stack trace is: `script.js:2:7`. */
const framePlace = /^at (?:.* \(|async )?([^\s()]+:\d+)\)?$/;
/** The first line of an error in JavaScript that does not parse: `script.js:2`. */
const onlyPlace = /^[^\s()]+\.[cm]?js:\d+$/;

/** Lines that programs, and Heddle, print around an error. */
const aroundErrors = [
  /^--- .* ---$/,
  /^at /,
  /^Node\.js v\d/,
  /^npm (ERR!|error) A complete log of this run/,
  /^npm (ERR!|error)\s*(\/|$)/,
];

/**
 * The line of a standard error that says what went wrong: the last one that is no banner and no part of a stack trace;
 * with its place, if a stack trace follows. Empty if there is none.
 */
export function findStderrLine(stderr: string): string {
  const lines = stderr.split(/\r?\n/).map((line) => line.trim());
  const index = lines.findLastIndex((line) => line !== '' && !aroundErrors.some((around) => around.test(line)));
  const line = lines[index] ?? '';
  const place = lines[index + 1]?.match(framePlace)?.[1] ?? lines.findLast((each) => onlyPlace.test(each));
  return place === undefined || line.includes(place) || place.startsWith('node:') ? line : `${line} (${place})`;
}
