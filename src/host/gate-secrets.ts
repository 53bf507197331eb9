import type { AppError } from '@/base/errors';
import { createToolError } from '@/base/tool-error';
import type { SecretOf } from '@/engine/ports/machine';
import type { SecretUse } from '@/plan/secrets/secret-grant';

/** What decides which secret goes where. */
interface SecretGate {
  readonly heldUnder: (name: string) => string | undefined;
  readonly isAllowed: (use: SecretUse) => boolean;
  /** What a person can do to allow a use. */
  readonly advice: (use: SecretUse) => string;
}

/** Gives a secret only for where it is allowed to be sent. Error `TASK_FAILURE` for the model and the person. */
export function gateSecrets({ heldUnder, isAllowed, advice }: SecretGate): SecretOf {
  return (secret, target) => {
    const use = { secret, target };
    if (isAllowed(use)) return heldUnder(secret);
    throw createSecretRefusal(use, advice(use));
  };
}

function createSecretRefusal({ secret, target }: SecretUse, advice: string): AppError {
  const message = `Nobody has allowed that the secret ${secret} is sent to ${target}.`;
  return createToolError(message, advice);
}
