/** Focuses the first invalid field, after its error has rendered. */
export function focusFirstError(form: HTMLFormElement): void {
  requestAnimationFrame(() => {
    requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  });
}
