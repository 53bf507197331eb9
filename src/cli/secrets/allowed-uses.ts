import { sep } from 'node:path';
import { err, ok, type Result } from '@/base/result';
import type { SecretOf } from '@/engine/ports/machine';
import { gateSecrets } from '@/host/gate-secrets';
import type { Plan } from '@/plan/plan';
import {
  formatSecretUse,
  isSameUse,
  parseSecretUse,
  type SecretGrant,
  type SecretUse,
} from '@/plan/secrets/secret-grant';
import { listPlannedSecrets, type PlannedSecret } from '@/plan/secrets/secret-uses';
import { formatPlainLine } from '../plain-line';
import type { Env } from '../processes/process-env';

/**
 * What options and the environment allow: `--allow-secret`, and a list in `HEDDLE_ALLOW_SECRETS`. Refused with a
 * message.
 */
export function readFlaggedUses(env: Env, flags: readonly string[] = []): Result<readonly SecretUse[], string> {
  const named = (env['HEDDLE_ALLOW_SECRETS'] ?? '').split(/[\s,]+/).filter((text) => text !== '');
  const uses: SecretUse[] = [];
  for (const [index, text] of [...flags, ...named].entries()) {
    const use = parseSecretUse(text);
    if (!use.ok) return err(`${index < flags.length ? '--allow-secret' : 'HEDDLE_ALLOW_SECRETS'}: ${use.error}`);
    uses.push(use.value);
  }
  return ok(uses);
}

/** Whether a person allowed a use for a workflow: for its file, or for a folder that it is in. */
export function isGranted(grants: readonly SecretGrant[], use: SecretUse, file: string): boolean {
  return grants.some(({ scope, ...granted }) => {
    if (!isSameUse(granted, use) || scope === undefined) return false;
    return file === scope || file.startsWith(scope.endsWith(sep) ? scope : scope + sep);
  });
}

/** The secrets of the environment, `HEDDLE_SECRET_NAME`, each only for where it is allowed to go. */
export function createEnvSecrets(env: Env, isAllowed: (use: SecretUse) => boolean): SecretOf {
  return gateSecrets({
    heldUnder: (name) => env[`HEDDLE_SECRET_${name}`],
    isAllowed,
    advice: (use) => `If it should be: --allow-secret ${formatSecretUse(use)}`,
  });
}

/** What a run of a plan would send without being allowed to. */
export function listForbiddenUses(plan: Plan, isAllowed: (use: SecretUse) => boolean): readonly PlannedSecret[] {
  return plan.isDry === true ? [] : listPlannedSecrets(plan).filter((use) => !isAllowed(use));
}

/**
 * Why a plan is not run where nobody can be asked: the first secret that it would send; undefined: it sends none that
 * is not allowed. `unless` says who does so, and by which option.
 */
export function findSecretRefusal(
  plan: Plan,
  isAllowed: (use: SecretUse) => boolean,
  unless: string,
): string | undefined {
  const [use] = listForbiddenUses(plan, isAllowed);
  if (use === undefined) return undefined;
  const what = `The tool ${use.tool} of ${use.taskPath} sends the secret ${use.secret} to ${use.target}`;
  return formatPlainLine(`${what}, which ${unless} ${formatSecretUse(use)}.`);
}
