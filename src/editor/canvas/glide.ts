import { selection } from 'd3-selection';

// In place of d3-transition and d3-interpolate, which would be a thirtieth of the first screen: of them the canvas
// needs that its view glides to another place. d3-zoom and React Flow call what is here by the names of d3.

/** What draws a part (0 to 1) of the way, made by the element that moves. */
type StartDrawing = (this: Element) => (part: number) => void;

/** The glide of an element that moves, or will from the next frame on: what stops it. */
const glides = new WeakMap<Element, () => void>();

/** Stops the glide of an element, as when a person moves the view. */
export function interrupt(element: Element): void {
  glides.get(element)?.();
}

/** What is needed of a selection of d3, which here holds one element. */
interface Selected {
  readonly node: () => Element | null;
  readonly each: (perform: (this: Element) => void) => this;
}

/** Makes the selected element glide from the next frame on. */
function startGlide(selected: Selected) {
  const listeners: { readonly type: string | undefined; readonly listener: (this: Element) => void }[] = [];
  const tell = (type: string) => {
    for (const one of listeners) if (one.type === type) selected.each(one.listener);
  };
  let [duration, ease] = [0, (part: number) => part];
  let startDrawing: StartDrawing = () => () => {};
  const element = selected.node();
  const glide = {
    selection: () => selected,
    duration: (ms: number) => {
      duration = ms;
      return glide;
    },
    ease: (next: typeof ease) => {
      ease = next;
      return glide;
    },
    /** `names`: types of what is told and who asked, as `interrupt.zoom end.zoom`. */
    on: (names: string, listener: (this: Element) => void) => {
      for (const name of names.split(' ')) listeners.push({ type: name.split('.')[0], listener });
      return glide;
    },
    tween: (_name: string, next: StartDrawing) => {
      startDrawing = next;
      return glide;
    },
  };
  if (element === null) return glide;
  interrupt(element);
  const begun = performance.now();
  let hasStarted = false;
  const schedule = (draw: () => void) => {
    const frame = requestAnimationFrame(draw);
    glides.set(element, () => {
      cancelAnimationFrame(frame);
      glides.delete(element);
      if (hasStarted) tell('interrupt');
    });
  };
  schedule(() => {
    hasStarted = true;
    tell('start');
    const draw = startDrawing.call(element);
    const drawFrame = () => {
      const part = Math.min((performance.now() - begun) / duration, 1);
      if (part < 1) {
        schedule(drawFrame);
        draw(ease(part));
        return;
      }
      glides.delete(element);
      draw(1);
      tell('end');
    };
    drawFrame();
  });
  return glide;
}

/** In place of d3-interpolate: the straight way from a place and width of the view to another. */
export function interpolate(from: readonly number[], to: readonly number[]) {
  return (part: number) => from.map((value, index) => value + ((to[index] ?? value) - value) * part);
}

/** By default d3 flies out and in again: here it goes straight too. */
export function interpolateZoom(from: readonly number[], to: readonly number[]) {
  return interpolate(from, to);
}

Object.assign(selection.prototype, {
  transition(this: Selected) {
    return startGlide(this);
  },
  interrupt(this: Selected) {
    return this.each(function stop(this: Element) {
      interrupt(this);
    });
  },
});
