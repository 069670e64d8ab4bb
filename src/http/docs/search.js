import { findEntries } from './find-entries.js';

const SHOWN_MAX = 12;

/** Fetched at the first use. A failed fetch is tried again at the next one. */
function fetchOnce(address) {
  let loading;
  return () => {
    loading ??= fetch(address)
      .then((response) => (response.ok ? response.json() : Promise.reject(new Error(`${response.status}`))))
      .catch((error) => {
        loading = undefined;
        throw error;
      });
    return loading;
  };
}

const load = fetchOnce('/docs/search.json');
const loadTexts = fetchOnce('/docs/search-texts.json');

export async function followOldLink(id) {
  const entries = await load();
  const found = entries.find(([, kind, , address]) => kind !== 'Field' && address.split(/[#/]/).at(-1) === id);
  if (found) location.replace(found[3]);
}

function optionOf([title, kind, detail, address], index) {
  const option = document.createElement('a');
  option.href = address;
  option.id = `found-${index}`;
  option.role = 'option';
  option.tabIndex = -1;
  for (const [name, text] of [
    ['b', title],
    ['i', kind],
    ['small', detail],
  ]) {
    const part = document.createElement(name);
    part.textContent = text;
    option.append(part, ' ');
  }
  return option;
}

/** Makes the search box work: results while typing, arrow keys, Enter and Escape. */
export function openSearch(box) {
  const input = box.querySelector('input');
  const list = box.querySelector('.found');
  const count = box.querySelector('[role="status"]');
  let at = -1;
  let texts;

  const close = () => {
    list.hidden = true;
    input.ariaExpanded = 'false';
    input.removeAttribute('aria-activedescendant');
    at = -1;
  };

  const choose = (next) => {
    const options = [...list.querySelectorAll('a')];
    if (options.length === 0) return;
    at = (next + options.length) % options.length;
    for (const [index, option] of options.entries()) option.ariaSelected = String(index === at);
    options[at].scrollIntoView({ block: 'nearest' });
    input.setAttribute('aria-activedescendant', options[at].id);
  };

  const show = async () => {
    const query = input.value;
    if (query.trim() === '') return close();
    const entries = await load().catch(() => undefined);
    // Somebody has typed on while the entries were loading.
    if (query !== input.value) return;
    display(entries, query);
    if (!entries || texts) return;
    // They are larger, so titles are shown first, and alone if the texts cannot be loaded.
    texts = await loadTexts().catch(() => undefined);
    if (texts && query === input.value) display(entries, query);
  };

  const display = (entries, query) => {
    const found = entries ? findEntries(entries, query, texts) : [];
    const message = entries ? 'No results found.' : 'The search could not be loaded. Try again.';
    list.replaceChildren(...found.slice(0, SHOWN_MAX).map(optionOf));
    if (found.length === 0) {
      const empty = document.createElement('p');
      empty.textContent = message;
      list.append(empty);
    }
    list.role = found.length === 0 ? 'presentation' : 'listbox';
    count.textContent =
      found.length === 0 ? message : `${Math.min(found.length, SHOWN_MAX)} of ${found.length} results`;
    list.hidden = false;
    input.ariaExpanded = String(found.length > 0);
    at = -1;
    input.removeAttribute('aria-activedescendant');
  };

  input.addEventListener('input', show);
  input.addEventListener('focus', show);
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close();
    else if (event.key === 'ArrowDown') choose(at + 1);
    else if (event.key === 'ArrowUp') choose(at < 0 ? -1 : at - 1);
    else if (event.key === 'Enter') list.querySelectorAll('a')[Math.max(at, 0)]?.click();
    else return;
    event.preventDefault();
  });
  list.addEventListener('click', close);
  document.addEventListener('click', ({ target }) => {
    if (!box.contains(target)) close();
  });
  void show();
}
