import { expect, it } from 'vitest';
import { errorLine } from './error-line';

it('is the last line of an error', () => {
  expect(errorLine('warning: old\nbash: line 3: foo: command not found\n')).toBe(
    'bash: line 3: foo: command not found',
  );
  expect(errorLine('\n\n')).toBe('');
  expect(errorLine('')).toBe('');
});

it('is no banner of an output that was cut', () => {
  expect(
    errorLine('--- Output (showing first/last 5 bytes of 90) ---\nstart\n--- [80 bytes truncated] ---\nno disk'),
  ).toBe('no disk');
  expect(errorLine('--- [80 bytes truncated] ---\nno disk\n--- Output (showing last 10 bytes of 90) ---')).toBe(
    'no disk',
  );
});

it('is no frame of a stack trace, and has the place of the first', () => {
  const frames = '    at check (script.js:2:7)\n    at node:internal/main/eval_string:51:3\n\nNode.js v20.1.0';
  expect(errorLine(`TypeError: no luck\n${frames}`)).toBe('TypeError: no luck (script.js:2:7)');
  expect(errorLine('TypeError: no luck\n    at script.js:4:1')).toBe('TypeError: no luck (script.js:4:1)');
  expect(errorLine('Error: x\n    at node:fs:1:2')).toBe('Error: x');
  expect(errorLine("script.js:2\nconst = 1\n      ^\n\nSyntaxError: Unexpected token '='")).toBe(
    "SyntaxError: Unexpected token '=' (script.js:2)",
  );
});
