import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { StreamDelta } from '@/run/runner';
import { createMemoryText } from '@/storage/memory/remote-text.testing';
import { openPostgresStores, type PostgresStores } from '@/storage/postgres/open-postgres-stores';
import type { RemoteText } from '@/storage/remote-text';
import { type PostgresServer, sharedPostgres } from '../support/postgres';
import { inSoak } from './each-store';

describe('Text of other processes, in memory', () =>
  suite(async () => {
    const open = createMemoryText();
    return [open(), open(), open()];
  }));

describe.runIf(inSoak)('Text of other processes, by PostgreSQL', () => {
  let server: Pick<PostgresServer, 'newAddress'>;
  let opened: PostgresStores[] = [];
  beforeAll(async () => {
    server = await sharedPostgres();
  });
  afterEach(async () => {
    for (const stores of opened) await stores.end();
  });
  suite(async () => {
    const address = server.newAddress();
    opened = await Promise.all([0, 1, 2].map(() => openPostgresStores(address)));
    return opened.map(({ text }) => text);
  });
});

const delta = (text: string, more: Partial<StreamDelta> = {}): StreamDelta => ({
  executionId: 'r1',
  path: 'task/a/attempt/1/turn/1',
  call: 'c1',
  text,
  ...more,
});

function suite(openThree: () => Promise<readonly RemoteText[]>): void {
  /** Three processes, each with what it heard. */
  async function three() {
    return (await openThree()).map((text) => {
      const heard: StreamDelta[] = [];
      text.hear((one) => heard.push(one));
      return { ...text, heard, all: () => heard.map((one) => one.text).join('') };
    });
  }

  /** Tells a first word until it is heard: who wants text is known a moment later. */
  async function untilHeard(from: RemoteText, at: { readonly heard: readonly StreamDelta[] }, more = {}) {
    await expect
      .poll(
        () => {
          from.tell(delta('.', more));
          return at.heard.length;
        },
        { interval: 50 },
      )
      .toBeGreaterThan(0);
  }

  it('comes to who wants it, whole and in its order, and to nobody else', async () => {
    const [teller, watcher, other] = await three();
    if (teller === undefined || watcher === undefined || other === undefined) throw new Error('Fewer than three.');
    const end = watcher.want('r1');
    other.want('r2');
    teller.want('r1');
    await untilHeard(teller, watcher);
    // Much more than one notification takes, of which the parts are alike.
    const long = 'ab'.repeat(15_000);
    teller.tell(delta(long, { call: 'c2' }));
    teller.tell(delta('Thought', { call: 'c2', isReasoning: true }));
    teller.tell(delta('\u0000 “é” 🙂', { call: 'c3' }));
    await expect.poll(watcher.all).toContain('🙂');
    const of = (call: string, isReasoning?: true) =>
      watcher.heard.filter((one) => one.call === call && one.isReasoning === isReasoning);
    expect(
      of('c2')
        .map(({ text }) => text)
        .join(''),
    ).toBe(long);
    expect(of('c2', true)).toEqual([delta('Thought', { call: 'c2', isReasoning: true })]);
    expect(of('c3')).toEqual([delta('\u0000 “é” 🙂', { call: 'c3' })]);
    expect([teller.heard, other.heard]).toEqual([[], []]);
    end();
    const before = watcher.heard.length;
    await untilHeard(teller, other, { executionId: 'r2' });
    teller.tell(delta('unheard'));
    other.heard.splice(0);
    await untilHeard(teller, other, { executionId: 'r2' });
    expect(watcher.heard.length).toBe(before);
  });

  it('is wanted as long as one of those wants it who asked at the same process', async () => {
    const [teller, watcher] = await three();
    if (teller === undefined || watcher === undefined) throw new Error('Fewer than two.');
    const ends = [watcher.want('r1'), watcher.want('r1')];
    ends[0]?.();
    ends[0]?.();
    await untilHeard(teller, watcher);
  });
}
