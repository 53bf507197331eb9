import { lazily } from '@/ui/lazy/lazily';

/** The banners of the shown run, which most runs never show. */
export const RunBanners = lazily(async () => (await import('./run-banners')).default);
