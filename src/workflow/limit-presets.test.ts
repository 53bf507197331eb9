import { describe, expect, it } from 'vitest';
import { presetNames, presetOf, withPreset } from './limit-presets';
import { taskLimitsSchema } from './tasks/common';

describe('a preset of limits', () => {
  it.each(presetNames)('%s is known again, and is valid', (name) => {
    const settings = withPreset(
      { limits: { maxTurns: 3, maxStdoutBytes: 7 }, context: { mode: 'none', excludeTasks: ['a'] } },
      name,
    );
    expect(presetOf(settings as Parameters<typeof presetOf>[0])).toBe(name);
    expect(settings).toMatchObject({ limits: { maxTurns: 3 }, context: { mode: 'none', excludeTasks: ['a'] } });
    expect(taskLimitsSchema.safeParse(settings.limits).success).toBe(true);
  });

  it('takes the place of another one wholly, and the default leaves nothing behind', () => {
    const focused = withPreset({}, 'dependency-focused');
    expect(focused).toEqual({
      limits: { maxContextBytes: 204_800, cleanupStrategy: { type: 'direct_dependencies' } },
      context: { minRelevance: 0.8 },
    });
    const { limits = {}, context = {} } = focused;
    expect(withPreset({ limits, context }, 'default')).toEqual({ limits: undefined, context: undefined });
  });

  it('is none where a figure was changed by hand', () => {
    expect(presetOf({})).toBe('default');
    expect(presetOf({ limits: { maxTurns: 3 } })).toBe('default');
    expect(presetOf({ limits: { maxStdoutBytes: 5 } })).toBeUndefined();
    expect(presetOf({ context: { minRelevance: 0.1 } })).toBeUndefined();
    expect(
      presetOf({
        limits: { maxContextBytes: 204_800, cleanupStrategy: 'direct_dependencies' },
        context: { minRelevance: 0.8 },
      }),
    ).toBe('dependency-focused');
  });
});
