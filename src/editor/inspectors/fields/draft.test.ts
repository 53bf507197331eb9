import { describe, expect, it } from 'vitest';
import { draftOf, follow, typed } from './draft';

describe('the draft of a text field', () => {
  it('keeps the text as typed when the document gives it back in its own form', () => {
    const draft = follow(typed(draftOf('2'), '2.50', '2.5'), '2.5');
    expect(draft).toEqual({ text: '2.50', seen: '2.5', sent: [] });
  });

  it('keeps what was typed on while earlier texts come back one by one', () => {
    let draft = typed(typed(draftOf(''), 'a', 'a'), 'ab', 'ab');
    draft = follow(draft, 'a');
    expect(draft.text).toBe('ab');
    expect(follow(draft, 'ab')).toEqual(draftOf('ab'));
  });

  it('takes over what came from outside, such as an undo', () => {
    const draft = follow(typed(draftOf(''), 'a', 'a'), 'a');
    expect(follow(draft, '')).toEqual(draftOf(''));
  });

  it('waits for nothing when the form is the same as before', () => {
    const draft = typed(draftOf('1'), '1.', '1');
    expect(draft.sent).toEqual([]);
    expect(follow(draft, '3').text).toBe('3');
  });
});
