import type { AppDialog } from '@/state/view-store';

/** The props of every dialog of the app. */
export interface AppDialogProps {
  readonly onClose: () => void;
}

/** The props of a dialog with data of its own. */
export interface DialogAbout<Name extends AppDialog['name']> extends AppDialogProps {
  readonly dialog: Extract<AppDialog, { readonly name: Name }>;
}
