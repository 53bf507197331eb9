import { describe, expect, it } from 'vitest';
import { writtenCall } from './written-call';

const fallbacks = [{ provider: 'b', model: 'two' }];

describe('how a task is written that is called like another', () => {
  it('leaves out what it is anyway', () => {
    expect(writtenCall({}, {})).toEqual({});
    expect(writtenCall({ fallbacks, cache: 'off' }, { fallbackModels: ['b:two'], cache: 'off' })).toEqual({});
    const agents = { worker: { fallbackModels: ['b:two'] } };
    expect(writtenCall({ fallbacks }, { agents, fallbackModels: ['c:three'] }, 'worker')).toEqual({});
  });

  it('says what its agent or the workflow have otherwise', () => {
    expect(writtenCall({ fallbacks, cache: 'off' }, {})).toEqual({ fallbackModels: ['b:two'], cache: 'off' });
    expect(writtenCall({ fallsBackOnRefusal: true }, {})).toEqual({ fallbackOnRefusal: true });
    expect(writtenCall({}, { fallbackOnRefusal: true })).toEqual({ fallbackOnRefusal: false });
    expect(writtenCall({}, { fallbackModels: ['b:two'], cache: 'off' })).toEqual({ fallbackModels: [], cache: 'auto' });
  });
});
