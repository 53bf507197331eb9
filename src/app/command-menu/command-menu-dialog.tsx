import { Command } from 'cmdk';
import BookOpen from 'lucide-react/icons/book-open';
import History from 'lucide-react/icons/history';
import LayoutTemplate from 'lucide-react/icons/layout-template';
import Settings2 from 'lucide-react/icons/settings-2';
import SquareFunction from 'lucide-react/icons/square-function';
import Workflow from 'lucide-react/icons/workflow';
import Zap from 'lucide-react/icons/zap';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { attemptAction } from '@/ui/attempt';
import { Kbd } from '@/ui/display/kbd';
import { TypeIcon } from '@/ui/display/type-tile';
import { Dialog } from '@/ui/overlay/dialog';
import { isTaskType, taskTraits } from '@/workflow/tasks';
import type { AppDialogProps } from '../dialogs/app-dialog';
import styles from './command-menu.module.css';
import { kindWords, type MenuItem, type MenuKind } from './menu-item';
import { rememberItem } from './recent-items';
import { useFound } from './use-found';

const icons: { readonly [K in Exclude<MenuKind, 'task'>]: ReactNode } = {
  action: <Zap />,
  function: <SquareFunction />,
  setting: <Settings2 />,
  workflow: <Workflow />,
  run: <History />,
  template: <LayoutTemplate />,
  guide: <BookOpen />,
};

/** Finds actions, tasks, settings, workflows, runs, templates and pages of the guide, and opens them. */
export default function CommandMenuDialog({ onClose }: AppDialogProps) {
  const [query, setQuery] = useState('');
  const chosen = useRef<MenuItem>(undefined);
  /** Enter came before the items of the query: its first one is chosen once they are there. */
  const isEntered = useRef(false);
  const found = useFound(query);
  const { items, fitting } = found;
  const first = items.find(({ needs }) => needs === undefined);
  /** The row that a person moved to. It stays marked while runs and workflows come in, until the query changes. */
  const [marked, setMarked] = useState({ query: '', id: '' });
  /** Whether a key or the pointer is being handled: cmdk marks a row by itself too, whenever its rows change. */
  const isMoving = useRef(false);
  const startMove = () => {
    isMoving.current = true;
  };
  const endMove = () => {
    isMoving.current = false;
  };
  const markRow = (id: string) => {
    if (isMoving.current) setMarked({ query: found.query, id });
  };
  const isMarked = marked.query === found.query && items.some(({ id }) => id === marked.id);
  const chooseItem = (item: MenuItem | undefined) => {
    if (item === undefined) return;
    chosen.current = item;
    rememberItem(item.id);
    onClose();
  };
  useEffect(() => {
    if (!isEntered.current || found.query !== query) return;
    isEntered.current = false;
    chooseItem(first);
  });
  /** Only once the focus is back: some actions move it, and some look at what has it. */
  const runChosen = () => {
    const item = chosen.current;
    if (item) void attemptAction(async () => item.run());
  };
  const handleMenuKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || found.query === query) return;
    event.preventDefault();
    isEntered.current = true;
  };
  return (
    <Dialog open isBare width="wide" title="Search everything" onClose={onClose} onClosed={runChosen}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only notices when the menu handles a key or the pointer */}
      <div onKeyDownCapture={startMove} onKeyDown={endMove} onPointerMoveCapture={startMove} onPointerMove={endMove}>
        <Command
          label="Search everything"
          shouldFilter={false}
          loop
          value={isMarked ? marked.id : (first?.id ?? '')}
          onValueChange={markRow}
          onKeyDown={handleMenuKey}
          className={styles.menu}
        >
          <Command.Input
            data-autofocus
            placeholder="Search actions, tasks, settings, workflows, runs, templates and the guide"
            value={query}
            onValueChange={setQuery}
          />
          <Command.List label="Found" className={styles.list}>
            {items.length === 0 && <p className={styles.none}>Nothing fits. Try fewer letters.</p>}
            {items.map((item) => (
              <Command.Item
                key={item.id}
                value={item.id}
                disabled={item.needs !== undefined}
                onSelect={() => chooseItem(item)}
                className={styles.item}
              >
                <Row item={item} />
              </Command.Item>
            ))}
          </Command.List>
          <div className={styles.foot}>
            <output>{countWords(items.length, fitting)}</output>
            <span aria-hidden="true">
              <Kbd keys="ArrowUp" /> <Kbd keys="ArrowDown" /> move <Kbd keys="Enter" /> open <Kbd keys="Escape" /> close
            </span>
          </div>
        </Command>
      </div>
    </Dialog>
  );
}

function Row({ item }: { readonly item: MenuItem }) {
  const { kind, label, detail, keys, needs, type } = item;
  return (
    <>
      <span className={styles.icon} aria-hidden="true">
        {kind !== 'task' ? icons[kind] : isTaskType(type) ? <TypeIcon look={taskTraits[type]} /> : null}
      </span>
      <span className={styles.label}>{label}</span>
      <span className={styles.detail}>{needs ?? detail}</span>
      {keys !== undefined && <Kbd keys={keys} />}
      <span className={styles.kind}>{kindWords[kind]}</span>
    </>
  );
}

function countWords(shown: number, fitting: number): string {
  const all = fitting.toLocaleString('en');
  return shown < fitting ? `The first ${shown} of ${all}` : `${all} found`;
}
