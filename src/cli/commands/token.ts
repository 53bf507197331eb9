import { err, ok, type Result } from '@/base/result';
import {
  type AccessScope,
  type AccessToken,
  accessScopes,
  isValidAt,
  makeAccessToken,
} from '@/serve/access/access-token';
import { type ExitCode, exitCodes, printRefusal } from '../exit-code';
import type { Io } from '../io';
import { formatPlainLine } from '../plain-line';
import { buildTokenFilePath, findServedFolder } from '../serve/open-served';
import { createTokenFile } from '../serve/token-file';
import { formatTable } from '../table';

interface TokenFlags {
  readonly scope?: readonly string[] | undefined;
  readonly name?: string | undefined;
  readonly expires?: string | undefined;
  readonly json?: boolean | undefined;
}

/** Makes, lists and revokes the tokens of a served folder. */
export async function manageTokens(
  [action = '', ...args]: readonly string[],
  flags: TokenFlags,
  io: Io,
): Promise<ExitCode> {
  const [id = '', ...rest] = args;
  const folder = findServedFolder(io, action === 'revoke' ? rest : args);
  if (!folder.ok) return printRefusal(io, folder.error);
  const store = createTokenFile(buildTokenFilePath(folder.value));
  const now = io.machine.now();
  switch (action) {
    case 'make': {
      const scopes = parseScopes(flags.scope ?? ['read']);
      if (!scopes.ok) return printRefusal(io, scopes.error);
      const expiresAt = parseExpiry(flags.expires, now);
      if (!expiresAt.ok) return printRefusal(io, expiresAt.error);
      const made = makeAccessToken({
        name: formatPlainLine(flags.name ?? scopes.value.join(',')),
        scopes: scopes.value,
        now,
        expiresAt: expiresAt.value,
      });
      await store.change((tokens) => [...tokens, made.token]);
      io.err.write(`heddle: Token ${made.token.id}. It is shown this once: keep it like a key.\n`);
      io.out.write(`${made.secret}\n`);
      return exitCodes.fine;
    }
    case 'list': {
      const tokens = (await store.all()) ?? [];
      if (flags.json === true) {
        io.out.write(
          `${JSON.stringify(
            tokens.map(({ hash: _hash, ...shown }) => shown),
            null,
            2,
          )}\n`,
        );
      } else if (tokens.length === 0) io.err.write('heddle: There are no tokens.\n');
      else io.out.write(formatTable([headings, ...tokens.map((one) => buildRow(one, now))]));
      return exitCodes.fine;
    }
    case 'revoke': {
      const tokens = (await store.all()) ?? [];
      if (!tokens.some((one) => one.id === id))
        return printRefusal(io, `There is no token ${id}. heddle token list lists them.`);
      const revokedAt = new Date(now).toISOString();
      await store.change((all) => all.map((one) => (one.id === id ? { ...one, revokedAt } : one)));
      return exitCodes.fine;
    }
    default:
      return printRefusal(io, 'What with tokens? make, list or revoke ID.');
  }
}

const headings = ['ID', 'NAME', 'SCOPES', 'MADE', 'EXPIRES', 'STATUS'];

function buildRow(token: AccessToken, now: number): string[] {
  const { id, name, scopes, createdAt, expiresAt = '', revokedAt } = token;
  const status = revokedAt !== undefined ? 'revoked' : isValidAt(token, now) ? 'valid' : 'expired';
  return [id, formatPlainLine(name), scopes.join(','), createdAt.slice(0, 10), expiresAt.slice(0, 10), status];
}

function parseScopes(given: readonly string[]): Result<readonly AccessScope[], string> {
  const names = [...new Set(given.flatMap((one) => one.split(',')).map((one) => one.trim()))];
  const wrong = names.find((name) => !accessScopes.some((scope) => scope === name));
  if (wrong !== undefined) return err(`--scope ${wrong}: there are ${accessScopes.join(', ')}.`);
  return ok(accessScopes.filter((scope) => names.includes(scope)));
}

const units = { h: 3_600_000, d: 86_400_000 } as const;

/** The time in ms since 1970 at which a token expires: `12h`, `30d`, or a date. */
function parseExpiry(text: string | undefined, now: number): Result<number | undefined, string> {
  if (text === undefined) return ok(undefined);
  const [, count, unit] = /^(\d{1,5})([hd])$/.exec(text) ?? [];
  const at = count === undefined ? Date.parse(text) : now + Number(count) * units[unit as keyof typeof units];
  return at > now ? ok(at) : err(`--expires ${text}: a time to come is expected, such as 30d, 12h or 2027-01-31.`);
}
