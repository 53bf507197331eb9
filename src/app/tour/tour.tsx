import { useEffect, useState } from 'react';
import type { AppStores } from '@/state/context';
import { openDialog } from '@/state/view/screens';
import { Button } from '@/ui/form/button';
import { useEscape } from '@/ui/overlay/use-escape';
import styles from './tour.module.css';
import { tourSteps } from './tour-steps';

interface TourProps {
  readonly stores: AppStores;
  readonly onLeave: () => void;
}

/** The steps one by one, beside the real screen. Each ends when the person has done it, or by “Next”. */
export function Tour({ stores, onLeave }: TourProps) {
  const [index, setIndex] = useState(0);
  const step = tourSteps[index];
  useEscape(onLeave);
  useEffect(() => {
    if (step === undefined) return;
    step.prepare?.(stores);
    let isOver = false;
    const checkStep = () => {
      if (isOver || !step.isDone(stores)) return;
      isOver = true;
      setIndex(index + 1);
    };
    const stop = [
      stores.document.subscribe(checkStep),
      stores.view.subscribe(checkStep),
      stores.run.subscribe(checkStep),
    ];
    checkStep();
    return () => {
      isOver = true;
      for (const end of stop) end();
    };
  }, [step, index, stores]);
  return (
    <>
      {step && <Ring key={index} target={step.target} />}
      <section
        className={styles.card}
        aria-label="Tour"
        // Elsewhere Esc clears the selection first.
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          onLeave();
        }}
      >
        <div role="status">
          <p className={styles.count}>{step ? `Step ${index + 1} of ${tourSteps.length}` : 'The tour is over'}</p>
          <h2 className={styles.title}>{step?.title ?? 'That is all it takes'}</h2>
          <p>{step?.text ?? 'Write a prompt in the inspector, or open the gallery for workflows to start from.'}</p>
          {step?.keys && <p className={styles.keys}>{step.keys}</p>}
        </div>
        <div className={styles.buttons}>
          {step ? (
            <>
              <Button variant="ghost" onClick={onLeave} shortcut="Escape">
                Leave the tour
              </Button>
              <Button onClick={() => setIndex(index + 1)}>Next</Button>
            </>
          ) : (
            <>
              <Button
                onClick={() => {
                  openDialog(stores.view, { name: 'gallery' });
                  onLeave();
                }}
              >
                Open the gallery
              </Button>
              <Button variant="primary" onClick={onLeave}>
                Close
              </Button>
            </>
          )}
        </div>
      </section>
    </>
  );
}

/** Room between an element and the ring around it, in px. */
const room = 4;

/** A ring around an element, wherever it moves. */
function Ring({ target }: { readonly target: () => Element | null | undefined }) {
  const [ring, setRing] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (ring === null) return;
    let frame = 0;
    const followTarget = () => {
      const rect = target()?.getBoundingClientRect();
      ring.hidden = rect === undefined || rect.width === 0;
      if (rect) {
        Object.assign(ring.style, {
          transform: `translate(${rect.x - room}px, ${rect.y - room}px)`,
          width: `${rect.width + 2 * room}px`,
          height: `${rect.height + 2 * room}px`,
        });
      }
      frame = requestAnimationFrame(followTarget);
    };
    followTarget();
    return () => cancelAnimationFrame(frame);
  }, [ring, target]);
  return <div ref={setRing} className={styles.ring} aria-hidden="true" />;
}
