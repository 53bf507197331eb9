import { useApp } from '../app-context';
import { GalleryBrowser } from '../gallery/gallery-browser';
import styles from './start-page.module.css';

/** Two rows of cards on the widest page. */
const few = 6;

/** The gallery on the start page: real workflows, each with a recorded run. */
export function GallerySection() {
  const { workflows } = useApp();
  return (
    <section className={styles.section} aria-labelledby="gallery">
      <GalleryBrowser
        few={few}
        heading={
          <h2 id="gallery">
            Gallery<span>each with a recorded run, whose replies were written for it</span>
          </h2>
        }
        onOpen={(entry, isPlayed) => void workflows.gallery(entry, isPlayed)}
      />
    </section>
  );
}
