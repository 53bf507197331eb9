import { useEffect, useState } from 'react';
import type { SignInStates } from '@/run/sign-ins';
import { useStores } from '@/state/context';

/** The sign-in states of all servers that have or need one; undefined until they are known. */
export function useSignInStates(): SignInStates['servers'] | undefined {
  const { signIns } = useStores().services;
  const [servers, setServers] = useState<SignInStates['servers']>();
  useEffect(() => {
    let isShown = true;
    const followStates = async () => {
      for (let version: number | undefined; isShown; ) {
        const states = await signIns.states(version);
        version = states.version;
        if (isShown) setServers(states.servers);
      }
    };
    // A lost worker is reported elsewhere.
    followStates().catch(() => {});
    return () => {
      isShown = false;
    };
  }, [signIns]);
  return servers;
}
