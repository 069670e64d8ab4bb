const storageKey = 'florin-docs-language';
const radios = [...document.querySelectorAll('.languages input')];

function choose(language) {
  for (const radio of radios) radio.checked = radio.value === language;
}

try {
  const language = localStorage.getItem(storageKey);
  if (radios.some(({ value }) => value === language)) choose(language);
} catch {
  // Storage can be disabled. The choice then lasts until the page is closed.
}

document.addEventListener('change', ({ target }) => {
  if (!radios.includes(target)) return;
  const before = target.getBoundingClientRect().top;
  choose(target.value);
  scrollBy(0, target.getBoundingClientRect().top - before);
  try {
    localStorage.setItem(storageKey, target.value);
  } catch {
    // Storage can be disabled.
  }
});

async function copy(button) {
  const pre = button.parentElement.querySelector('pre');
  if (navigator.clipboard) await navigator.clipboard.writeText(pre.textContent);
  else {
    // Outside of https, a browser has no clipboard, but it copies what is selected.
    getSelection().selectAllChildren(pre);
    document.execCommand('copy');
  }
  button.textContent = 'Copied';
  setTimeout(() => (button.textContent = 'Copy'), 1500);
}

for (const block of document.querySelectorAll('.code')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  block.append(button);
}
document.addEventListener('click', ({ target }) => {
  if (target.matches('.copy')) void copy(target);
});

const search = document.querySelector('.search');
search.hidden = false;
const openSearch = () => void import('/docs/search.js').then((module) => module.openSearch(search));
search.addEventListener('focusin', openSearch, { once: true });
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target.closest('input, textarea')) return;
  event.preventDefault();
  search.querySelector('input').focus();
});
// Links to sections that have become pages.
if (location.pathname === '/docs' && location.hash && !document.getElementById(location.hash.slice(1)))
  void import('/docs/search.js').then((module) => module.followOldLink(location.hash.slice(1)));

if (document.querySelector('.try')) void import('/docs/try-it.js');

document.documentElement.classList.add('js');
const menu = document.querySelector('.menu');
menu.addEventListener('click', ({ target }) => {
  if (target.closest('a')) menu.open = false;
});

// The column scrolls apart from the page, and the link of a page can be far down in it.
document.querySelector('.column [aria-current=page]')?.scrollIntoView({ block: 'nearest' });

const links = new Map([...document.querySelectorAll('.column a[href^="#"]')].map((link) => [link.hash.slice(1), link]));
const seen = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      const link = links.get(target.id);
      if (isIntersecting) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  },
  { rootMargin: '-25% 0px -74% 0px' },
);
for (const id of links.keys()) seen.observe(document.getElementById(id));
