import type { ReactNode } from 'react';

/** An entry of a menu. `menu` opens another beside it; `choice` is a list with exactly one selected value. */
export type MenuEntry =
  | {
      readonly kind: 'item';
      readonly label: string;
      readonly icon?: ReactNode;
      /** A few words or figures at its end, instead of the shortcut. */
      readonly detail?: string | undefined;
      readonly shortcut?: string | undefined;
      readonly danger?: boolean;
      readonly disabled?: boolean;
      readonly onSelect: () => void;
    }
  | { readonly kind: 'separator' }
  | { readonly kind: 'menu'; readonly label: string; readonly entries: readonly MenuEntry[] }
  | {
      readonly kind: 'choice';
      readonly label: string;
      readonly options: readonly { readonly value: string; readonly label: string }[];
      readonly value: string;
      readonly onChange: (value: string) => void;
    };
