// Runs before the first paint, as a file of its own because the page allows no inline script.
// A theme that was chosen wins over the system's.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('florin-theme');
  } catch {
    // Storage can be forbidden; then the system decides.
  }
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
