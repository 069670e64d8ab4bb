/** After the errors are drawn, the first field at fault gets the focus. */
export function focusFirstError(form: HTMLFormElement): void {
  requestAnimationFrame(() => {
    requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  });
}
