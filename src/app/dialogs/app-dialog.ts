import type { AppDialog } from '@/state/view-store';

/** What every dialog of the app is given. */
export interface AppDialogProps {
  readonly onClose: () => void;
}

/** What a dialog is given that is about something. */
export interface DialogAbout<Name extends AppDialog['name']> extends AppDialogProps {
  readonly dialog: Extract<AppDialog, { readonly name: Name }>;
}
