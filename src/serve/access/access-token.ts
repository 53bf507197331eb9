import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/** What a token lets its bearer do: look; start and steer runs; remove them. `admin` includes the others. */
export const accessScopes = ['read', 'run', 'admin'] as const;
export type AccessScope = (typeof accessScopes)[number];

/** Schema of {@link AccessToken}. */
export const accessTokenSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  scopes: z.array(z.enum(accessScopes)).readonly(),
  createdAt: z.string(),
  expiresAt: z.string().exactOptional(),
  revokedAt: z.string().exactOptional(),
});

/** A token as it is stored: its SHA-256 alone. Times are ISO 8601. */
export type AccessToken = Readonly<z.infer<typeof accessTokenSchema>>;

/** Port: the tokens of a server. */
export interface TokenStore {
  /** Undefined: none was ever made. Error `DAMAGED_RECORD`: then nobody gets in. */
  all(): Promise<readonly AccessToken[] | undefined>;
  /** Replaces the tokens. Errors: `DAMAGED_RECORD`, `STORAGE_FAILED`. */
  change(edit: (tokens: readonly AccessToken[]) => readonly AccessToken[]): Promise<void>;
}

/** How a token begins, by which scanners of secrets find one. */
const prefix = 'heddle_';

interface Wish {
  readonly name: string;
  readonly scopes: readonly AccessScope[];
  /** ms since 1970. */
  readonly now: number;
  /** ms since 1970; left out: never. */
  readonly expiresAt?: number | undefined;
}

/** A new token of 256 random bits. The secret is in no store: it is shown once. */
export function makeAccessToken({ name, scopes, now, expiresAt }: Wish): {
  readonly token: AccessToken;
  readonly secret: string;
} {
  const secret = prefix + randomBytes(32).toString('base64url');
  const hash = hashSecret(secret).toString('hex');
  const ends = expiresAt === undefined ? {} : { expiresAt: new Date(expiresAt).toISOString() };
  return {
    token: { id: hash.slice(0, 8), name, hash, scopes: [...scopes], createdAt: new Date(now).toISOString(), ...ends },
    secret,
  };
}

/** The token of a secret; undefined if there is none, or if it is no longer valid. `now`: ms since 1970. */
export function findToken(tokens: readonly AccessToken[], secret: string, now: number): AccessToken | undefined {
  const hash = hashSecret(secret);
  const found = tokens.find((token) => timingSafeEqual(Buffer.from(token.hash, 'hex'), hash));
  return found !== undefined && isValidAt(found, now) ? found : undefined;
}

/** Whether a token is neither revoked nor past its time. `now`: ms since 1970. */
export function isValidAt({ expiresAt, revokedAt }: AccessToken, now: number): boolean {
  return revokedAt === undefined && (expiresAt === undefined || Date.parse(expiresAt) > now);
}

/** Whether scopes let their bearer do something. */
export function isAllowing(scopes: readonly AccessScope[], needed: AccessScope): boolean {
  return scopes.includes(needed) || scopes.includes('admin');
}

function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
