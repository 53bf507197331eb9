import { useCallback, useEffect, useState } from 'react';
import { defined } from '@/base/defined';
import type { SecretGrant, SecretUse } from '@/plan/secrets/secret-grant';
import { listSecretUses } from '@/plan/secrets/secret-uses';
import { useDocument, useStores } from '@/state/context';
import { attemptAction } from '@/ui/attempt';
import { Chip } from '@/ui/display/chip';
import { Button } from '@/ui/form/button';
import { listDeclaredTools } from '@/workflow/declared-tools';
import styles from './form.module.css';
import { formatTarget } from './target-label';

/** What is shown: all that is allowed, with the names of workflows, and what the open one still needs. */
interface ShownGrants {
  readonly allowed: readonly (SecretGrant & { readonly by: string })[];
  readonly needed: readonly SecretUse[];
}

/** Where secrets may be sent: what is allowed, to take it back, and what the open workflow would send. */
export function SecretGrantsSection() {
  const { services } = useStores();
  const id = useDocument((state) => state.id);
  const document = useDocument((state) => state.document);
  const [shown, setShown] = useState<ShownGrants>();
  const read = useCallback(async (): Promise<ShownGrants> => {
    const uses = listDeclaredTools(document).flatMap(({ tool }) => listSecretUses(tool));
    const [grants, list, isAllowed] = await Promise.all([
      services.grants.list(),
      services.workflows.list(),
      id === '' ? [] : services.grants.isAllowedFor(id, uses),
    ]);
    const formatScopeName = (scope: string) =>
      list.find((one) => one.id === scope)?.name || 'a workflow from elsewhere';
    const allowed = grants.map((grant) => ({
      ...grant,
      by: grant.scope === undefined ? 'workflows made here' : formatScopeName(grant.scope),
    }));
    const needed = new Map(
      uses.flatMap((use, index) => (isAllowed[index] === false ? [[`${use.secret} ${use.target}`, use]] : [])),
    );
    return { allowed, needed: [...needed.values()] };
  }, [services, id, document]);
  useEffect(() => {
    let isWanted = true;
    read().then(
      (found) => isWanted && setShown(found),
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [read]);
  const changeGrants = (work: () => Promise<void>) =>
    void attemptAction(async () => {
      await work();
      setShown(await read());
    });
  if (shown === undefined || shown.allowed.length + shown.needed.length === 0) return null;
  return (
    <ul className={styles.list} aria-label="Where secrets may be sent">
      {shown.needed.map((use) => (
        <li key={`needs ${use.secret} ${use.target}`} className={styles.provider}>
          <div className={styles.row}>
            <span className={styles.name}>
              <span className={styles.label}>
                {use.secret} to {formatTarget(use.target)}
              </span>
            </span>
            <Chip tone="paused">This workflow would send it</Chip>
            <Button size="s" onClick={() => changeGrants(() => services.grants.allow(id, [use]))}>
              Allow
            </Button>
          </div>
        </li>
      ))}
      {shown.allowed.map((grant) => (
        <li key={`${grant.secret} ${grant.target} ${grant.scope}`} className={styles.provider}>
          <div className={styles.row}>
            <span className={styles.name}>
              <span className={styles.label}>
                {grant.secret} to {formatTarget(grant.target)}
              </span>
            </span>
            <Chip tone="ok">{`Allowed for ${grant.by}`}</Chip>
            <Button
              size="s"
              variant="ghost"
              onClick={() => {
                const { secret, target, scope } = grant;
                changeGrants(() => services.grants.revoke({ secret, target, ...defined({ scope }) }));
              }}
            >
              Revoke
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}
