import { describe, expect, it } from 'vitest';
import { createFieldDraft, followDocument, typeIntoDraft } from './draft';

describe('the draft of a text field', () => {
  it('keeps the text as typed when the document gives it back in its own form', () => {
    const draft = followDocument(typeIntoDraft(createFieldDraft('2'), '2.50', '2.5'), '2.5');
    expect(draft).toEqual({ text: '2.50', seen: '2.5', sent: [] });
  });

  it('keeps what was typed on while earlier texts come back one by one', () => {
    let draft = typeIntoDraft(typeIntoDraft(createFieldDraft(''), 'a', 'a'), 'ab', 'ab');
    draft = followDocument(draft, 'a');
    expect(draft.text).toBe('ab');
    expect(followDocument(draft, 'ab')).toEqual(createFieldDraft('ab'));
  });

  it('takes over what came from outside, such as an undo', () => {
    const draft = followDocument(typeIntoDraft(createFieldDraft(''), 'a', 'a'), 'a');
    expect(followDocument(draft, '')).toEqual(createFieldDraft(''));
  });

  it('waits for nothing when the form is the same as before', () => {
    const draft = typeIntoDraft(createFieldDraft('1'), '1.', '1');
    expect(draft.sent).toEqual([]);
    expect(followDocument(draft, '3').text).toBe('3');
  });
});
