const KINDS = ['Endpoint', 'Guide', 'Error', 'Event', 'Schema', 'Field'];
const SHOWN_MAX = 12;

/** The entries that contain every word of the query: those that begin with it first, then by kind. */
export function findEntries(entries, query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const whole = words.join(' ');
  return entries
    .flatMap((entry) => {
      const title = entry[0].toLowerCase();
      const text = `${title} ${entry[2].toLowerCase()}`;
      if (!words.every((word) => text.includes(word))) return [];
      const place = title === whole ? 0 : title.startsWith(whole) ? 1 : title.includes(whole) ? 2 : 3;
      return [{ entry, rank: place * KINDS.length + KINDS.indexOf(entry[1]) }];
    })
    .sort((a, b) => a.rank - b.rank || a.entry[0].length - b.entry[0].length)
    .map(({ entry }) => entry);
}

let loading;

/** Fetched at the first use. A failed fetch is tried again at the next one. */
function load() {
  loading ??= fetch('/docs/search.json')
    .then((response) => (response.ok ? response.json() : Promise.reject(new Error(`${response.status}`))))
    .catch((error) => {
      loading = undefined;
      throw error;
    });
  return loading;
}

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
    const found = entries ? findEntries(entries, query) : [];
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
