import X from 'lucide-react/icons/x';
import frame from '@/ui/display/panel.module.css';
import { IconButton } from '@/ui/form/icon-button';

interface PanelHeadProps {
  readonly title: string;
  readonly sub: string;
  readonly onClose: () => void;
}

/** The title of the details. */
export function PanelHead({ title, sub, onClose }: PanelHeadProps) {
  return (
    <div className={frame.head}>
      <span className={frame.title}>
        <h2 title={title}>{title}</h2>
        <span>{sub}</span>
      </span>
      <IconButton size="s" label="Close the details" icon={<X />} onClick={onClose} />
    </div>
  );
}
