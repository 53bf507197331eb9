import {
  type ComponentProps,
  cloneElement,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { overlayPart } from './overlay-part';

const TooltipBody = overlayPart.component((overlays) => overlays.TooltipBody, { Failed: () => null });

interface TooltipProps {
  readonly text: string;
  readonly shortcut?: string | undefined;
  /** The control that it describes, which must have an accessible name of its own. */
  readonly children: ReactElement<ComponentProps<'button'>>;
}

/** How long a control is hovered before its tooltip opens, in ms. */
const delay = 500;

/**
 * Describes a control while it is hovered or focused. It is not in a portal, so that it stays in its region of the
 * document.
 */
export function Tooltip({ text, shortcut, children }: TooltipProps) {
  const [place, setPlace] = useState<DOMRect>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const close = useCallback(() => {
    clearTimeout(timer.current);
    setPlace(undefined);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  const { onPointerEnter, onPointerLeave, onPointerDown, onFocus, onBlur } = children.props;
  const openTooltip = (control: Element) => setPlace(control.getBoundingClientRect());
  return (
    <>
      {cloneElement(children, {
        onPointerEnter(event: PointerEvent<HTMLButtonElement>) {
          onPointerEnter?.(event);
          const control = event.currentTarget;
          if (event.pointerType !== 'touch') timer.current = setTimeout(() => openTooltip(control), delay);
        },
        onPointerLeave(event: PointerEvent<HTMLButtonElement>) {
          onPointerLeave?.(event);
          close();
        },
        onPointerDown(event: PointerEvent<HTMLButtonElement>) {
          onPointerDown?.(event);
          close();
        },
        onFocus(event: FocusEvent<HTMLButtonElement>) {
          onFocus?.(event);
          if (event.currentTarget.matches(':focus-visible')) openTooltip(event.currentTarget);
        },
        onBlur(event: FocusEvent<HTMLButtonElement>) {
          onBlur?.(event);
          // Not in the middle of the change: a dialog from which something goes while nothing has the focus takes it,
          // and Tab would lead no further.
          clearTimeout(timer.current);
          timer.current = setTimeout(close);
        },
      })}
      {place && <TooltipBody text={text} shortcut={shortcut} place={place} onClose={close} />}
    </>
  );
}
