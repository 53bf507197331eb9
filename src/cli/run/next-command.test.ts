import { describe, expect, it } from 'vitest';
import { commands } from '../commands';
import {
  formatAnswerCommand,
  formatResumeAsPlannedCommand,
  formatResumeCommand,
  formatStartCommand,
  usesOfOptions,
} from './next-command';
import type { RunFlags } from './run-wishes';

const all: RunFlags = {
  var: ["name=it's"],
  input: 'in.json',
  model: 'lab:m',
  provider: ['lab', 'other'],
  protocol: ['openai=compatible'],
  recording: 'old run.jsonl',
  breakpoints: true,
  files: './data',
  'allow-scripts': true,
  'allow-secret': ['KEY=https://api.example.org'],
  'pass-env': ['TOKEN'],
  'unknown-price-usd': '5/25',
  metrics: true,
  only: ['write'],
  json: true,
  from: 'r0',
  at: '7',
};
const place = { name: 'j', folder: '/j', options: ['--journal', 'j'] };
const permissions =
  "--provider lab --provider other --protocol openai=compatible --files ./data --allow-scripts --allow-secret KEY=https://api.example.org --pass-env TOKEN --unknown-price-usd 5/25 --recording 'old run.jsonl' --metrics";

describe('a command that goes on from a run', () => {
  it('carries what the process was allowed and told', () => {
    expect(formatResumeCommand('r1', place, all)).toBe(`heddle run --resume r1 --journal j ${permissions}`);
    expect(formatAnswerCommand('r1', place, all)).toBe(`heddle answer r1 --journal j ${permissions}`);
    expect(formatResumeAsPlannedCommand('r1', undefined, {})).toBe('heddle run --resume r1 --as-planned');
  });

  it('also carries what the workflow is planned with, where it is planned anew', () => {
    expect(formatStartCommand(['a.yaml', '--from', 'r1'], place, all)).toBe(
      `heddle run a.yaml --from r1 --journal j ${permissions} --var 'name=it'\\''s' --input in.json --model lab:m --breakpoints --only write`,
    );
  });

  it('decides about each option that a run has, and carries only what the other command takes', () => {
    expect(Object.keys(usesOfOptions).toSorted()).toEqual(Object.keys(commands['run']?.options ?? {}).toSorted());
    const carried = Object.keys(usesOfOptions).filter((name) => usesOfOptions[name] === 'carried');
    expect(Object.keys(commands['answer']?.options ?? {})).toEqual(expect.arrayContaining(carried));
  });
});
