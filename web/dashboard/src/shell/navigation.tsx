import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { settingsQuery } from '../api/queries.ts';
import { clearSession, client } from '../api/session-client.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { ModeSwitch } from './mode-switch.tsx';
import { PAGES, type PageEntry } from './pages.ts';
import { ThemeSwitch } from './theme-switch.tsx';
import { useMay } from './use-may.ts';
import { useSession } from './use-session.ts';

const LINK =
  'flex min-h-8 items-center gap-2.5 rounded-md px-2.5 font-medium text-soft hover:bg-hover hover:text-ink aria-[current=page]:bg-neutral-tint aria-[current=page]:text-ink';

function Entry({ to, icon, label, needs, exact = false }: PageEntry) {
  const may = useMay();
  if (!may(needs)) return null;
  return (
    <li>
      <Link to={to} activeOptions={{ exact, includeSearch: false }} className={LINK}>
        <Icon name={icon} />
        {label}
      </Link>
    </li>
  );
}

const showEntry = (entry: PageEntry) => <Entry key={entry.to} {...entry} />;

/** The content of the sidebar, and of the drawer on small screens. */
export function Navigation() {
  const { merchant, user } = useSession();
  return (
    <div className="flex h-full flex-col gap-5 p-3">
      <div className="flex items-center gap-2.5 px-1 pt-1">
        <MerchantLogo name={merchant.name} />
        <span className="min-w-0 truncate font-semibold" title={merchant.name}>
          {merchant.name}
        </span>
      </div>
      <ModeSwitch />
      <nav aria-label="Main" className="flex flex-1 flex-col gap-4">
        <ul className="flex flex-col gap-0.5">{PAGES.payments.map(showEntry)}</ul>
        <div>
          <h2 id="nav-developers" className="mb-1 px-2.5 text-xs font-medium text-soft">
            Developers
          </h2>
          <ul aria-labelledby="nav-developers" className="flex flex-col gap-0.5">
            {PAGES.developers.map(showEntry)}
            <li>
              <a href="/docs" target="_blank" rel="noreferrer" className={LINK}>
                <Icon name="external" />
                API reference
              </a>
            </li>
          </ul>
        </div>
        <ul className="flex flex-col gap-0.5">{PAGES.settings.map(showEntry)}</ul>
      </nav>
      <div className="flex flex-col gap-2 border-t border-line pt-3">
        <Link
          to="/dashboard/account"
          className="truncate rounded-md px-1 text-xs text-soft hover:text-ink aria-[current=page]:text-ink"
          title={`Account of ${user.email}`}
        >
          {user.email}
        </Link>
        <div className="flex items-center justify-between gap-2">
          <ThemeSwitch />
          <SignOut />
        </div>
      </div>
    </div>
  );
}

/** The logo, or the merchant's initial without one. */
function MerchantLogo({ name }: { name: string }) {
  const { data } = useQuery({ ...settingsQuery(), staleTime: Number.POSITIVE_INFINITY });
  if (data?.logo_url) return <img src={data.logo_url} alt="" className="size-7 shrink-0 rounded-md object-contain" />;
  return (
    <span
      aria-hidden="true"
      className="grid size-7 shrink-0 place-items-center rounded-md bg-accent text-[13px] font-semibold text-accent-ink"
    >
      {(name.trim()[0] ?? 'F').toUpperCase()}
    </span>
  );
}

function SignOut() {
  const navigate = useNavigate();
  const signOut = useMutation({
    mutationFn: () => client.call('POST /sign_out'),
    onSuccess: async () => {
      clearSession();
      await navigate({ to: '/dashboard/sign-in', search: {} });
    },
  });
  return (
    <Button kind="quiet" className="px-2" busy={signOut.isPending} onClick={() => signOut.mutate()}>
      <Icon name="leave" />
      {signOut.isError ? 'Try again' : 'Sign out'}
    </Button>
  );
}
