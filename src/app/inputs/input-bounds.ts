import { formatBytes } from '@/base/figures';
import type { InputField } from '@/workflow/inputs/input-field';

/** What an input takes, beside its label: `0 to 200`, `61 of 20,000`. Empty: there is nothing to say. */
export function formatInputBounds(field: InputField, text: string): string {
  const { type, min, max, integer, maxLength, accept, maxBytes } = field;
  switch (type) {
    case 'number': {
      const range =
        min !== undefined && max !== undefined
          ? `${min} to ${max}`
          : min !== undefined
            ? `${min} or more`
            : max !== undefined
              ? `${max} or less`
              : '';
      return [range, integer ? 'whole' : ''].filter((words) => words !== '').join(', ');
    }
    case 'text':
      return maxLength === undefined
        ? ''
        : `${[...text].length.toLocaleString('en')} of ${maxLength.toLocaleString('en')}`;
    case 'file':
      return [accept.join(', '), `up to ${formatBytes(maxBytes)}`].filter((words) => words !== '').join(', ');
    case 'json':
      return 'JSON';
    case 'boolean':
    case 'choice':
      return '';
  }
}
