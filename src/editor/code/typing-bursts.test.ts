import { describe, expect, it } from 'vitest';
import { createTypingBursts } from './typing-bursts';

describe('typing bursts', () => {
  it('join keys that follow each other, and part at a pause', () => {
    const bursts = createTypingBursts();
    const first = bursts.mark('a', 0);
    expect(bursts.mark('b', 900)).toBe(first);
    expect(bursts.mark('c', 1901)).not.toBe(first);
  });

  it('part after a line break, and after an undo', () => {
    const bursts = createTypingBursts();
    const first = bursts.mark('a', 0);
    expect(bursts.mark('\n  ', 10)).toBe(first);
    const second = bursts.mark('b', 20);
    expect(second).not.toBe(first);
    bursts.end();
    expect(bursts.mark('c', 30)).not.toBe(second);
  });

  it('never join with those of an editor that was open before', () => {
    expect(createTypingBursts().mark('a', 0)).not.toBe(createTypingBursts().mark('a', 0));
  });
});
