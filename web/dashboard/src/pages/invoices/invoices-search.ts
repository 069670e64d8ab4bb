/** The filter in the URL of the invoices page. */
export interface InvoicesSearch {
  issued_after?: string | undefined;
  issued_before?: string | undefined;
  cursor?: string | undefined;
}

export function readInvoicesSearch(parameters: Readonly<Record<string, unknown>>): InvoicesSearch {
  const text = (name: string) => {
    const value = parameters[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  return { issued_after: text('issued_after'), issued_before: text('issued_before'), cursor: text('cursor') };
}

/** Without the page. */
export const filterOf = ({ issued_after, issued_before }: InvoicesSearch): InvoicesSearch => ({
  ...(issued_after === undefined ? {} : { issued_after }),
  ...(issued_before === undefined ? {} : { issued_before }),
});
