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

if (navigator.clipboard) {
  for (const block of document.querySelectorAll('.code')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.onclick = async () => {
      await navigator.clipboard.writeText(block.querySelector('pre').textContent);
      button.textContent = 'Copied';
      setTimeout(() => (button.textContent = 'Copy'), 1500);
    };
    block.append(button);
  }
}

document.documentElement.classList.add('js');
const menu = document.querySelector('.menu');
menu.addEventListener('click', ({ target }) => {
  if (target.closest('a')) menu.open = false;
});

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
