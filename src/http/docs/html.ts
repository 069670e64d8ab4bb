const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

class Markup {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

export type Html = Markup;
export type HtmlValue = Html | string | number | false | undefined | readonly HtmlValue[];

function print(value: HtmlValue): string {
  if (value instanceof Markup) return value.toString();
  if (value === undefined || value === false) return '';
  if (typeof value === 'string' || typeof value === 'number') {
    return String(value).replace(/[&<>"']/g, (character) => entities[character] ?? '');
  }
  return value.map(print).join('');
}

/**
 * Makes markup. The template is markup, and each value in it is text that gets escaped unless it is markup itself. Attribute
 * values must be in double quotes.
 */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  let text = parts[0] ?? '';
  for (const [index, value] of values.entries()) text += print(value) + (parts[index + 1] ?? '');
  return new Markup(text);
}

/** For the output of a renderer that escapes its input. Everything else goes through `html`. */
export function trustMarkup(text: string): Html {
  return new Markup(text);
}
