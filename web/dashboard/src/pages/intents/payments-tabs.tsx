import { ChoiceLink } from '../../ui/choice-link.tsx';

const TAB =
  '-mb-px border-b-2 border-transparent px-1 pb-2 text-[13px] text-soft hover:text-ink aria-current:border-accent aria-current:font-medium aria-current:text-ink';

/** The two lists: what was asked for, and money that nobody asked for. */
export function PaymentsTabs({ chosen }: { chosen: 'payments' | 'unmatched' }) {
  return (
    <nav aria-label="Lists" className="flex gap-4 border-b border-line">
      <ChoiceLink to={{ to: '/dashboard/payments', search: {} }} chosen={chosen === 'payments'} className={TAB}>
        All payments
      </ChoiceLink>
      <ChoiceLink
        to={{ to: '/dashboard/payments/unmatched', search: {} }}
        chosen={chosen === 'unmatched'}
        className={TAB}
      >
        Unmatched
      </ChoiceLink>
    </nav>
  );
}
