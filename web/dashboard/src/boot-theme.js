// Runs before the first paint. It is a separate file because the content security policy forbids inline scripts.
// A selected theme takes precedence over the system theme.
(() => {
  let selected = null;
  try {
    selected = localStorage.getItem('florin-theme');
  } catch {
    // Storage may be blocked; then the system theme applies.
  }
  const dark = selected === 'dark' || (selected !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
