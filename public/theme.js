// Sets the theme before the first paint. A file of its own, because the page allows no inline script.
try {
  const { theme } = JSON.parse(localStorage.getItem('heddle.view') ?? '{}');
  const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
} catch {
  // The page sets it once it is there.
}
