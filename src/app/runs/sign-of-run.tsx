import { RunSign } from '../tab/run-sign';
import { useRunLine } from './use-run-line';

/** The sign of the shown run, at the tab of the runs. */
export function SignOfRun() {
  const { mark, isDry } = useRunLine();
  return mark === 'none' ? null : <RunSign mark={mark} isDry={isDry} />;
}
