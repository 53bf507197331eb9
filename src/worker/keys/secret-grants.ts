import { z } from 'zod';
import { AppError } from '@/base/errors';
import type { Plan } from '@/plan/plan';
import { addGrants, isSameUse, type SecretGrant, type SecretUse, secretGrantSchema } from '@/plan/secrets/secret-grant';
import { listPlannedSecrets } from '@/plan/secrets/secret-uses';
import type { LimitShare } from '@/providers/limits/limit-share';
import type { SecretGrants } from '@/run/secret-grants';
import type { SettingsStore } from '@/storage/stores';

/** Which secret may go where. It is read in this worker, where secrets are: a page cannot skip it. */
export interface WorkerGrants extends SecretGrants {
  /** Whether a workflow may send a secret there. */
  isAllowed(use: SecretUse, workflowId: string): boolean;
  /** Why a plan cannot run yet; undefined: it sends no secret that is not allowed. */
  refusal(plan: Plan, workflowId: string): AppError | undefined;
  /** Something from elsewhere came into a workflow: what is allowed for those made here no longer counts for it. */
  cameFromElsewhere(workflowId: string): Promise<void>;
  /** Forgets what was allowed for a workflow that is removed. */
  forgetWorkflow(workflowId: string): Promise<void>;
  /** Reads the grants again after another tab has changed them. */
  reload(): Promise<void>;
}

const key = 'secret-grants';
const never = new AbortController().signal;
const storedSchema = z.strictObject({
  version: z.literal(1),
  allowed: z.array(secretGrantSchema),
  /** The workflows that were made on this machine. Any other came from elsewhere. */
  madeHere: z.array(z.string()),
});
type Stored = z.infer<typeof storedSchema>;
const nothing: Stored = { version: 1, allowed: [], madeHere: [] };

interface GrantsOptions {
  readonly settings: SettingsStore;
  /** Performs a change while no other tab changes the same. */
  readonly alone: LimitShare['alone'];
  readonly onChange: () => void;
  /** ms since 1970. */
  readonly now: () => number;
}

/** Opens what a person has allowed. Stored data that cannot be read allows nothing. */
export async function openSecretGrants({ settings, alone, onChange, now }: GrantsOptions): Promise<WorkerGrants> {
  const readStored = async (): Promise<Stored> =>
    storedSchema.catch(nothing).parse((await settings.get(key)) ?? nothing);
  let stored = await readStored();

  const changeStored = (make: (before: Stored) => Stored): Promise<void> =>
    alone(key, never, async () => {
      const next = make(await readStored());
      await settings.put(key, next);
      stored = next;
      onChange();
    });
  const isMadeHere = (workflowId: string) => stored.madeHere.includes(workflowId);
  const isAllowed = (use: SecretUse, workflowId: string) =>
    stored.allowed.some(
      ({ scope, ...granted }) =>
        isSameUse(granted, use) && (scope === undefined ? isMadeHere(workflowId) : scope === workflowId),
    );
  const removeId = (ids: readonly string[], workflowId: string) => ids.filter((id) => id !== workflowId);

  return {
    isAllowed,
    refusal(plan, workflowId) {
      const uses = plan.isDry === true ? [] : listPlannedSecrets(plan).filter((use) => !isAllowed(use, workflowId));
      const [first] = uses;
      if (first === undefined) return undefined;
      const { secret, target, taskPath, tool } = first;
      return new AppError(
        'KEY_NEEDED',
        `${taskPath} sends the secret ${secret} to ${target}, which nobody has allowed.`,
        {
          advice: 'Allow it in Settings, under Secrets.',
          details: { path: taskPath, tool, workflow: workflowId, secrets: uses.map((use) => ({ ...use })) },
        },
      );
    },
    list: async () => {
      stored = await readStored();
      return stored.allowed;
    },
    isAllowedFor: async (workflowId, uses) => uses.map((use) => isAllowed(use, workflowId)),
    allow: (workflowId, uses) =>
      changeStored((before) => {
        const at = new Date(now()).toISOString();
        const scope = before.madeHere.includes(workflowId) ? {} : { scope: workflowId };
        const added = uses.map(({ secret, target }): SecretGrant => ({ secret, target, ...scope, at }));
        return { ...before, allowed: addGrants(before.allowed, added) };
      }),
    revoke: (grant) =>
      changeStored((before) => ({
        ...before,
        allowed: before.allowed.filter((one) => !isSameUse(one, grant) || one.scope !== grant.scope),
      })),
    madeHere: (workflowId) =>
      changeStored((before) => ({ ...before, madeHere: [...removeId(before.madeHere, workflowId), workflowId] })),
    cameFromElsewhere: async (workflowId) => {
      if (!isMadeHere(workflowId)) return;
      await changeStored((before) => ({ ...before, madeHere: removeId(before.madeHere, workflowId) }));
    },
    forgetWorkflow: async (workflowId) => {
      if (!isMadeHere(workflowId) && !stored.allowed.some(({ scope }) => scope === workflowId)) return;
      await changeStored((before) => ({
        ...before,
        allowed: before.allowed.filter(({ scope }) => scope !== workflowId),
        madeHere: removeId(before.madeHere, workflowId),
      }));
    },
    reload: async () => {
      stored = await readStored();
    },
  };
}
