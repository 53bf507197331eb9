import X from 'lucide-react/icons/x';
import * as Radix from 'radix-ui/dialog';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { joinClassNames } from '../class-names';
import { IconButton } from '../form/icon-button';
import styles from './dialog.module.css';
import { leaveUnlessUnsaved } from './unsaved';

interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
  /** Buttons at the end, the primary one last. */
  readonly footer?: ReactNode;
  /** 400 px, 680 px, or, for long texts, nearly the whole window with a body that does not scroll itself. */
  readonly width?: 'narrow' | 'wide' | 'full';
  /** Whether only its content is shown: the title is for screen readers, and there is no button that closes it. */
  readonly isBare?: boolean;
  /** Called once it is closed and the focus is back where it was. */
  readonly onClosed?: () => void;
  /** Whether Esc belongs to something inside at this moment, such as a list of suggestions. */
  readonly keepsEscape?: () => boolean;
}

/**
 * A dialog over the page. The focus stays inside and returns to where it was; Esc closes it, and so does Back. By Esc,
 * or by a click beside it, nothing that was typed is lost unasked.
 */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, children, footer, width = 'narrow', isBare = false, onClosed, keepsEscape } = props;
  const opener = useRef<Element | null>(null);
  const content = useRef<HTMLDivElement>(null);
  const closeForBack = useEffectEvent(onClose);
  // Before the page shows what it goes back to, which may open a dialog itself.
  useEffect(() => {
    if (!open) return undefined;
    const handleBack = () => closeForBack();
    addEventListener('popstate', handleBack, true);
    return () => removeEventListener('popstate', handleBack, true);
  }, [open]);
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && leaveUnlessUnsaved(content.current ?? document, onClose)}>
      <Radix.Portal>
        <Radix.Overlay className={styles.scrim} />
        <Radix.Content
          ref={content}
          className={joinClassNames(styles.dialog, styles[width])}
          aria-describedby={undefined}
          onEscapeKeyDown={(event) => keepsEscape?.() && event.preventDefault()}
          // Focuses the element with data-autofocus, else the dialog itself. Its first button would open its tooltip,
          // which would take the first Esc.
          onOpenAutoFocus={(event) => {
            opener.current = document.activeElement;
            event.preventDefault();
            if (!(event.currentTarget instanceof HTMLElement)) return;
            (event.currentTarget.querySelector<HTMLElement>('[data-autofocus]') ?? event.currentTarget).focus();
          }}
          // Radix returns the focus to its own trigger, and this dialog has none.
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (opener.current instanceof HTMLElement) opener.current.focus();
            onClosed?.();
          }}
        >
          {isBare ? (
            <>
              <Radix.Title className={styles.heard}>{title}</Radix.Title>
              {children}
            </>
          ) : (
            <>
              <div className={styles.head}>
                <Radix.Title className={styles.title}>{title}</Radix.Title>
                <IconButton label="Close" icon={<X />} onClick={onClose} />
              </div>
              <div className={styles.body}>{children}</div>
            </>
          )}
          {footer && <div className={styles.footer}>{footer}</div>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
