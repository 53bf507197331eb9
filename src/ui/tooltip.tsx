import {
  type ComponentProps,
  cloneElement,
  type ReactElement,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Kbd } from './kbd';
import styles from './tooltip.module.css';

interface TooltipProps {
  readonly text: string;
  readonly shortcut?: string | undefined;
  /** The button it belongs to; must have a name of its own. */
  readonly children: ReactElement<ComponentProps<'button'>>;
}

/** How long a button is hovered before it is explained, in ms. */
const delayMs = 500;

/** Says what a button is when it is hovered or focused; Esc or a press takes it away. */
export function Tooltip({ text, shortcut, children }: TooltipProps) {
  const [anchor, setAnchor] = useState<DOMRect>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const close = () => {
    clearTimeout(timer.current);
    setAnchor(undefined);
  };
  const open = (button: HTMLButtonElement, after: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setAnchor(button.getBoundingClientRect()), after);
  };
  useEffect(() => () => clearTimeout(timer.current), []);

  const { props } = children;
  const button = cloneElement(children, {
    onPointerEnter: (event) => {
      props.onPointerEnter?.(event);
      if (event.pointerType !== 'touch') open(event.currentTarget, delayMs);
    },
    onPointerLeave: (event) => {
      props.onPointerLeave?.(event);
      close();
    },
    onPointerDown: (event) => {
      props.onPointerDown?.(event);
      close();
    },
    onFocus: (event) => {
      props.onFocus?.(event);
      if (event.currentTarget.matches(':focus-visible')) open(event.currentTarget, 0);
    },
    onBlur: (event) => {
      props.onBlur?.(event);
      close();
    },
    onKeyDown: (event) => {
      props.onKeyDown?.(event);
      close();
    },
  });
  return (
    <>
      {button}
      {anchor && <Bubble anchor={anchor} text={text} shortcut={shortcut} />}
    </>
  );
}

/** Least distance to the button and to the edge of the window, in px. */
const gap = 4;

/** In the top layer, so that nothing cuts it off, and beside its button in the document, so that it belongs there. */
function Bubble({ anchor, text, shortcut }: Omit<TooltipProps, 'children'> & { readonly anchor: DOMRect }) {
  const ref = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const bubble = ref.current;
    if (!bubble) return;
    bubble.showPopover();
    const { width, height } = bubble.getBoundingClientRect();
    const middle = anchor.left + anchor.width / 2 - width / 2;
    const left = Math.max(gap, Math.min(middle, window.innerWidth - width - gap));
    const below = anchor.bottom + gap;
    const top = below + height > window.innerHeight ? anchor.top - height - gap : below;
    bubble.style.translate = `${left}px ${top}px`;
  }, [anchor]);
  return (
    <span ref={ref} role="tooltip" popover="manual" className={styles.tooltip}>
      {text}
      {shortcut && <Kbd keys={shortcut} bare />}
    </span>
  );
}
