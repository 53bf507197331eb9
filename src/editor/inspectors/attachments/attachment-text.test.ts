import { describe, expect, it } from 'vitest';
import { formatAttachment, readAttachment } from './attachment-text';

describe('an attachment as a person writes it', () => {
  it.each([
    ['/images/plan.png', '/images/plan.png'],
    ['{{item}}', '{{item}}'],
    ['/pages/*.png', { glob: '/pages/*.png' }],
    ['draw', { from: 'draw' }],
  ])('%s', (text, attachment) => {
    expect(readAttachment(text)).toEqual(attachment);
    expect(formatAttachment(readAttachment(text))).toBe(text);
  });
});
