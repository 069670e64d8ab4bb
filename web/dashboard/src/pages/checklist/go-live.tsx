import { Link } from '@tanstack/react-router';
import type { Checklist } from '../../api/generated.ts';
import { useMay } from '../../shell/use-may.ts';
import { useSession } from '../../shell/use-session.ts';
import { buttonStyle } from '../../ui/button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { AskFor } from './ask-for.tsx';
import { OperatorLine } from './operator-line.tsx';
import { Step, StepList, Steps } from './step-list.tsx';

type LiveList = Checklist['live'];
type LiveNetwork = LiveList['networks'][number];

const LIVE = { mode: 'live' } as const;

const isWatched = ({ state }: LiveNetwork): boolean => state !== 'unwatched';
const isReady = ({ state, wallet }: LiveNetwork): boolean => state === 'ok' && wallet === 'active';

/** The steps that are done, and how many there are: two for each network that the server watches, or for the first one. */
function countLiveSteps(list: LiveList): { done: number; total: number } {
  const networks = list.networks.filter(isWatched);
  const steps = [
    ...(networks.length === 0
      ? [false, false]
      : networks.flatMap(({ state, wallet }) => [state === 'ok', wallet === 'active'])),
    list.secure_base_url,
    list.key,
    list.succeeded_payment !== null,
  ];
  return { done: steps.filter(Boolean).length, total: steps.length };
}

interface GoLiveProps {
  list: LiveList;
  /** Whether it is the next thing to do. */
  isNext: boolean;
  onHide: () => void;
}

/** What live mode needs, in the order in which it is done. */
export function GoLive({ list, isNext, onHide }: GoLiveProps) {
  const { done, total } = countLiveSteps(list);
  const networks = list.networks.filter(isWatched);
  return (
    <StepList
      title="Go live"
      onHide={onHide}
      lead="Then customers can pay you with real money."
      done={done}
      total={total}
      open={isNext && done < total}
    >
      <Steps label="Go live">
        {networks.length === 0 ? (
          <>
            <NoNetwork networks={list.networks} />
            <WalletWithoutNetwork />
          </>
        ) : null}
        {networks.map((network) => (
          <NetworkSteps key={network.name} network={network} />
        ))}
        <BaseUrlStep done={list.secure_base_url} />
        <KeyStep done={list.key} />
        <PaymentStep list={list} />
      </Steps>
    </StepList>
  );
}

function NoNetwork({ networks }: { networks: readonly LiveNetwork[] }) {
  const isOperator = useMay()('operator');
  return (
    <Step title="A node for a network" done={false}>
      <p>
        This server watches no live network.{' '}
        {isOperator
          ? 'In the server’s environment, set a network’s variable to the URL of a node. Then restart the server.'
          : 'In the server’s environment, its operator sets a network’s variable to the URL of a node. Then the operator restarts the server.'}
      </p>
      <details className="mt-1">
        <summary className="font-medium text-link">
          Variables for {networks.length === 1 ? '1 network' : `${networks.length} networks`}
        </summary>
        <ul className="mt-1 flex flex-col gap-2">
          {networks.map(({ name, title, assets, turn_on: line }) => (
            <li key={name}>
              {title} ({assets.join(', ')})
              {line === null ? null : <OperatorLine line={line} what={`line for ${title}`} />}
            </li>
          ))}
        </ul>
      </details>
    </Step>
  );
}

/** Holds the place of the wallet until there is a network to add it for. */
const WalletWithoutNetwork = () => (
  <Step title="A wallet for a network" done={false}>
    You can add it once a network is turned on.
  </Step>
);

function NetworkSteps({ network }: { network: LiveNetwork }) {
  const { title, state, detail, wallet, wallet_effective_at: effectiveAt } = network;
  const may = useMay()('wallets:write');
  return (
    <>
      <Step
        title={`A node for ${title} that answers`}
        done={state === 'ok'}
        action={
          state === 'ok' ? undefined : (
            <Link to="/dashboard/settings/networks" search={LIVE} className={buttonStyle()}>
              View network
            </Link>
          )
        }
      >
        {state === 'ok' ? 'New payments are seen.' : `Payments cannot be seen: ${detail}`}
      </Step>
      <Step
        title={`A wallet for ${title}`}
        done={wallet === 'active'}
        action={
          wallet === 'missing' && !may ? undefined : (
            <Link to="/dashboard/settings/wallets" search={LIVE} className={buttonStyle()}>
              {wallet === 'missing' ? 'Add a wallet' : 'Check the wallet'}
            </Link>
          )
        }
      >
        {wallet === 'active' ? 'Compare it with what your wallet app shows.' : null}
        {wallet === 'pending' && effectiveAt !== null ? (
          <>
            An API key added it. It is used from <DateTime at={effectiveAt} /> on. Check it before that.
          </>
        ) : null}
        {wallet === 'missing' ? 'Before you save it, a preview shows where customers pay.' : null}
        {wallet === 'missing' && !may ? <AskFor needs="wallets:write" /> : null}
      </Step>
    </>
  );
}

function BaseUrlStep({ done }: { done: boolean }) {
  const { base_url: baseUrl } = useSession();
  const isOperator = useMay()('operator');
  return (
    <Step title="A public address on HTTPS" done={done}>
      {done ? (
        <span className="wrap-anywhere">{baseUrl}</span>
      ) : (
        <>
          <p>
            The server’s address is <span className="wrap-anywhere">{baseUrl}</span>.{' '}
            {isOperator
              ? 'Put a proxy with a certificate in front of it, and add the address to the server’s environment.'
              : 'Its operator puts a proxy with a certificate in front of it, and adds the address to the server’s environment.'}
          </p>
          <OperatorLine line="FLORIN_BASE_URL=https://pay.example.com" what="line for the address" />
        </>
      )}
    </Step>
  );
}

function KeyStep({ done }: { done: boolean }) {
  const may = useMay()('keys:write');
  return (
    <Step
      title="A live key"
      done={done}
      action={
        done || !may ? undefined : (
          <Link to="/dashboard/developers/api-keys" search={LIVE} className={buttonStyle()}>
            Create a live key
          </Link>
        )
      }
    >
      {done
        ? 'Your server creates live payments with it.'
        : 'Your server creates live payments with it. It is shown once.'}
      {done || may ? null : <AskFor needs="keys:write" />}
    </Step>
  );
}

function PaymentStep({ list }: { list: LiveList }) {
  const { succeeded_payment: paid, newest_payment: newest, networks, key } = list;
  const may = useMay()('payments:write');
  const canPay = key && networks.some(isReady);
  return (
    <Step
      title="A first small live payment"
      done={paid !== null}
      action={
        paid !== null || newest !== null ? (
          <Link
            to="/dashboard/payments/$id"
            params={{ id: paid ?? newest ?? '' }}
            search={LIVE}
            className={buttonStyle()}
          >
            View payment
          </Link>
        ) : canPay && may ? (
          <Link to="/dashboard/payments/new" search={LIVE} className={buttonStyle('primary')}>
            New payment
          </Link>
        ) : undefined
      }
    >
      {paid !== null
        ? 'The money is in your wallet.'
        : newest !== null
          ? 'Pay it from a wallet of your own, and see the money arrive.'
          : canPay
            ? 'Create a payment of a small amount, and pay it from a wallet of your own.'
            : 'You need a network with a node, a wallet and a live key first.'}
      {paid !== null || newest !== null || may ? null : <AskFor needs="payments:write" />}
    </Step>
  );
}
