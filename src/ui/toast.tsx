import X from 'lucide-react/icons/x';
import { Toaster as Sonner, toast } from 'sonner';
import { Button } from './button';
import { IconButton } from './icon-button';
import { StatusRing } from './status-ring';
import styles from './toast.module.css';

/** A message that comes and goes. */
export interface Notice {
  readonly tone: 'info' | 'ok' | 'error' | 'paused';
  /** What happened. */
  readonly title: string;
  /** Why, and what to do. */
  readonly detail?: string | undefined;
  readonly action?: { readonly label: string; readonly run: () => void };
  /** Whether it stays until it is read, though it is no error. */
  readonly stays?: boolean;
  /** Notices of one id replace each other. */
  readonly id?: string;
}

/** Errors, and what asks for something, stay until they are read; the rest goes after five seconds. */
const stay: Readonly<Record<Notice['tone'], number>> = {
  info: 5000,
  ok: 5000,
  error: Number.POSITIVE_INFINITY,
  paused: Number.POSITIVE_INFINITY,
};

/** Shows a message in the lower right corner. */
export function notify(notice: Notice): void {
  toast.custom((id) => <Toast notice={notice} onClose={() => toast.dismiss(id)} />, {
    duration: notice.stays ? Number.POSITIVE_INFINITY : stay[notice.tone],
    ...(notice.id === undefined ? {} : { id: notice.id }),
  });
}

/** Where messages appear; once in the page. */
export function Toaster() {
  return <Sonner position="bottom-right" gap={8} offset={16} containerAriaLabel="Messages" />;
}

function Toast({ notice, onClose }: { readonly notice: Notice; readonly onClose: () => void }) {
  const { tone, title, detail, action } = notice;
  return (
    <div className={styles.toast}>
      {tone !== 'info' && (
        <span className={styles.sign}>
          <StatusRing
            status={tone === 'error' ? 'failed' : tone}
            label={tone === 'error' ? 'Error' : tone === 'ok' ? 'Done' : 'Waits for you'}
          />
        </span>
      )}
      <div className={styles.text}>
        <strong className={styles.title}>{title}</strong>
        {detail}
      </div>
      {action && (
        <Button
          size="s"
          onClick={() => {
            onClose();
            action.run();
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton size="s" label="Close the message" icon={<X />} onClick={onClose} />
    </div>
  );
}
