import { AppError } from '@/base/errors';

/** Where a store in PostgreSQL is. Only `connection` may hold a password: it goes to the driver and nowhere else. */
export interface PostgresAddress {
  /** For the driver. */
  readonly connection: string;
  /** The schema with the tables of Heddle. */
  readonly schema: string;
  /** The address as a person may see it: without a password. With one from elsewhere, it leads there. */
  readonly place: string;
}

/** Whether this is an address of PostgreSQL, and not a folder. */
export function isPostgresAddress(address: string): boolean {
  return /^postgres(ql)?:/i.test(address);
}

/** Names that need no quoting, so that the schema can stand in a statement. */
const schemaForm = /^[a-z_][a-z0-9_]{0,50}$/;

/**
 * Reads `postgres://USER@HOST:PORT/DATABASE`, with the options of libpq as a query, and `schema=NAME` (default
 * `heddle`). Error `VALIDATION_ERROR`, which never repeats the address: it may hold a password.
 */
export function readPostgresAddress(address: string): PostgresAddress {
  const url = parseUrl(address);
  if (url === undefined) throw createAddressRefusal('The address of the store cannot be read.');
  const schema = url.searchParams.get('schema') ?? 'heddle';
  if (!schemaForm.test(schema)) {
    throw createAddressRefusal('The schema in the address of the store is not a name of small letters, digits and _.');
  }
  // The driver would take them in place of what the store itself sets.
  for (const name of ['schema', 'options']) url.searchParams.delete(name);
  const place = formatPlace(url, schema);
  // The driver checks the certificate in all of them, and warns that a later one will not.
  const mode = url.searchParams.get('sslmode');
  if (mode !== null && checkedModes.has(mode)) url.searchParams.set('sslmode', 'verify-full');
  return { connection: url.href, schema, place };
}

const checkedModes: ReadonlySet<string> = new Set(['prefer', 'require', 'verify-ca']);

/** What the platform throws would repeat the address. */
function parseUrl(address: string): URL | undefined {
  return isPostgresAddress(address) && URL.canParse(address) ? new URL(address) : undefined;
}

/** Options that are no secret, and without which the address would lead elsewhere, or nowhere. */
const shownOptions: ReadonlySet<string> = new Set(['host', 'port', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey']);

function formatPlace(url: URL, schema: string): string {
  const user = url.username === '' ? '' : `${url.username}@`;
  const shown = [...url.searchParams].filter(([name]) => shownOptions.has(name));
  const query = new URLSearchParams([...shown, ...(schema === 'heddle' ? [] : [['schema', schema]])]);
  const words = query.size === 0 ? '' : `?${query.toString().replaceAll('%2F', '/')}`;
  return `postgres://${user}${url.host}${url.pathname}${words}`;
}

function createAddressRefusal(message: string): AppError {
  return new AppError('VALIDATION_ERROR', message, {
    advice: 'Write it as postgres://USER:PASSWORD@HOST:5432/DATABASE.',
  });
}
