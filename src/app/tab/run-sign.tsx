import FlaskConical from 'lucide-react/icons/flask-conical';
import type { RunMark } from '@/run/line/run-mark';
import { StatusRing } from '@/ui/display/status-ring';
import { getMarkRing, markWords } from './mark-rings';

interface RunSignProps {
  readonly mark: Exclude<RunMark, 'none'>;
  /** Of a dry run that is done the sign is a flask, so that nobody takes it for a run. */
  readonly isDry?: boolean;
  readonly size?: 14 | 16;
}

/** How a run is, as a small sign. */
export function RunSign({ mark, isDry = false, size = 14 }: RunSignProps) {
  if (isDry && mark === 'done') return <FlaskConical width={size} height={size} role="img" aria-label="Dry run" />;
  return <StatusRing status={getMarkRing(mark)} size={size} label={markWords[mark]} />;
}
