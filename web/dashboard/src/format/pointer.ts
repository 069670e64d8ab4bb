/** The field that a JSON pointer names, as people write it: `#/items/0/quantity` is `items[0].quantity`. */
export const readPointer = (pointer: string): string =>
  pointer
    .replace(/^#?\//, '')
    .replaceAll(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.');
