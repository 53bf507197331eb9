import { describe, expect, it } from 'vitest';
import type { Failure } from '@/base/errors';
import type { IterationPart } from '@/run/event-data';
import type { JournalPath } from '@/run/journal-path';
import { findCommandLine, findExitTone, formatExit, formatIterationName, formatPreview } from './iteration-words';

const failure = (details: Failure['details']): Failure => ({
  code: 'TASK_FAILURE',
  message: 'It failed.',
  retryable: false,
  ...(details === undefined ? {} : { details }),
});
const preview = (text: string, length = text.length) => formatPreview({ stdout: { text, length } });

describe('how an iteration ended', () => {
  it('is told by its exit code, and where there is none by what happened', () => {
    expect(formatExit({ exitCode: 0 })).toBe('exit 0');
    expect(formatExit({ exitCode: 137, error: failure({}) })).toBe('exit 137');
    expect(formatExit({ exitCode: -1, error: failure({ reason: 'timeout' }) })).toBe('timed out');
    expect(formatExit({ exitCode: -1, error: failure(undefined) })).toBe('could not run');
    expect([0, 1, 137, -1].map(findExitTone)).toEqual(['ok', 'failed', 'failed', 'odd']);
  });

  it('is sent back where a verdict decided, and an exit code where a script did', () => {
    const part = (type: IterationPart['type']): IterationPart => ({
      path: 'loop/judge' as JournalPath,
      type,
      exitCode: 0,
      output: { text: '', length: 0 },
    });
    expect(formatExit({ exitCode: 1, decidedBy: part('prompt') })).toBe('sent back');
    expect(formatExit({ exitCode: 1, decidedBy: part('script') })).toBe('exit 1');
    expect(formatExit({ exitCode: 0, decidedBy: part('script') })).toBe('exit 0');
    expect(formatExit({ exitCode: 0, decidedBy: part('prompt') })).toBe('done');
    expect(formatExit({ exitCode: 0, decidedBy: part('prompt'), notes: { success: true } })).toBe('accepted');
    expect(formatExit({ exitCode: 1, decidedBy: part('prompt'), error: failure({}) })).toBe('exit 1');
  });

  it('is said of an iteration, and of an attempt after which there was another', () => {
    expect(formatIterationName({ of: 'loop', n: 1234 })).toBe('Iteration 1,234');
    expect(formatIterationName({ of: 'retry', n: 1 })).toBe('Attempt 1');
  });
});

describe('what an iteration ran', () => {
  it('is the first line of its script or prompt, unless that tells nothing of it', () => {
    expect(findCommandLine('\nnpm run ci\necho done')).toBe('npm run ci');
    expect(findCommandLine('=== RELEVANT CONTEXT ===\n\nTask: ci')).toBeUndefined();
    expect(findCommandLine('')).toBeUndefined();
  });
});

describe('the start of an output', () => {
  it('is its first 200 characters, and says whether there is more', () => {
    expect(preview('short\n')).toBe('short');
    expect(preview(` \n`)).toBe('');
    expect(preview('x'.repeat(200))).toBe('x'.repeat(200));
    expect(preview('x'.repeat(201))).toBe(`${'x'.repeat(200)}…`);
    expect(preview('x'.repeat(200), 5000)).toBe(`${'x'.repeat(200)}…`);
  });

  it('is of a verdict what was said of the draft', () => {
    const stdout = { text: '{"success":false,"feedback":"Too long"}', length: 40 };
    expect(formatPreview({ stdout, notes: { success: false, feedback: 'Too long' } })).toBe('Too long');
  });

  it('cuts no character in two', () => {
    expect(preview(`${'x'.repeat(199)}🧵`)).toBe(`${'x'.repeat(199)}…`);
  });
});
