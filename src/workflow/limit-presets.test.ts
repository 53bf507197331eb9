import { describe, expect, it } from 'vitest';
import { applyPreset, findPreset, presetNames } from './limit-presets';
import { taskLimitsSchema } from './tasks/common';

describe('a preset of limits', () => {
  it.each(presetNames)('%s is known again, and is valid', (name) => {
    const settings = applyPreset(
      { limits: { maxTurns: 3, maxStdoutBytes: 7 }, context: { mode: 'none', excludeTasks: ['a'] } },
      name,
    );
    expect(findPreset(settings as Parameters<typeof findPreset>[0])).toBe(name);
    expect(settings).toMatchObject({ limits: { maxTurns: 3 }, context: { mode: 'none', excludeTasks: ['a'] } });
    expect(taskLimitsSchema.safeParse(settings.limits).success).toBe(true);
  });

  it('takes the place of another one wholly, and the default leaves nothing behind', () => {
    const focused = applyPreset({}, 'dependency-focused');
    expect(focused).toEqual({
      limits: { maxContextBytes: 204_800, cleanupStrategy: { type: 'direct_dependencies' } },
      context: { minRelevance: 0.8 },
    });
    const { limits = {}, context = {} } = focused;
    expect(applyPreset({ limits, context }, 'default')).toEqual({ limits: undefined, context: undefined });
  });

  it('is none where a figure was changed by hand', () => {
    expect(findPreset({})).toBe('default');
    expect(findPreset({ limits: { maxTurns: 3 } })).toBe('default');
    expect(findPreset({ limits: { maxStdoutBytes: 5 } })).toBeUndefined();
    expect(findPreset({ context: { minRelevance: 0.1 } })).toBeUndefined();
    expect(
      findPreset({
        limits: { maxContextBytes: 204_800, cleanupStrategy: 'direct_dependencies' },
        context: { minRelevance: 0.8 },
      }),
    ).toBe('dependency-focused');
  });
});
