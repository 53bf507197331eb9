/** What every dialog of the app is given. */
export interface AppDialogProps {
  readonly onClose: () => void;
}
