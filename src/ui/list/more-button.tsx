import { Button } from '../form/button';

interface MoreButtonProps {
  /** How many are shown. */
  readonly shown: number;
  readonly all: number;
  /** How many more a press shows. */
  readonly page: number;
  /** What they are, in the plural; left out: the list says it. */
  readonly what?: string;
  readonly variant?: 'ghost';
  readonly className?: string | undefined;
  readonly onShow: (shown: number) => void;
}

/** The button after the first entries of a list: shows the next ones. There is none after the last. */
export function MoreButton({ shown, all, page, what, variant, className, onShow }: MoreButtonProps) {
  if (shown >= all) return null;
  const size = variant === undefined ? 's' : 'm';
  return (
    <Button size={size} variant={variant ?? 'default'} className={className} onClick={() => onShow(shown + page)}>
      Show {Math.min(page, all - shown).toLocaleString('en')} more of {all.toLocaleString('en')}
      {what === undefined ? '' : ` ${what}`}
    </Button>
  );
}
