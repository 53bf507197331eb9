import { err, ok, type Result } from '@/base/result';
import { parsePrice } from '@/plan/parse-price';
import { defaultServeLimits, type ServeLimits } from '@/serve/serve-limits';
import type { StoreFlags } from '../run/store-place';

/** The options of a command that runs the workflows of a folder for others. */
export interface WorldFlags extends StoreFlags {
  readonly 'env-file'?: string | undefined;
  readonly 'allow-secret'?: readonly string[] | undefined;
  readonly 'allow-scripts'?: boolean | undefined;
  readonly 'pass-env'?: readonly string[] | undefined;
  readonly 'unknown-price-usd'?: string | undefined;
  readonly provider?: readonly string[] | undefined;
  readonly protocol?: readonly string[] | undefined;
  readonly 'max-runs'?: string | undefined;
}

/** The options of a server over HTTP. */
export interface ServeFlags extends WorldFlags {
  readonly port?: string | undefined;
  readonly host?: string | undefined;
  readonly 'allow-origin'?: readonly string[] | undefined;
  readonly 'allow-host'?: readonly string[] | undefined;
  readonly engine?: string | undefined;
  readonly 'engine-listen'?: string | undefined;
  readonly 'engine-machines'?: string | undefined;
  readonly 'engine-key'?: readonly string[] | undefined;
  readonly 'engine-label'?: readonly string[] | undefined;
  readonly 'max-body-mb'?: string | undefined;
  readonly 'max-requests'?: string | undefined;
  readonly 'max-streams'?: string | undefined;
  readonly 'arrival-seconds'?: string | undefined;
  readonly 'drain-seconds'?: string | undefined;
}

/** The port unless another is given. */
const usualPort = 4400;

/** The limits that options set. Refused with a message. */
export function parseLimits(flags: ServeFlags): Result<ServeLimits, string> {
  const limits = { ...defaultServeLimits };
  const wishes = [
    ['max-runs', 'runs', 1],
    ['max-body-mb', 'bodyBytes', 2 ** 20],
    ['max-requests', 'requestsPerMinute', 1],
    ['max-streams', 'streams', 1],
    ['arrival-seconds', 'arrivalMs', 1000],
    ['drain-seconds', 'drainMs', 1000],
  ] as const;
  for (const [option, limit, unit] of wishes) {
    const text = flags[option];
    if (text === undefined) continue;
    const value = Number(text);
    if (!/^\d+(\.\d+)?$/.test(text) || (value === 0 && limit !== 'drainMs') || value > 1e6) {
      return err(`--${option} ${text}: a number above 0 is expected.`);
    }
    Object.assign(limits, { [limit]: Math.ceil(value * unit) });
  }
  return ok(limits);
}

/** The port of an option; 0: any that is free. Refused with a message. */
export function parsePort(text: string | undefined): Result<number, string> {
  const port = text === undefined ? usualPort : Number(text);
  return Number.isInteger(port) && port >= 0 && port < 65_536
    ? ok(port)
    : err(`--port ${text}: a number from 0 to 65535 is expected.`);
}

/** What is wrong with other options; undefined: nothing. */
export function findFlagProblem(flags: ServeFlags): string | undefined {
  const price = flags['unknown-price-usd'];
  if (price !== undefined && parsePrice(price) === undefined) {
    return `--unknown-price-usd ${price}: USD for a million tokens are expected, such as 5/25, or 5 for both.`;
  }
  const wrong = flags['allow-origin']?.find((origin) => findOrigin(origin) !== origin);
  if (wrong !== undefined) return `--allow-origin ${wrong}: an origin is expected, such as https://flows.example.org.`;
  return undefined;
}

function findOrigin(text: string): string | undefined {
  try {
    return new URL(text).origin;
  } catch {
    return undefined;
  }
}
