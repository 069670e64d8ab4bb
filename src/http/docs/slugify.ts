/** A readable fragment identifier: lower case letters, digits and hyphens. */
export function slugify(text: string): string {
  const slug = text
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return slug === '' ? 'section' : slug;
}

/** A slug that is not in `taken` yet; it is added there. */
export function claimSlug(text: string, taken: Set<string>): string {
  const slug = slugify(text);
  let unique = slug;
  for (let count = 2; taken.has(unique); count += 1) unique = `${slug}-${count}`;
  taken.add(unique);
  return unique;
}
