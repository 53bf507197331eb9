import { type ComponentType, lazy, Suspense } from 'react';
import { useStores, useView } from '@/state/context';
import type { DialogName } from '@/state/view-store';
import type { AppDialogProps } from './app-dialog';

const dialogs: { readonly [K in DialogName]: ComponentType<AppDialogProps> } = {
  models: lazy(() => import('./models-dialog')),
  problems: lazy(() => import('./problems-dialog')),
  settings: lazy(() => import('./settings-dialog')),
  shortcuts: lazy(() => import('./shortcuts-dialog')),
};

/** The dialog that is open, if any. */
export function Dialogs() {
  const { view } = useStores();
  const name = useView((state) => state.dialog);
  if (name === undefined) return null;
  const OpenDialog = dialogs[name];
  return (
    <Suspense>
      <OpenDialog onClose={() => view.setState({ dialog: undefined })} />
    </Suspense>
  );
}
