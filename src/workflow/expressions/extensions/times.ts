import { Duration } from '@marcbachmann/cel-js/evaluator';
import type { ExpressionFunction, Extension } from './extension';

const time = 'google.protobuf.Timestamp';
const duration = 'google.protobuf.Duration';

/** A part of a time, from the date in the zone as if it were UTC. */
const parts: Readonly<Record<string, (local: Date) => number>> = {
  getDate: (local) => local.getUTCDate(),
  getDayOfMonth: (local) => local.getUTCDate() - 1,
  getDayOfWeek: (local) => local.getUTCDay(),
  getDayOfYear: computeDayOfYear,
  getFullYear: (local) => local.getUTCFullYear(),
  getHours: (local) => local.getUTCHours(),
  getMilliseconds: (local) => local.getUTCMilliseconds(),
  getMinutes: (local) => local.getUTCMinutes(),
  getMonth: (local) => local.getUTCMonth(),
  getSeconds: (local) => local.getUTCSeconds(),
};

/** Times and durations. cel-js does not know zones such as `+02:00`, and takes any date that JavaScript reads. */
export const timesExtension: Extension = {
  replaces: ['duration', 'timestamp', ...Object.keys(parts).map((name) => `.${name}`)],
  functions: [
    { signature: `timestamp(string): ${time}`, call: parseTime },
    {
      signature: `timestamp(int): ${time}`,
      call: (seconds: bigint) => expectTimeInRange(new Date(Number(seconds) * 1000)),
    },
    { signature: `timestamp(${time}): ${time}`, call: (value: Date) => value },
    { signature: `duration(string): ${duration}`, call: parseDuration },
    { signature: `duration(${duration}): ${duration}`, call: (value: Duration) => value },
    ...Object.entries(parts).flatMap(([name, part]): readonly ExpressionFunction[] => [
      { signature: `${time}.${name}(): int`, call: (value: Date) => BigInt(part(value)) },
      {
        signature: `${time}.${name}(string): int`,
        call: (value: Date, zone: string) => BigInt(part(convertToZone(value, zone))),
      },
    ]),
    { signature: `${duration}.getHours(): int`, call: ({ seconds }: Duration) => seconds / 3600n },
    { signature: `${duration}.getMinutes(): int`, call: ({ seconds }: Duration) => seconds / 60n },
    { signature: `${duration}.getSeconds(): int`, call: ({ seconds }: Duration) => seconds },
    { signature: `${duration}.getMilliseconds(): int`, call: ({ nanos }: Duration) => BigInt(Math.trunc(nanos / 1e6)) },
  ],
};

function computeDayOfYear(local: Date): number {
  const newYear = Date.UTC(local.getUTCFullYear(), 0, 1);
  return Math.floor((local.getTime() - newYear) / 86_400_000);
}

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;

/** Reads a time with its zone, as ISO 8601 and RFC 3339 have it. Throws an Error for any other text. */
export function parseTime(text: string): Date {
  const value = isoTime.test(text) ? new Date(text) : undefined;
  if (value === undefined || Number.isNaN(value.getTime())) {
    throw new Error(
      `“${text}” is not a time with its zone, such as 2026-01-31T18:00:00Z or 2026-01-31T18:00:00+02:00.`,
    );
  }
  return expectTimeInRange(value);
}

/** A time of the years that CEL has. Throws an Error otherwise. */
export function expectTimeInRange(value: Date): Date {
  const year = value.getUTCFullYear();
  if (!(year >= 1 && year <= 9999)) throw new Error('The time is not within the years 1 to 9999.');
  return value;
}

const unitNanos: Readonly<Record<string, bigint>> = {
  h: 3_600_000_000_000n,
  m: 60_000_000_000n,
  s: 1_000_000_000n,
  ms: 1_000_000n,
  us: 1000n,
  µs: 1000n,
  ns: 1n,
};
const durationText = /^([+-]?)((?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|ms|s|m|h))+)$/;
const durationPart = /(\d*)\.?(\d*)(ns|us|µs|ms|s|m|h)/g;

/** Reads a duration such as `90s` or `1h30m`. Throws an Error for any other text. */
export function parseDuration(text: string): Duration {
  const [, sign, amounts] = durationText.exec(text) ?? [];
  if (amounts === undefined && text !== '0') throw new Error(`“${text}” is not a duration, such as 90s or 1h30m.`);
  let nanos = 0n;
  for (const [, whole = '', fraction = '', unit = ''] of (amounts ?? '').matchAll(durationPart)) {
    const nanosOfUnit = unitNanos[unit] ?? 0n;
    nanos += BigInt(whole) * nanosOfUnit + (BigInt(fraction) * nanosOfUnit) / 10n ** BigInt(fraction.length);
  }
  return expectDurationInRange(createDuration(sign === '-' ? -nanos : nanos));
}

function createDuration(nanos: bigint): Duration {
  return new Duration(nanos / 1_000_000_000n, Number(nanos % 1_000_000_000n));
}

const maxSeconds = 9_223_372_036n;

/** A duration of at most 292 years: CEL counts nanoseconds with 64 bits. Throws an Error otherwise. */
export function expectDurationInRange(value: Duration): Duration {
  const { seconds } = value;
  if (seconds > maxSeconds || seconds < -maxSeconds) throw new Error('The duration is longer than 292 years.');
  return value;
}

const offset = /^([+-]?)(\d\d):(\d\d)$/;

/** The date and the time of day in a zone, as if it were UTC. Throws an Error if there is no such zone. */
export function convertToZone(value: Date, zone: string): Date {
  const [, sign, hours, minutes] = offset.exec(zone) ?? [];
  if (hours !== undefined) {
    const shift = (Number(hours) * 60 + Number(minutes)) * 60_000;
    return new Date(value.getTime() + (sign === '-' ? -shift : shift));
  }
  return new Date(`${formatInZone(value, zone)}.${String(value.getUTCMilliseconds()).padStart(3, '0')}Z`);
}

/** A date and time of day without a zone: `2026-01-31T18:00:00`. */
function formatInZone(value: Date, timeZone: string): string {
  try {
    // The Swedish way to write a date and time is that of ISO 8601.
    return value.toLocaleString('sv-SE', { timeZone, hourCycle: 'h23' }).replace(' ', 'T');
  } catch {
    throw new Error(`“${timeZone}” is not a time zone. Write +02:00, or a name such as Europe/Berlin.`);
  }
}
