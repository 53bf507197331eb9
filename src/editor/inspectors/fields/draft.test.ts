import { describe, expect, it } from 'vitest';
import { fieldDraftOf, followDocument, typed } from './draft';

describe('the draft of a text field', () => {
  it('keeps the text as typed when the document gives it back in its own form', () => {
    const draft = followDocument(typed(fieldDraftOf('2'), '2.50', '2.5'), '2.5');
    expect(draft).toEqual({ text: '2.50', seen: '2.5', sent: [] });
  });

  it('keeps what was typed on while earlier texts come back one by one', () => {
    let draft = typed(typed(fieldDraftOf(''), 'a', 'a'), 'ab', 'ab');
    draft = followDocument(draft, 'a');
    expect(draft.text).toBe('ab');
    expect(followDocument(draft, 'ab')).toEqual(fieldDraftOf('ab'));
  });

  it('takes over what came from outside, such as an undo', () => {
    const draft = followDocument(typed(fieldDraftOf(''), 'a', 'a'), 'a');
    expect(followDocument(draft, '')).toEqual(fieldDraftOf(''));
  });

  it('waits for nothing when the form is the same as before', () => {
    const draft = typed(fieldDraftOf('1'), '1.', '1');
    expect(draft.sent).toEqual([]);
    expect(followDocument(draft, '3').text).toBe('3');
  });
});
