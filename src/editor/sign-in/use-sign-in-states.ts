import { useEffect, useState } from 'react';
import type { SignInStates } from '@/run/sign-ins';
import { useStores } from '@/state/context';

/** How it stands with all servers at which somebody is signed in, or is to sign in; undefined until it is known. */
export function useSignInStates(): SignInStates['servers'] | undefined {
  const { signIns } = useStores().services;
  const [servers, setServers] = useState<SignInStates['servers']>();
  useEffect(() => {
    let isShown = true;
    const follow = async () => {
      for (let version: number | undefined; isShown; ) {
        const states = await signIns.states(version);
        version = states.version;
        if (isShown) setServers(states.servers);
      }
    };
    // A worker that is gone is told of elsewhere.
    follow().catch(() => {});
    return () => {
      isShown = false;
    };
  }, [signIns]);
  return servers;
}
