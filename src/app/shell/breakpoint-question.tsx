import SkipForward from 'lucide-react/icons/skip-forward';
import { useAction } from '@/editor/actions/use-action';
import { getNearestTaskPath } from '@/run/journal-path';
import type { OpenQuestion } from '@/run/run-state';
import { useRun } from '@/state/context';
import { isPaused } from '@/state/run-actions';
import { Button } from '@/ui/form/button';
import { QuestionCard } from './question-card';

/** A breakpoint at which the run pauses: go on to the next one, or to the next task. */
export function BreakpointQuestion({ question }: { readonly question: OpenQuestion }) {
  const [goOn, step] = [useAction('continue'), useAction('step')];
  const paused = useRun(isPaused);
  return (
    <QuestionCard
      taskPath={getNearestTaskPath(question.path)}
      verb={question.path.endsWith('/before') ? 'is next' : 'has ended'}
      text="The run pauses at a breakpoint. What it has made can be looked at."
      problem={paused ? 'The run is paused. Resume it to continue from here.' : undefined}
      submit={{ label: 'Continue', shortcut: goOn.shortcut, disabled: !goOn.enabled }}
      others={
        <Button icon={<SkipForward />} shortcut={step.shortcut} disabled={!step.enabled} onClick={step.run}>
          Step
        </Button>
      }
      onSubmit={goOn.run}
    />
  );
}
