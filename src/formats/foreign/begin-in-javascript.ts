import type { ReportLine } from './import-report';

/** All that ends a line of JavaScript, and so a comment in it: https://tc39.es/ecma262/#sec-line-terminators */
const lineEnd = /\r\n|[\n\r\u2028\u2029]/;

/**
 * What a person does about code that a page cannot run: the task gets a function in JavaScript with the code above it
 * as a comment. It fails until it is written, so that nothing passes for a result that is none.
 */
export function beginInJavaScript(language: string, code: string): NonNullable<ReportLine['todo']> {
  const comment = code.trim().split(lineEnd);
  return {
    label: 'As JavaScript',
    script: [
      `// In ${language} it was:`,
      ...comment.map((line) => `// ${line}`.trimEnd()),
      'function main(input) {',
      "  throw new Error('Write this function in JavaScript: what it was is above it.');",
      '}',
      '',
      'return main(input);',
      '',
    ].join('\n'),
  };
}
