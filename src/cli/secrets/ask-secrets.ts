import { err, ok, type Result } from '@/base/result';
import type { SecretOf } from '@/engine/ports/machine';
import type { Plan } from '@/plan/plan';
import { formatSecretUse, isSameUse, type SecretUse } from '@/plan/secrets/secret-grant';
import { type ExitCode, exitCodes, printRefusal } from '../exit-code';
import type { Io } from '../io';
import { formatPlainLine } from '../plain-line';
import type { RunFlags } from '../run/run-wishes';
import { createEnvSecrets, isGranted, listForbiddenUses, readFlaggedUses } from './allowed-uses';

/**
 * The secrets that a run may send, and where. What nobody has allowed yet is asked at the terminal, once for a file;
 * without a terminal the run is refused before anything is sent, and the messages are already printed. `isReal`: the
 * run performs its tools.
 */
export async function openRunSecrets(
  io: Io,
  plan: Plan,
  file: string,
  wishes: RunFlags,
  isReal: boolean,
): Promise<Result<SecretOf, ExitCode>> {
  const { env, grants, ask } = io.machine;
  const flagged = readFlaggedUses(env, wishes['allow-secret']);
  if (!flagged.ok) return err(printRefusal(io, flagged.error));
  const granted = file === '-' ? [] : await grants.all();
  const allowed: SecretUse[] = [...flagged.value];
  const isAllowed = (use: SecretUse) => allowed.some((one) => isSameUse(one, use)) || isGranted(granted, use, file);
  const forbidden = isReal && wishes.simulate !== true ? listForbiddenUses(plan, isAllowed) : [];
  if (forbidden.length === 0) return ok(createEnvSecrets(env, isAllowed));
  for (const { secret, target, taskPath, tool } of forbidden) {
    const line = formatPlainLine(`${taskPath} (${tool}) sends the secret ${secret} to ${target}.`);
    if (ask === undefined || file === '-') {
      io.err.write(`heddle: ${line}\n`);
      continue;
    }
    const answer = await ask(`heddle: ${line} Allow it for this file? [y/N] `, new AbortController().signal).catch(
      () => '',
    );
    if (!/^y(es)?$/i.test(answer.trim())) {
      io.err.write('heddle: Not allowed, so nothing is run.\n');
      return err(exitCodes.problems);
    }
    const grant = { secret, target, scope: file, at: new Date(io.machine.now()).toISOString() };
    await grants.change((before) => [...before, grant]);
    allowed.push({ secret, target });
  }
  if (allowed.length > flagged.value.length) return ok(createEnvSecrets(env, isAllowed));
  const flags = forbidden.map((use) => `--allow-secret ${formatSecretUse(use)}`).join(' ');
  io.err.write(`heddle: Nobody has allowed that. If it should be sent there, run with ${formatPlainLine(flags)}\n`);
  return err(exitCodes.problems);
}
