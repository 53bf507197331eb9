import { describe, expect, it } from 'vitest';
import { replaceAt } from './replace-at';

const task = {
  type: 'atomic',
  description: 'Read {{fetsh}}',
  dependsOn: ['fetsh', 'other'],
  inputs: { 'in-put': { from: 'fetsh' } },
};

describe('replacing a text at a path of a file', () => {
  it('gives the field anew with the text in its place', () => {
    expect(replaceAt(task, ['description'], 'x')).toEqual({ description: 'x' });
    expect(replaceAt(task, ['depends_on', 0], 'fetch')).toEqual({ dependsOn: ['fetch', 'other'] });
    expect(replaceAt(task, ['inputs', 'in-put', 'from'], 'fetch')).toEqual({ inputs: { 'in-put': { from: 'fetch' } } });
  });

  it('gives nothing where the path leads nowhere', () => {
    expect(replaceAt(task, ['depends_on', 2], 'x')).toBeUndefined();
    expect(replaceAt(task, ['validate'], 'x')).toBeUndefined();
    expect(replaceAt(undefined, ['validate'], 'x')).toBeUndefined();
  });
});
