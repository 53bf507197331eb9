import ListFilter from 'lucide-react/icons/list-filter';
import { IconButton } from '@/ui/form/icon-button';

interface FilterButtonProps {
  readonly isFiltering: boolean;
  readonly onChange: (isFiltering: boolean) => void;
}

/** Shows the field that filters the tree, or takes it away with what it holds. */
export function FilterButton({ isFiltering, onChange }: FilterButtonProps) {
  return (
    <IconButton
      size="s"
      label="Filter the tasks"
      icon={<ListFilter />}
      aria-pressed={isFiltering}
      onClick={() => onChange(!isFiltering)}
    />
  );
}
