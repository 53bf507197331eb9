import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { addGrants, isSameUse, parseSecretUse, type SecretGrant } from '@/plan/secrets/secret-grant';
import { type ExitCode, exitCodes, printRefusal } from '../exit-code';
import type { Io } from '../io';
import { formatPlainLine } from '../plain-line';
import { formatTable } from '../table';

interface SecretsFlags {
  readonly json?: boolean | undefined;
}

/** Lists where secrets may be sent, allows a use for a file or a folder, and revokes it. */
export async function manageSecrets(
  [action = 'list', written, ...places]: readonly string[],
  { json = false }: SecretsFlags,
  io: Io,
): Promise<ExitCode> {
  const { grants, folder, now } = io.machine;
  if (action === 'list') {
    if (written !== undefined) return printRefusal(io, 'heddle secrets list takes nothing more.');
    printGrants(io, await grants.all(), json);
    return exitCodes.fine;
  }
  if (action !== 'allow' && action !== 'revoke') {
    return printRefusal(io, `“${action}”: there are list, allow and revoke.`);
  }
  const use = parseSecretUse(written ?? '');
  if (!use.ok) return printRefusal(io, use.error);
  const scopes = places.map((place) => resolve(folder, place));
  if (action === 'revoke') {
    const before = await grants.all();
    const isMeant = (grant: SecretGrant) =>
      isSameUse(grant, use.value) && (scopes.length === 0 || scopes.includes(grant.scope ?? ''));
    const gone = before.filter(isMeant);
    if (gone.length === 0) return printRefusal(io, 'Nothing like that is allowed: heddle secrets lists what is.');
    await grants.change((all) => all.filter((grant) => !isMeant(grant)));
    io.err.write(`heddle: Revoked. Runs that start from now on ask again.\n`);
    return exitCodes.fine;
  }
  if (scopes.length === 0) {
    return printRefusal(io, 'For which workflows? Name their file or folder: heddle secrets allow NAME=ORIGIN FOLDER');
  }
  for (const [index, scope] of scopes.entries()) {
    if (!existsSync(scope)) return printRefusal(io, `${places[index]}: there is no such file or folder.`);
  }
  const at = new Date(now()).toISOString();
  await grants.change((before) => {
    const added = scopes.map((scope) => ({ ...use.value, scope, at }));
    return addGrants(before, added);
  });
  return exitCodes.fine;
}

function printGrants(io: Io, grants: readonly SecretGrant[], json: boolean): void {
  if (json) io.out.write(`${JSON.stringify(grants, null, 2)}\n`);
  else if (grants.length === 0) io.err.write('heddle: No secret is allowed to be sent anywhere.\n');
  else {
    const rows = grants.map(({ secret, target, scope = '', at }) =>
      [secret, target, relative(io.machine.folder, scope) || '.', at.slice(0, 10)].map(formatPlainLine),
    );
    io.out.write(formatTable([['SECRET', 'SENT TO', 'BY WORKFLOWS IN', 'SINCE'], ...rows]));
  }
}
