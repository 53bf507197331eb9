import type { LucideIcon } from 'lucide-react';
import Braces from 'lucide-react/icons/braces';
import FileText from 'lucide-react/icons/file-text';
import Layers from 'lucide-react/icons/layers';
import MessagesSquare from 'lucide-react/icons/messages-square';
import ScrollText from 'lucide-react/icons/scroll-text';
import TextCursorInput from 'lucide-react/icons/text-cursor-input';
import Wrench from 'lucide-react/icons/wrench';
import type { PartGroupId } from './part-groups';

const icons: { readonly [K in PartGroupId]: LucideIcon } = {
  system: ScrollText,
  variables: Braces,
  injected: Layers,
  inherited: FileText,
  history: MessagesSquare,
  tools: Wrench,
  task: TextCursorInput,
};

/** The icon of a part that is not a task's output. */
export function PartIcon({ group }: { readonly group: PartGroupId }) {
  const Icon = icons[group];
  return <Icon aria-hidden="true" strokeWidth={1.75} />;
}
