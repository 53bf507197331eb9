import { createContext, type ReactNode, useContext } from 'react';
import type { Failure } from '@/base/errors';
import type { EngineApi } from '@/worker/border/engine-api';
import type { WorkflowUseCases } from './workflows/workflow-use-cases';

/** What the app's own screens need besides the stores. */
export interface AppServices
  extends Pick<EngineApi, 'keys' | 'secrets' | 'settings' | 'models' | 'tools' | 'tests' | 'draft' | 'servers'> {
  readonly workflows: WorkflowUseCases;
  /** Why the storage could not be opened; everything is then in memory only. */
  readonly storageFailure: Failure | undefined;
  /** Checks the open workflow again, e.g. after a provider was added. */
  readonly recheck: () => Promise<void>;
}

const AppContext = createContext<AppServices | undefined>(undefined);

/** Provides the app's services to its screens. */
export function AppProvider({ app, children }: { readonly app: AppServices; readonly children: ReactNode }) {
  return <AppContext.Provider value={app}>{children}</AppContext.Provider>;
}

/** The app's services. Throws outside of an {@link AppProvider}. */
export function useApp(): AppServices {
  const app = useContext(AppContext);
  if (!app) throw new Error('No AppProvider above.');
  return app;
}
