import { openGuideAddress } from '@/ui/guide';
import { type MenuItem, toItem } from './menu-item';

/** What stands under one heading of the guide, as the build lists it (scripts/guide/guide-text.mjs). */
interface GuideSection {
  /** The file of its page, as `canvas.html`. */
  readonly file: string;
  /** The title of its page. */
  readonly title: string;
  /** The anchor of the heading; empty: the beginning of the page. */
  readonly id: string;
  readonly heading: string;
  readonly text: string;
}

/** The pages of the guide, and each of their headings, which are found by what stands under them too. */
export function* listGuideItems(sections: readonly GuideSection[]): Generator<MenuItem> {
  for (const { file, id, title, heading, text } of sections) {
    const address = `./guide/${file}${id === '' ? '' : `#${id}`}`;
    yield toItem({
      id: `guide ${address}`,
      kind: 'guide',
      label: id === '' ? title : `${title}: ${heading}`,
      also: `${file} ${text}`,
      run: () => openGuideAddress(address),
    });
  }
}

/** Loads what stands under each heading of the guide. Throws what `fetch` throws without a network. */
export async function loadGuideSections(): Promise<readonly GuideSection[]> {
  const response = await fetch(`${import.meta.env.BASE_URL}guide/sections.json`);
  return response.ok ? ((await response.json()) as readonly GuideSection[]) : [];
}
