import { Button } from '@/ui/form/button';
import styles from '../panel/side-panel.module.css';

interface FormButtonsProps {
  /** The label of the submit button. */
  readonly label: string;
  readonly onCancel: () => void;
}

/** The buttons at the end of a form at the right. */
export function FormButtons({ label, onCancel }: FormButtonsProps) {
  return (
    <div className={styles.buttons}>
      <Button type="submit" variant="primary">
        {label}
      </Button>
      <Button variant="ghost" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
