import { describe, expect, it } from 'vitest';
import { hashText } from '@/base/hash';
import type { EventDraft } from '@/run/events';
import { createMemoryBlobs } from '../testing/memory-stores.testing';
import { createJournal, isNotHeld, listWholeRefs, type Step } from './journal';
import { readHistory } from './read-history.testing';
import { emptyRecording, type Recording } from './recording';
import type { StepEvent } from './run-history';

const long = (name: string) => `${name} ${'x'.repeat(5000)}`;
const refOf = (name: string) => hashText(long(name));

/** A journal whose log is durable when the test says so. */
function openJournal({
  recording,
  log: events = [],
  more = {},
}: {
  readonly recording?: Partial<Recording>;
  readonly log?: readonly StepEvent[];
  readonly more?: object;
} = {}) {
  const blobs = createMemoryBlobs();
  const drafts: EventDraft[] = [];
  const flushes: (() => void)[] = [];
  const order: string[] = [];
  let durable = Promise.resolve();
  const log = {
    append: (draft: EventDraft) => {
      drafts.push(draft);
      return durable;
    },
    accepted: async () => void order.push('accepted'),
    lastTime: 0,
    flush: () => new Promise<void>((resolve) => flushes.push(resolve)),
  };
  const journal = createJournal({
    executionId: 'run1',
    history: { ...readHistory(events, 'plan'), ...more },
    log: log as never,
    blobs,
    room: { isFull: false, write: (write) => write() },
    ...(recording && { recording: { ...emptyRecording, ...recording } }),
  });
  return {
    journal,
    blobs,
    drafts,
    order,
    texts: () => [...blobs.texts.values()].map((text) => text.split(' ')[0]),
    /** Makes everything durable that was appended so far. */
    flush: async () => {
      for (const done of flushes.splice(0)) done();
      await settle();
    },
    /** Lets later records wait until the returned function is called. */
    hold: () => {
      let done = () => {};
      durable = new Promise((resolve) => {
        done = resolve;
      });
      return () => done();
    },
  };
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
const step: Step<'effect.recorded'> = { kind: 'effect.recorded', key: 'task/a/file/1', inputHash: 'h' };
const data = { effect: 'file', value: 1 } as const;
const recorded = (more: object = {}): StepEvent =>
  ({
    ...{ v: 5, seq: 1, t: '2026-01-01T00:00:00.000Z', id: '00000000', path: step.key, hash: 'h' },
    ...{ kind: 'effect.recorded', data, result: 'old', ...more },
  }) as StepEvent;
const never = () => Promise.reject(new Error('It was performed.'));

describe('a text in the storage', () => {
  it('is deleted once what was appended is durable, and the last that holds it has let it go', async () => {
    const { journal, texts, flush } = openJournal();
    await journal.store(long('a'));
    await journal.payload(long('a'));
    void journal.drop(long('a'));
    await flush();
    expect(texts()).toEqual(['a']);
    let isGone = false;
    void journal.release(refOf('a')).then(() => {
      isGone = true;
    });
    await settle();
    expect([texts(), isGone]).toEqual([['a'], false]);
    await flush();
    expect([texts(), isGone]).toEqual([[], true]);
    await journal.release(refOf('a'));
    await journal.store(long('a'));
    expect(texts()).toEqual(['a']);
  });

  it('stays if it is stored again while its removal waits, and may be removed again after that', async () => {
    const { journal, texts, flush, blobs } = openJournal();
    await journal.store(long('a'));
    void journal.release(refOf('a'));
    await journal.store(long('a'));
    await flush();
    expect(texts()).toEqual(['a']);
    void journal.release(refOf('a'));
    await flush();
    expect(texts()).toEqual([]);
    expect(await blobs.get('run1', refOf('a'))).toBeUndefined();
  });

  it('is there if it is stored again while it is being removed', async () => {
    const { journal, texts, flush, blobs } = openJournal();
    const { remove } = blobs;
    let go = () => {};
    blobs.remove = async (...which) => {
      await new Promise<void>((resolve) => {
        go = resolve;
      });
      await remove(...which);
    };
    await journal.store(long('a'));
    void journal.release(refOf('a'));
    await flush();
    const again = journal.store(long('a'));
    await settle();
    go();
    expect(await again).toBe(refOf('a'));
    expect(texts()).toEqual(['a']);
  });

  it('is never deleted where an earlier process may refer to it', async () => {
    const { journal, blobs, texts, flush } = openJournal({ more: { lastSeq: 3 } });
    await blobs.put('run1', long('old'));
    for (const name of ['old', 'new']) {
      await journal.store(long(name));
      void journal.release(refOf(name));
      await flush();
    }
    expect(texts()).toEqual(['old']);
  });

  it('is stored only if an event cannot hold it, and read from where it is', async () => {
    const { journal, blobs } = openJournal();
    const [most, more] = ['x'.repeat(2000), 'y'.repeat(2001)];
    expect(await journal.payload(most)).toEqual({ text: most, length: 2000 });
    const payload = await journal.payload(more);
    expect(payload).toEqual({ text: more.slice(0, 2000), length: 2001, ref: hashText(more) });
    await journal.drop(most);
    expect(await journal.read(payload)).toBe(more);
    expect(await journal.read({ text: most, length: 2000 })).toBe(most);
    await blobs.remove('run1', hashText(more));
    for (const lost of [payload, { text: 'x', length: 2 }]) {
      await expect(journal.read(lost)).rejects.toMatchObject({ code: 'DAMAGED_RECORD' });
    }
  });
});

describe('an effect', () => {
  it('is performed once, and recorded with everything that is known of it before what follows', async () => {
    const { journal, drafts, hold } = openJournal();
    const done = hold();
    let result: unknown;
    const model = 'sim:echo';
    const text = long('reply');
    void journal
      .step({ ...step, task: 't'.repeat(5000), model: 'sim:asked' }, async () => ({ data, text, model }))
      .then((end) => {
        result = end;
      });
    await settle();
    expect(result).toBeUndefined();
    done();
    await settle();
    expect(result).toEqual({ data, text, model, at: '1970-01-01T00:00:00.000Z' });
    expect(drafts).toEqual([
      {
        ...{ kind: 'effect.recorded', path: step.key, hash: 'h', model, data },
        ...{
          task: expect.stringMatching(/^t+$/),
          result: text.slice(0, 2000),
          full_result_len: text.length,
          ref: hashText(text),
        },
      },
    ]);
  });

  it('that may run ahead waits for the log to accept it alone', async () => {
    const { journal, drafts, order, hold } = openJournal();
    hold();
    expect(await journal.step({ ...step, ahead: true, model: 'm' }, async () => ({ data, text: '' }))).toMatchObject({
      data,
      text: '',
    });
    expect(order).toEqual(['accepted']);
    expect(drafts).toMatchObject([{ model: 'm', result: '' }]);
  });

  it('that the run has recorded is not performed again, but one of another kind or with other inputs is', async () => {
    const log = [recorded({ model: 'sim:old' })];
    const { journal, drafts } = openJournal({ log });
    expect(await journal.step(step, never)).toMatchObject({ data, text: 'old', model: 'sim:old' });
    expect(drafts).toEqual([]);
    for (const other of [
      { ...step, inputHash: 'other' },
      { ...step, kind: 'context.planned' as const },
      { ...step, key: 'task/a/file/2' },
    ]) {
      const result = { data, text: 'new' } as never;
      expect(await journal.step(other, async () => result)).toMatchObject(result);
    }
    expect(drafts).toHaveLength(3);
  });

  it('is taken from an earlier run, which the record names', async () => {
    const from = (event: StepEvent | undefined, more: Partial<Recording> = {}) =>
      openJournal({ recording: { executionId: 'run0', step: async () => event, ...more } });
    const one = from(recorded({ seq: 9, model: 'm' }));
    expect(await one.journal.step(step, never)).toMatchObject({ data, text: 'old', model: 'm' });
    expect(one.drafts).toMatchObject([
      { taken: { seq: 9, run: 'run0', t: expect.stringMatching(/Z$/) }, hash: 'h', result: 'old', model: 'm' },
    ]);
    const older = from(recorded({ taken: { seq: 3, run: 'first' } }));
    await older.journal.step(step, never);
    expect(older.drafts).toMatchObject([{ taken: { seq: 3, run: 'first' } }]);
    const file = from(recorded({ seq: 9 }), { executionId: undefined });
    await file.journal.step(step, never);
    expect(file.drafts.map(({ taken }) => taken)).toMatchObject([{ seq: 9 }]);
    const written = from(recorded({ written: true }));
    await written.journal.step(step, never);
    expect(written.drafts).toMatchObject([{ written: true }]);
    expect(written.drafts[0]).not.toHaveProperty('taken');
  });

  it('says when it was performed, also where it was recorded or taken from an earlier run', async () => {
    const [t, first] = ['2026-01-02T03:04:05.000Z', '2025-12-01T00:00:00.000Z'];
    const at = async (options: Parameters<typeof openJournal>[0]) =>
      (await openJournal(options).journal.step(step, never)).at;
    const takenFrom = (event: StepEvent) => ({ recording: { executionId: 'run0', step: async () => event } });
    expect(await at({ log: [recorded({ t })] })).toBe(t);
    expect(await at({ log: [recorded({ t, taken: { seq: 3, t: first } })] })).toBe(first);
    expect(await at(takenFrom(recorded({ t })))).toBe(t);
    expect(await at(takenFrom(recorded({ t, taken: { seq: 3, t: first } })))).toBe(first);
  });

  it('is performed where the earlier run has none like it, or a part of it is gone', async () => {
    const whole = long('whole');
    const payload = { text: 'w', length: whole.length, ref: hashText(whole) };
    const script = { ...step, kind: 'script.exited' as const };
    const exited = (more: object) =>
      recorded({ kind: 'script.exited', data: { exitCode: 0, stderr: { text: '', length: 0 }, ...more } });
    const captured = { capture: { stored: { ref: hashText(whole) } } };
    const tool = { ...step, kind: 'tool.called' as const };
    const gone: readonly (readonly [Step<never>, StepEvent | undefined, Partial<Recording>?])[] = [
      [step as never, undefined],
      [step as never, recorded({ hash: 'other' })],
      [step as never, recorded({ kind: 'compaction.done' })],
      [step as never, recorded({ full_result_len: 9000, ref: refOf('a') })],
      [step as never, recorded({ full_result_len: 9000 })],
      [script as never, exited({ stderr: payload })],
      [script as never, exited(captured)],
      [script as never, exited(captured), { read: async () => 'another text' }],
      [tool as never, recorded({ kind: 'tool.called', data: { files: [{ ref: refOf('a') }] } })],
      [
        tool as never,
        recorded({ kind: 'tool.called', data: { files: [{ ref: refOf('a') }] } }),
        { pages: async () => pagesOf(long('b')) },
      ],
    ];
    for (const [asked, event, more] of gone) {
      const { journal, drafts } = openJournal({ recording: { step: async () => event, ...more } });
      const performed = { data, text: 'new' } as never;
      expect(await journal.step(asked, async () => performed)).toMatchObject(performed);
      expect(drafts.map(({ taken }) => taken)).toEqual([undefined]);
    }
  });

  it('that is taken brings everything with it that its record refers to', async () => {
    const names = ['result', 'stderr', 'out', 'err', 'file'];
    const texts = new Map(names.map((name) => [refOf(name), long(name)]));
    const recording = {
      read: async (ref: string) => texts.get(ref),
      pages: async (ref: string) => pagesOf(texts.get(ref) ?? ''),
    };
    const capture = (name: string) => ({ stored: { ref: refOf(name) } });
    const payload = (name: string) => ({ text: name, length: long(name).length, ref: refOf(name) });
    const exited = {
      ...recorded({ kind: 'script.exited', result: 'r', full_result_len: long('result').length, ref: refOf('result') }),
      data: { exitCode: 0, stderr: payload('stderr'), capture: capture('out'), stderrCapture: capture('err') },
    } as unknown as StepEvent;
    expect(listWholeRefs(exited)).toEqual([refOf('out'), refOf('err')]);
    const one = openJournal({ recording: { ...recording, step: async () => exited } });
    expect(await one.journal.step({ ...step, kind: 'script.exited' }, never)).toMatchObject({ text: long('result') });
    expect(one.texts().sort()).toEqual(['err', 'out', 'result', 'stderr']);
    const called = recorded({ kind: 'tool.called', data: { files: [{ ref: refOf('file') }] } });
    const other = openJournal({ recording: { ...recording, step: async () => called } });
    await other.journal.step({ ...step, kind: 'tool.called' }, never);
    expect(other.texts()).toEqual(['file']);
    expect(listWholeRefs(called)).toEqual([]);
  });

  it('that is held is taken whatever its inputs are now, and missing, fails without being performed', async () => {
    const isHeld = () => true;
    const held = openJournal({ recording: { isHeld, step: async () => recorded({ hash: 'other' }) } });
    expect(await held.journal.step(step, never)).toMatchObject({ text: 'old' });
    expect(held.drafts).toMatchObject([{ hash: 'other' }]);
    const known = openJournal({ recording: { isHeld }, log: [recorded({ hash: 'other' })] });
    expect(await known.journal.step(step, never)).toMatchObject({ text: 'old' });
    const missing = openJournal({ recording: { isHeld } }).journal.step(step, never);
    await expect(missing).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details: { missing: ['a'] } });
    await missing.catch((error) => expect(isNotHeld(error)).toBe(true));
    expect(isNotHeld({ code: 'VALIDATION_ERROR', message: '', retryable: false })).toBe(false);
    const performs = openJournal({ recording: { isHeld, performsMissing: true } });
    expect(await performs.journal.step(step, async () => ({ data, text: 'new' }))).toMatchObject({ text: 'new' });
  });
});

async function* pagesOf(text: string): AsyncIterable<Uint8Array> {
  yield new TextEncoder().encode(text);
}
