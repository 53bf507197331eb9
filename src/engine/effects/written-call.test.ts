import { describe, expect, it } from 'vitest';
import { buildWrittenCall } from './written-call';

const fallbacks = [{ provider: 'b', model: 'two' }];

describe('how a task is written that is called like another', () => {
  it('leaves out what it is anyway', () => {
    expect(buildWrittenCall({}, {})).toEqual({});
    expect(buildWrittenCall({ fallbacks, cache: 'off' }, { fallbackModels: ['b:two'], cache: 'off' })).toEqual({});
    const agents = { worker: { fallbackModels: ['b:two'] } };
    expect(buildWrittenCall({ fallbacks }, { agents, fallbackModels: ['c:three'] }, 'worker')).toEqual({});
  });

  it('says what its agent or the workflow have otherwise', () => {
    expect(buildWrittenCall({ fallbacks, cache: 'off' }, {})).toEqual({ fallbackModels: ['b:two'], cache: 'off' });
    expect(buildWrittenCall({ fallsBackOnRefusal: true }, {})).toEqual({ fallbackOnRefusal: true });
    expect(buildWrittenCall({}, { fallbackOnRefusal: true })).toEqual({ fallbackOnRefusal: false });
    expect(buildWrittenCall({}, { fallbackModels: ['b:two'], cache: 'off' })).toEqual({
      fallbackModels: [],
      cache: 'auto',
    });
  });
});
