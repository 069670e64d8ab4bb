import { ChoiceLink } from '../../ui/choice-link.tsx';

const TAB =
  '-mb-px border-b-2 border-transparent px-1 pb-2 text-[13px] text-soft hover:text-ink aria-current:border-accent aria-current:font-medium aria-current:text-ink';

/** Switches between payments, unmatched transfers and invoices. */
export function PaymentsTabs({ current }: { current: 'payments' | 'transfers' | 'invoices' }) {
  return (
    <nav aria-label="Payment lists" className="flex gap-4 border-b border-line">
      <ChoiceLink to={{ to: '/dashboard/payments', search: {} }} current={current === 'payments'} className={TAB}>
        All payments
      </ChoiceLink>
      <ChoiceLink
        to={{ to: '/dashboard/payments/unmatched', search: {} }}
        current={current === 'transfers'}
        className={TAB}
      >
        Unmatched transfers
      </ChoiceLink>
      <ChoiceLink
        to={{ to: '/dashboard/payments/invoices', search: {} }}
        current={current === 'invoices'}
        className={TAB}
      >
        Invoices
      </ChoiceLink>
    </nav>
  );
}
