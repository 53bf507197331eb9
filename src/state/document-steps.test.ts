import { expect, it } from 'vitest';
import { addTask } from '@/workflow/commands/add-task';
import { updateSettings } from '@/workflow/commands/update-settings';
import type { WorkflowDocument } from '@/workflow/document';
import { type AskedStep, closedDocument, type DocumentState, type EditCommand } from './document-state';
import { type DocumentEvent, type DocumentStep, stepDocument } from './document-steps';

const opened = { id: 'w', revision: 1, text: 'name: One\n', history: { past: [], future: [] } };

/** The state of an open workflow that is read, and what its store was told to do since. */
class Opened {
  state: DocumentState;
  calls: DocumentStep['calls'] = [];
  readonly answers: string[] = [];

  constructor() {
    this.state = stepDocument(closedDocument, { kind: 'opened', workflow: opened }).state;
    this.read({ name: 'One', tasks: {} });
  }

  do(event: DocumentEvent): void {
    const step = stepDocument(this.state, event);
    this.state = step.state;
    this.calls = step.calls;
    for (const call of step.calls) if (call.call === 'answer') call.answer();
  }

  read(document: WorkflowDocument): void {
    const { version, opening } = this.state;
    const answer = { kind: 'read', version, reading: { number: 1, document, diagnostics: [] } } as const;
    this.do({ kind: 'answered', opening, answer });
  }

  write(inserted: string): void {
    const edits = [{ at: 0, removed: '', inserted }];
    this.do({ kind: 'answered', opening: this.state.opening, answer: { kind: 'written', edits } });
  }

  ask(name: string, command: EditCommand): void {
    const answer: Extract<AskedStep, { kind: 'edit' }>['answer'] = (made) =>
      this.answers.push(`${name} ${made.ok ? 'done' : made.error.message}`);
    const fail = (error: unknown) => this.answers.push(`${name} ${String(error)}`);
    this.do({ kind: 'asked', step: { kind: 'edit', command, label: name, mark: name, answer, fail } });
  }

  undo(): void {
    this.do({ kind: 'asked', step: { kind: 'undone', answer: () => this.answers.push('undone') } });
  }

  get callNames(): readonly string[] {
    return this.calls.map(({ call }) => call);
  }
}

const rename =
  (name: string): EditCommand =>
  (document) =>
    updateSettings(document, { patch: { name } });

it('does what is asked for in its order: an undo takes back the edit before it, and the edit after it waits', () => {
  const page = new Opened();
  page.ask('two', rename('Two'));
  page.undo();
  page.ask('three', rename('Three'));
  expect([page.state.document.name, page.answers]).toEqual(['Two', ['two done']]);
  page.write('# two\n');
  expect([page.state.document.name, page.answers]).toEqual(['Three', ['two done', 'undone', 'three done']]);
  expect(page.state).toMatchObject({ waiting: [], unwritten: [{ label: 'three' }] });
});

it('shows a step that puts something elsewhere once that is derived, or makes it again of what came first', () => {
  const page = new Opened();
  const add: EditCommand = (document) => addTask(document, { type: 'atomic', at: [0, 0] });
  page.ask('add', add);
  expect(page.callNames).toEqual(['prepare']);
  page.ask('two', rename('Two'));
  expect([page.callNames, page.state.document.name]).toEqual([[], 'One']);
  page.do({ kind: 'saveAsked' });
  expect(page.callNames).toEqual([]);
  page.do({ kind: 'typed', edits: [{ at: 6, removed: 'One', inserted: 'Typed' }], label: 'Type', mark: 't' });
  page.do({ kind: 'prepared' });
  expect(page.state).toMatchObject({ preparing: undefined, sync: 'reading', waiting: [{ label: 'add' }, {}] });
  page.read({ name: 'Typed', tasks: {} });
  page.do({ kind: 'prepared' });
  expect(Object.keys(page.state.document.tasks)).toHaveLength(1);
  expect([page.state.document.name, page.answers]).toEqual(['Two', ['add done', 'two done']]);
});

it('tells an edit that throws that it failed, and goes on with the next', () => {
  const page = new Opened();
  page.ask('bad', () => {
    throw new Error('No.');
  });
  page.ask('two', rename('Two'));
  expect([page.state.document.name, page.answers]).toEqual(['Two', ['bad Error: No.', 'two done']]);
});

it('does nothing in a workflow that was asked for in the one before it, and hears no answer to that', () => {
  const page = new Opened();
  const { opening, version } = page.state;
  page.do({ kind: 'typed', edits: [{ at: 0, removed: '', inserted: '# typed\n' }], label: 'Type', mark: 't' });
  page.ask('two', rename('Two'));
  page.do({ kind: 'opened', workflow: { ...opened, id: 'other' } });
  expect(page.answers).toEqual(['two Another workflow was opened before this was done.']);
  const late = { number: 2, document: { name: 'Late', tasks: {} } };
  page.do({ kind: 'answered', opening, answer: { kind: 'read', version: version + 2, reading: late } });
  expect(page.state).toMatchObject({ id: 'other', sync: 'reading', waiting: [], document: { tasks: {} } });
  expect(page.state.document.name).toBeUndefined();
});

it('saves once at a time, as soon as all edits are in the text, and again what came meanwhile', () => {
  const page = new Opened();
  page.ask('two', rename('Two'));
  page.do({ kind: 'saveAsked' });
  expect([page.callNames, page.state.isSaveAsked]).toEqual([[], true]);
  page.write('# two\n');
  expect(page.callNames).toContain('save');
  const first = page.state.text;
  expect(page.state).toMatchObject({ saved: { status: 'saving' }, stored: { next: first }, isSaveAsked: false });
  page.ask('three', rename('Three'));
  page.write('# three\n');
  page.do({ kind: 'saveAsked' });
  expect(page.callNames).not.toContain('save');
  page.do({ kind: 'stored', id: 'w', text: first, revision: 2 });
  expect(page.callNames).toEqual(['save']);
  expect(page.state).toMatchObject({ revision: 2, saved: { status: 'saving' }, stored: { text: first } });
  const failure = { code: 'STALE_SAVE', message: 'Another tab saved.', retryable: false } as const;
  page.do({ kind: 'notStored', id: 'w', failure });
  expect(page.state).toMatchObject({ saved: { status: 'failed', failure }, stored: { text: first } });
  expect(page.state.stored.next).toBeUndefined();
});
