import CircleHelp from 'lucide-react/icons/circle-question-mark';
import FolderGit2 from 'lucide-react/icons/folder-git-2';
import FolderOpen from 'lucide-react/icons/folder-open';
import HardDrive from 'lucide-react/icons/hard-drive';
import KeyRound from 'lucide-react/icons/key-round';
import Keyboard from 'lucide-react/icons/keyboard';
import Link from 'lucide-react/icons/link';
import Settings2 from 'lucide-react/icons/settings-2';
import Signpost from 'lucide-react/icons/signpost';
import SquareDashed from 'lucide-react/icons/square-dashed';
import { formatBytes } from '@/base/figures';
import { useAction } from '@/editor/actions/use-action';
import { notationWords } from '@/formats/notation';
import { useStores } from '@/state/context';
import { openDialog, openModels } from '@/state/view/screens';
import { attemptAction } from '@/ui/attempt';
import { Mark } from '@/ui/display/mark';
import { Button } from '@/ui/form/button';
import { openGuide } from '@/ui/guide';
import { useApp } from '../app-context';
import { laterPart } from '../later-part';
import { TourLine } from '../tour/tour-line';
import { useStorageUse } from '../use-storage-use';
import { ContextExamplesSection } from './context-examples-section';
import { GallerySection } from './gallery-section';
import { RecentSection } from './recent-section';
import { SentenceBox } from './sentence-box';
import { ServedSection } from './served-section';
import styles from './start-page.module.css';
import { TemplatesSection } from './templates-section';
import { TypeExamplesSection } from './type-examples-section';

/** The page behind the logo: create a workflow, open a file, continue with a workflow, or use a template. */
export default function StartPage() {
  const { view } = useStores();
  const { workflows } = useApp();
  const file = useAction('open-file');
  return (
    <div className={styles.page}>
      <StartBar />
      <main className={styles.body}>
        <div className={styles.content}>
          <h1 id="sentence" className={styles.title}>
            What should the workflow do?
          </h1>
          <SentenceBox labelledBy="sentence" />
          <div className={styles.begin}>
            <Button icon={<SquareDashed />} onClick={() => void workflows.blank()}>
              Blank workflow
            </Button>
            <Button icon={<FolderOpen />} shortcut={file.shortcut} onClick={file.run}>
              {file.label}
            </Button>
            {'showDirectoryPicker' in window && (
              <Button icon={<FolderGit2 />} onClick={() => openDialog(view, { name: 'folder' })}>
                Open a folder
              </Button>
            )}
            <Button icon={<Link />} onClick={() => openDialog(view, { name: 'open-url' })}>
              Open from URL
            </Button>
            <span>or drop or paste {notationWords} anywhere on this page</span>
          </div>
          <TourLine />
          <ServedSection />
          <RecentSection />
          <GallerySection />
          <TemplatesSection />
          <TypeExamplesSection />
          <ContextExamplesSection />
          <Foot />
        </div>
      </main>
    </div>
  );
}

function StartBar() {
  const stores = useStores();
  const { view } = stores;
  return (
    <header className={styles.bar}>
      <span className={styles.brand}>
        <Mark />
        Heddle
      </span>
      <span className={styles.gap} />
      <Button variant="ghost" icon={<CircleHelp />} onClick={() => openGuide('first-minute')} aria-label="Guide">
        <span className={styles.wide}>Guide</span>
      </Button>
      <Button
        variant="ghost"
        icon={<Signpost />}
        onClick={() => void attemptAction(async () => (await laterPart.load()).startTour(stores))}
        aria-label="Tour"
      >
        <span className={styles.wide}>Tour</span>
      </Button>
      <Button
        variant="ghost"
        icon={<Keyboard />}
        shortcut="?"
        onClick={() => openDialog(view, { name: 'shortcuts' })}
        aria-label="Shortcuts"
      >
        <span className={styles.wide}>Shortcuts</span>
      </Button>
      <Button
        variant="ghost"
        icon={<Settings2 />}
        onClick={() => openDialog(view, { name: 'settings' })}
        aria-label="Settings"
      >
        <span className={styles.wide}>Settings</span>
      </Button>
      <Button variant="ghost" icon={<KeyRound />} onClick={() => openModels(view)} aria-label="Models">
        <span className={styles.wide}>Models</span>
      </Button>
    </header>
  );
}

function Foot() {
  const { storageFailure } = useApp();
  const { use } = useStorageUse();
  return (
    <footer className={styles.foot}>
      <HardDrive size={14} aria-hidden="true" />
      <span>
        {storageFailure
          ? 'The storage of the browser did not open: nothing is saved when this page is closed.'
          : 'Everything stays in this browser. Keys never leave this machine.'}
      </span>
      <span className={styles.gap} />
      {use && (
        <span>
          {formatBytes(use.usage)} of {formatBytes(use.quota)} used
        </span>
      )}
    </footer>
  );
}
