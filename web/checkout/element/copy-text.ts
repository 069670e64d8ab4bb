/**
 * Copies text. The clipboard API is unavailable on insecure pages and in frames without permission; the old copy command
 * still works there.
 */
export async function copyText(text: string, root: ShadowRoot): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelection(text, root);
  }
}

function copySelection(text: string, root: ShadowRoot): boolean {
  const field = document.createElement('textarea');
  const before = root.activeElement;
  field.className = 'sr';
  field.readOnly = true;
  field.value = text;
  root.append(field);
  field.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    if (before instanceof HTMLElement) before.focus();
  }
}
