import { inspect } from 'node:util';
import pg from 'pg';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openStores } from '@/storage/open-stores';
import { loadDriver } from '@/storage/postgres/load-driver';
import { openPostgresStores, type PostgresStores } from '@/storage/postgres/open-postgres-stores';
import { isPostgresAddress, readPostgresAddress } from '@/storage/postgres/postgres-address';
import { completed, events, execution, iteration } from '@/storage/samples.testing';
import { type PostgresServer, postgresPassword, sharedPostgres } from '../support/postgres';

let server: Pick<PostgresServer, 'newAddress'>;
let address: string;
let stores: PostgresStores;

beforeAll(async () => {
  server = await sharedPostgres();
});
beforeEach(async () => {
  address = server.newAddress();
  stores = await openPostgresStores(address, { now: () => 0, patienceMs: 500 });
  await stores.executions.create(execution('e1'));
});
afterEach(() => stores.end());

/** Changes rows without the stores. */
async function sql(statement: string, values: readonly unknown[] = []): Promise<readonly Record<string, unknown>[]> {
  const { connection, schema } = readPostgresAddress(address);
  const client = new pg.Client({ connectionString: connection, options: `-c search_path=${schema}` });
  await client.connect();
  try {
    return (await client.query(statement, [...values])).rows;
  } finally {
    await client.end();
  }
}

/** Three rows of ten events, and the end. */
async function thirtyEvents(): Promise<void> {
  for (const seq of [1, 11, 21]) await stores.events.append('e1', events(seq, seq + 9), 'strict');
  await stores.events.append('e1', [completed(31)], 'strict');
}

async function damageChunk(change: (json: string) => string): Promise<void> {
  const [row] = await sql('SELECT json FROM events WHERE first_seq = 11');
  await sql('UPDATE events SET json = $1 WHERE first_seq = 11', [change(String(row?.['json']))]);
}

const chunkDamages = [
  ['that broke off within an event', (text: string) => text.slice(0, text.indexOf('event 15"') + 3), 15],
  ['in which a bit of the form of an event flipped', (text: string) => text.replace('"seq":17', '#seq":17'), 17],
  ['in which a number is wrong', (text: string) => text.replace('"seq":13', '"seq":93'), 13],
  ['of which an event is none', (text: string) => text.replace('resource.warning', 'resource.warninh'), 11],
  ['of which nothing is left', () => '', 11],
] as const;

describe('a row of a log', () => {
  it.each(chunkDamages)(
    '%s is told by its event, cut off, set aside, and the run goes on',
    async (_what, change, seq) => {
      await thirtyEvents();
      await damageChunk(change);
      await expect(stores.events.read('e1')).rejects.toMatchObject({ code: 'DAMAGED_RECORD', details: { seq } });
      expect(await stores.events.read('e1', 1, seq - 1)).toEqual(events(1, seq - 1));
      expect(await stores.events.read('e1', 21)).toEqual([...events(21, 30), completed(31)]);
      expect(await stores.events.cut('e1', seq - 1)).toBe(31 - seq + 1);
      expect(await stores.events.read('e1')).toEqual(events(1, seq - 1));
      const head = await stores.executions.get('e1');
      expect(head).toMatchObject({ status: 'running', lastSeq: seq - 1 });
      expect(head).not.toHaveProperty('endedAt');
      expect(
        await sql('SELECT n, after_seq, (record::json->>$1)::int AS first FROM set_aside ORDER BY n', ['firstSeq']),
      ).toEqual([
        { n: 1, after_seq: seq - 1, first: 11 },
        { n: 2, after_seq: seq - 1, first: 21 },
        { n: 3, after_seq: seq - 1, first: 31 },
      ]);
      await stores.events.append('e1', events(seq, 40), 'strict');
      expect(await stores.events.read('e1')).toEqual(events(1, 40));
      await stores.executions.remove('e1');
      expect(await sql('SELECT * FROM set_aside')).toEqual([]);
    },
  );

  it.each([
    ['is gone', 'DELETE FROM events WHERE first_seq = $1'],
    ['has lost its summary', "UPDATE events SET summary = '{' WHERE first_seq = $1"],
    ['ends before it begins', 'UPDATE events SET last_seq = 0 WHERE first_seq = $1'],
  ])('that %s is told by its first number, in the middle and at the end', async (_what, damage) => {
    await thirtyEvents();
    await sql(damage, [31]);
    await expect(stores.events.read('e1', 25)).rejects.toMatchObject({ details: { seq: 31 } });
    await sql(damage, [11]);
    await expect(stores.events.read('e1')).rejects.toMatchObject({ details: { seq: 11 } });
    const query = { filter: {}, from: 9, direction: 'forward', limit: 4 } as const;
    expect((await stores.events.find('e1', query)).events).toEqual([...events(9, 10), ...events(21, 22)]);
    expect(await stores.events.cut('e1', 10)).toBe(21);
    expect(await stores.events.read('e1')).toEqual(events(1, 10));
  });

  it('keeps the iterations before it', async () => {
    await stores.events.append('e1', [iteration(1, 1), iteration(2, 2, 1)], 'strict');
    await stores.events.append('e1', [iteration(3, 3)], 'strict');
    await sql("UPDATE iterations SET event = '{' WHERE ordinal = 2");
    await stores.events.cut('e1', 2);
    const { iterations } = await stores.iterations.find('e1', { direction: 'backward', limit: 9 });
    expect(iterations.map(({ ordinal }) => ordinal)).toEqual([1]);
    await expect(stores.iterations.get('e1-iter-2')).rejects.toMatchObject({ code: 'DAMAGED_RECORD' });
  });
});

describe('damage elsewhere', () => {
  it.each([
    ['bytes that are wrong', "UPDATE snapshots SET gzip = '\\x0102' WHERE seq = $1 AND part = 'history'"],
    ['a wrong checksum', "UPDATE snapshots SET hash = '0' WHERE seq = $1 AND part = 'history'"],
    ['a part that is gone', "DELETE FROM snapshots WHERE seq = $1 AND part = 'history'"],
  ])('of a snapshot (%s) is passed over for the one before, and told', async (_what, damage) => {
    for (const seq of [5, 9, 12]) {
      await stores.checkpoints.save('e1', { seq, planHash: 'p', history: `"history ${seq}"`, view: `"view ${seq}"` });
    }
    for (const seq of [12, 9]) await sql(damage, [seq]);
    const found = { seq: 5, planHash: 'p', json: '"history 5"' };
    expect(await stores.checkpoints.load('e1', 'history')).toEqual({ found, damaged: [12, 9] });
    expect(await stores.checkpoints.load('e1', 'view')).toMatchObject({ found: { seq: 12 }, damaged: [] });
  });

  it('of a payload, short or in pages, is told when it is read', async () => {
    const short = await stores.blobs.put('e1', 'short');
    const long = await stores.blobs.put('e1', 'a long text. '.repeat(100_000));
    await sql('UPDATE blobs SET gzip = substr(gzip, 1, 12) WHERE hash = $1', [short]);
    await sql('DELETE FROM blob_pages WHERE page = 2');
    for (const hash of [short, long]) {
      await expect(stores.blobs.get('e1', hash)).rejects.toMatchObject({ code: 'DAMAGED_RECORD' });
    }
  });

  it('of a head hides no other', async () => {
    await stores.executions.create(execution('e2'));
    await sql("UPDATE executions SET head = '{' WHERE id = 'e2'");
    await expect(stores.executions.get('e2')).rejects.toMatchObject({ code: 'DAMAGED_RECORD' });
    await expect(stores.events.append('e2', events(1, 1), 'strict')).rejects.toMatchObject({ code: 'DAMAGED_RECORD' });
    expect((await stores.executions.list('w1')).map(({ id }) => id)).toEqual(['e1']);
  });
});

describe('the tables', () => {
  it('are made once by many that start at the same time', async () => {
    const fresh = server.newAddress();
    const all = await Promise.all(Array.from({ length: 8 }, () => openPostgresStores(fresh)));
    await all[0]?.executions.create(execution('e1'));
    expect(await all[7]?.executions.get('e1')).toMatchObject({ id: 'e1' });
    for (const each of all) await each.end();
  });

  it('of a newer version are left alone', async () => {
    await sql('INSERT INTO migrations (number) VALUES (99)');
    await expect(openPostgresStores(address)).rejects.toMatchObject({ code: 'NEWER_VERSION' });
    await sql('DELETE FROM migrations WHERE number = 99');
  });
});

describe('an address', () => {
  it('is known by its form, and shown without its password', () => {
    expect(['postgres://h/d', 'postgresql://h/d', 'runs', '/postgres'].map(isPostgresAddress)).toEqual([
      true,
      true,
      false,
      false,
    ]);
    const read = readPostgresAddress('postgres://ada:se%40cret@db:5433/flows?schema=team&sslmode=disable&options=-c+x');
    expect(read).toEqual({
      connection: 'postgres://ada:se%40cret@db:5433/flows?sslmode=disable',
      schema: 'team',
      place: 'postgres://ada@db:5433/flows?sslmode=disable&schema=team',
    });
    // The driver would do so too, with a warning.
    expect(readPostgresAddress('postgres://h/d?sslmode=require&password=secret')).toEqual({
      connection: 'postgres://h/d?sslmode=verify-full&password=secret',
      schema: 'heddle',
      place: 'postgres://h/d?sslmode=require',
    });
    for (const wrong of ['postgres://ada:se cret@h:port/d', 'postgres://h/d?schema=a"b']) {
      expect(() => readPostgresAddress(wrong)).toThrow(expect.objectContaining({ code: 'VALIDATION_ERROR' }));
    }
  });

  it('tells no password, whatever is wrong with it', async () => {
    const wrong = [
      [address.replace(/:\d+\//, ':1/'), /does not answer \(ECONNREFUSED\)/],
      [address.replace('/postgres?', '/nothing?'), /no such database/],
      [address.replace('heddle:', 'nobody:'), /did not let Heddle in/],
      [address.replace(`:${postgresPassword}`, ''), /did not let Heddle in/],
      [address.replace('@127.0.0.1', '@no.such.host.invalid'), /host .* is not known|does not answer/],
      [`${address}&sslmode=require`, /There is no TLS/],
      [`${address}&sslmode=require&sslrootcert=/no/such.pem`, /A file that the address .* names/],
      [`postgres://heddle:${postgresPassword}@h:port/d`, /cannot be read/],
    ] as const;
    for (const [each, message] of wrong) {
      const error: unknown = await openStores(each, () => {}).catch((thrown: unknown) => thrown);
      const form = { name: 'AppError', message: expect.stringMatching(message), advice: expect.stringMatching(/\w/) };
      expect(error).toMatchObject(form);
      expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(postgresPassword);
    }
  });

  it('needs the driver, and says what to install without it', async () => {
    await expect(loadDriver(() => Promise.reject(new Error('Cannot find package')))).rejects.toMatchObject({
      code: 'STORAGE_FAILED',
      advice: expect.stringContaining('npm install pg'),
    });
  });
});
