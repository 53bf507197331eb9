import { expect, it } from 'vitest';
import { stderrLine } from './stderr-line';

it('is the last line of an error', () => {
  expect(stderrLine('warning: old\nbash: line 3: foo: command not found\n')).toBe(
    'bash: line 3: foo: command not found',
  );
  expect(stderrLine('\n\n')).toBe('');
  expect(stderrLine('')).toBe('');
});

it('is no banner of an output that was cut', () => {
  expect(
    stderrLine('--- Output (showing first/last 5 bytes of 90) ---\nstart\n--- [80 bytes truncated] ---\nno disk'),
  ).toBe('no disk');
  expect(stderrLine('--- [80 bytes truncated] ---\nno disk\n--- Output (showing last 10 bytes of 90) ---')).toBe(
    'no disk',
  );
});

it('is no frame of a stack trace, and has the place of the first', () => {
  const frames = '    at check (script.js:2:7)\n    at node:internal/main/eval_string:51:3\n\nNode.js v20.1.0';
  expect(stderrLine(`TypeError: no luck\n${frames}`)).toBe('TypeError: no luck (script.js:2:7)');
  expect(stderrLine('TypeError: no luck\n    at script.js:4:1')).toBe('TypeError: no luck (script.js:4:1)');
  expect(stderrLine('Error: x\n    at node:fs:1:2')).toBe('Error: x');
  expect(stderrLine("script.js:2\nconst = 1\n      ^\n\nSyntaxError: Unexpected token '='")).toBe(
    "SyntaxError: Unexpected token '=' (script.js:2)",
  );
});
