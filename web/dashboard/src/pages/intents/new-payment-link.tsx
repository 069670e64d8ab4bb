import { Link } from '@tanstack/react-router';
import { useMay } from '../../shell/use-may.ts';
import { buttonStyle } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';

/** Leads to the form of a new payment, for those who may create one. */
export function NewPaymentLink({ kind = 'plain' }: { kind?: 'primary' | 'plain' }) {
  const may = useMay();
  if (!may('payments:write')) return null;
  return (
    <Link to="/dashboard/payments/new" className={buttonStyle(kind)}>
      <Icon name="plus" />
      New payment
    </Link>
  );
}
