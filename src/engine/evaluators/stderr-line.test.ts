import { expect, it } from 'vitest';
import { findStderrLine } from './stderr-line';

it('is the last line of an error', () => {
  expect(findStderrLine('warning: old\nbash: line 3: foo: command not found\n')).toBe(
    'bash: line 3: foo: command not found',
  );
  expect(findStderrLine('\n\n')).toBe('');
  expect(findStderrLine('')).toBe('');
});

it('is no banner of an output that was cut', () => {
  expect(
    findStderrLine('--- Output (showing first/last 5 bytes of 90) ---\nstart\n--- [80 bytes truncated] ---\nno disk'),
  ).toBe('no disk');
  expect(findStderrLine('--- [80 bytes truncated] ---\nno disk\n--- Output (showing last 10 bytes of 90) ---')).toBe(
    'no disk',
  );
});

it('is no frame of a stack trace, and has the place of the first', () => {
  const frames = '    at check (script.js:2:7)\n    at node:internal/main/eval_string:51:3\n\nNode.js v20.1.0';
  expect(findStderrLine(`TypeError: no luck\n${frames}`)).toBe('TypeError: no luck (script.js:2:7)');
  expect(findStderrLine('TypeError: no luck\n    at script.js:4:1')).toBe('TypeError: no luck (script.js:4:1)');
  expect(findStderrLine('Error: x\n    at node:fs:1:2')).toBe('Error: x');
  expect(findStderrLine("script.js:2\nconst = 1\n      ^\n\nSyntaxError: Unexpected token '='")).toBe(
    "SyntaxError: Unexpected token '=' (script.js:2)",
  );
});
