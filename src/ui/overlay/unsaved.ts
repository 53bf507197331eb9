import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** A form says with this attribute that it holds what a person typed and did not save. */
export const unsavedMark = (isUnsaved: boolean) => ({ 'data-unsaved': isUnsaved || undefined });

/** What a person is asked about: whether to go although something typed is lost by it. */
const question = createStore<{ readonly leave?: () => void }>(() => ({}));

/** Goes at once, unless something typed in this part of the page would be lost: then the person is asked first. */
export function leaveUnlessUnsaved(part: ParentNode, leave: () => void): void {
  if (part.querySelector('[data-unsaved]') === null) leave();
  else question.setState({ leave });
}

/** The way on that a person is asked about; undefined: nothing is asked. */
export function useLeaveQuestion(): (() => void) | undefined {
  return useStore(question, ({ leave }) => leave);
}

/** The question is answered. */
export function endLeaveQuestion(): void {
  question.setState({}, true);
}
