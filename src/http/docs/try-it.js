const SHOWN_MAX = 20_000;
const PUBLIC = /^fpk_test_[0-9A-Za-z]{22}$/;
const PRIVATE = /^fsk_test_[0-9A-Za-z]{49}$/;

/** The request that a form describes, or a sentence about what is wrong with it. */
export function readForm(form) {
  const inputs = [...form.querySelectorAll('input[data-in]')];
  const key = form.elements.namedItem('key')?.value.trim() ?? '';
  const publicKey = form.elements.namedItem('public_key')?.value.trim();
  const missing = inputs.find((input) => input.required && input.value.trim() === '');
  if (missing) return { wrong: `Enter ${missing.name}.` };
  if (key !== '' && !PRIVATE.test(key)) return { wrong: 'Use a private test key. It starts with fsk_test_.' };
  if (publicKey !== undefined && !PUBLIC.test(publicKey)) {
    return { wrong: 'Use a public test key. It starts with fpk_test_.' };
  }
  const valueOf = (name) => inputs.find((input) => input.name === name)?.value.trim() ?? '';
  const path = form.dataset.path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(valueOf(name)));
  const query = new URLSearchParams(
    inputs
      .filter((input) => input.dataset.in === 'query' && input.value.trim() !== '')
      .map((input) => [input.name, input.value.trim()]),
  );
  const body = form.elements.namedItem('body')?.value;
  const headers = { accept: 'application/json' };
  if (key !== '') headers.authorization = `Bearer ${key}`;
  if (body !== undefined) headers['content-type'] = 'application/json';
  // Without the session of the dashboard: a request here has the rights of the key, and no others.
  const options = { method: form.dataset.method, headers, credentials: 'omit', redirect: 'manual', body };
  return { url: query.size > 0 ? `${path}?${query}` : path, options };
}

function format(text) {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}

function print(result, title, text) {
  const head = document.createElement('p');
  head.textContent = title;
  const pre = document.createElement('pre');
  pre.tabIndex = 0;
  pre.role = 'group';
  pre.ariaLabel = 'Response body';
  pre.textContent = text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}\n…` : text;
  result.replaceChildren(head, ...(text === '' ? [] : [pre]));
}

async function send(form, result) {
  const { wrong, url, options } = readForm(form);
  if (wrong) return print(result, wrong, '');
  const button = form.querySelector('button');
  button.disabled = true;
  const started = performance.now();
  try {
    const response = await fetch(url, options);
    const text = await response.text();
    const ms = Math.round(performance.now() - started);
    print(result, `${response.status} ${response.statusText} · ${ms} ms`, format(text));
  } catch {
    print(result, 'The server could not be reached.', '');
  } finally {
    button.disabled = false;
  }
}

for (const panel of globalThis.document?.querySelectorAll('.try') ?? []) {
  panel.hidden = false;
  const form = panel.querySelector('form');
  form.noValidate = true;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(form, panel.querySelector('.result'));
  });
}
