import { describe, expect, it } from 'vitest';
import {
  formatAgo,
  formatBytes,
  formatClock,
  formatCost,
  formatCostAfter,
  formatDuration,
  formatOutput,
  formatTokens,
} from './figures';

describe('figures', () => {
  it('gives durations the precision that helps', () => {
    expect([40, 800, 14_200, 59_949, 59_950, 77_000, 3_723_000].map(formatDuration)).toEqual([
      '40 ms',
      '0.8 s',
      '14.2 s',
      '59.9 s',
      '1:00',
      '1:17',
      '1:02:03',
    ]);
  });

  it('counts whole seconds without running ahead', () => {
    expect([0, 3999, 77_000, 3_723_000].map(formatClock)).toEqual(['0:00', '0:03', '1:17', '1:02:03']);
  });

  it('shortens tokens without rounding up to a unit that is not reached', () => {
    expect([0, 412, 18_400, 999_949, 1_200_000].map(formatTokens)).toEqual([
      '0 tok',
      '412 tok',
      '18.4k tok',
      '999.9k tok',
      '1.2M tok',
    ]);
  });

  it('counts thinking apart where there is some', () => {
    expect(formatOutput({ outputTokens: 950 })).toBe('950 tok out');
    expect(formatOutput({ outputTokens: 950, reasoningTokens: 0 })).toBe('950 tok out');
    expect(formatOutput({ outputTokens: 1950, reasoningTokens: 600 })).toBe('1.9k tok out (600 tok thinking)');
  });

  it('never shows an unknown or a tiny cost as $0', () => {
    expect([null, 0, 0.57, 0.0042, 0.000_001].map(formatCost)).toEqual([
      'price not known',
      '$0.00',
      '$0.57',
      '$0.0042',
      '< $0.0001',
    ]);
    expect(formatCostAfter('about', 0.57)).toBe('about $0.57');
    expect(formatCostAfter('about', 0.000_001)).toBe('under $0.0001');
    expect(formatCostAfter('≈', 0.000_001)).toBe('< $0.0001');
  });

  it('gives sizes a unit', () => {
    expect([340, 61_000, 999_600, 9_600_000_000].map(formatBytes)).toEqual(['340 B', '61 kB', '1.0 MB', '9.6 GB']);
  });

  it('says when, the nearer the finer', () => {
    const now = new Date(2026, 10, 21, 12, 0).getTime();
    const ago = (...date: [number, number, number, number?, number?]) =>
      formatAgo(new Date(...date).toISOString(), now);
    expect(ago(2026, 10, 21, 11, 48)).toBe('12 min ago');
    expect(ago(2026, 10, 21, 10, 7)).toBe('Today 10:07');
    expect(ago(2026, 10, 16, 18)).toBe('Mon');
    expect(ago(2026, 10, 3)).toBe('3 Nov');
    expect(ago(2025, 10, 3)).toBe('3 Nov 2025');
  });
});
