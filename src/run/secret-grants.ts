import type { SecretGrant, SecretUse } from '@/plan/secrets/secret-grant';

/**
 * Which secret may be sent where, as a person allowed it on this machine. Documents that were made here share what is
 * allowed; one that came from elsewhere needs its own.
 */
export interface SecretGrants {
  /** `scope`: the id of the workflow that came from elsewhere; left out: all that were made here. */
  list(): Promise<readonly SecretGrant[]>;
  /** Whether a workflow may send each of these. */
  isAllowedFor(workflowId: string, uses: readonly SecretUse[]): Promise<readonly boolean[]>;
  /** Only an action of a person may call this. */
  allow(workflowId: string, uses: readonly SecretUse[]): Promise<void>;
  revoke(grant: Pick<SecretGrant, 'secret' | 'target' | 'scope'>): Promise<void>;
  /** A workflow was begun here, with nothing from elsewhere in it. */
  madeHere(workflowId: string): Promise<void>;
}
