import { describe, expect, it } from 'vitest';
import { createDice } from '@/base/dice';
import { writeProse } from './write-prose';

const write = (prompt: string) => writeProse(prompt, createDice(prompt));

describe('simulated prose', () => {
  it('is about the object of the instruction, not its verb', () => {
    expect(write('Summarise the incident report about database migrations in French.')).toContain(
      'the incident report about database migrations',
    );
    expect(write('Decide on the change: accept it, or ask for more.')).toContain('the change');
  });

  it('is about the question where the prompt names one', () => {
    const prompt = 'Answer from these notes alone.\n\nQuestion: How long do we keep the logs of customers?';
    expect(write(prompt)).toContain('the logs');
  });

  it('goes through lists that the prompt hands over, under their labels', () => {
    const prompt =
      'Put the release notes together.\n\nFixes: ["fix: keep comments"]\nNew: - **Pages stream.** At last.\n';
    const text = write(prompt);
    expect(text).toMatch(/## Fixes\n\n- \*\*Keep comments\.\*\*/);
    expect(text).not.toContain('fix:');
  });

  it('takes what tasks before have written apart again, so that their points live on', () => {
    const first = write('Say what is new.\n\n["feat: stream results"]');
    expect(write(`Write the notes.\n\nWhat is new: ${first}\nWhat is fixed: ${first}`)).toContain(
      '## What is new\n\n- **Stream results.**',
    );
  });

  it('keeps to the number of sentences that is asked for', () => {
    const sentences = write('Announce Loomkit 2.4.0 in three sentences.').match(/[.!?](?=\s|$)/g);
    expect(sentences).toHaveLength(3);
  });

  it('says something about a prompt that says nothing', () => {
    expect(write('').length).toBeGreaterThan(40);
  });
});
