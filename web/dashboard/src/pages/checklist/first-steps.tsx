import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Checklist, Network } from '../../api/generated.ts';
import { type Permission, useMay } from '../../shell/use-may.ts';
import { buttonStyle } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { AskFor } from './ask-for.tsx';
import { CreateTestPayment } from './create-test-payment.tsx';
import { OperatorLine } from './operator-line.tsx';
import { Step, StepList, Steps } from './step-list.tsx';

type TestList = Checklist['test'];

/** A wallet counts only where it can be added without the operator of the server. */
const isWalletOptional = (list: TestList, networks: readonly Network[]): boolean =>
  !list.wallet && !networks.some(({ wallet, state }) => wallet !== 'none' && state !== 'unwatched');

/** The steps that are done, and how many there are. */
export function countFirstSteps(list: TestList, networks: readonly Network[]): { done: number; total: number } {
  const steps = [
    list.newest_payment !== null,
    list.succeeded_payment !== null,
    ...(isWalletOptional(list, networks) ? [] : [list.wallet]),
    list.webhook_delivered,
    list.second_factor,
    list.colleague,
  ];
  return { done: steps.filter(Boolean).length, total: steps.length };
}

interface FirstStepsProps {
  list: TestList;
  networks: readonly Network[];
  onHide: () => void;
}

/** The first minutes, in test mode. */
export function FirstSteps({ list, networks, onHide }: FirstStepsProps) {
  const { done, total } = countFirstSteps(list, networks);
  return (
    <StepList
      title="First steps"
      onHide={onHide}
      lead="No terminal and no real money needed."
      done={done}
      total={total}
      open={done < total}
    >
      <Steps label="First steps">
        <CreateStep list={list} />
        <PayStep list={list} />
        {isWalletOptional(list, networks) ? null : <WalletStep done={list.wallet} />}
        <WebhookStep list={list} />
        <AccountSteps list={list} />
        {isWalletOptional(list, networks) ? <OptionalWalletStep networks={networks} /> : null}
      </Steps>
    </StepList>
  );
}

function CreateStep({ list: { newest_payment: id } }: { list: TestList }) {
  const may = useMay()('payments:write');
  return (
    <Step
      title="Create a test payment"
      done={id !== null}
      action={id === null ? <CreateTestPayment kind="primary" /> : <PaymentLink id={id}>View payment</PaymentLink>}
    >
      {id === null ? 'A sample order. It appears under Payments.' : 'It is listed under Payments.'}
      {id === null && !may ? <AskFor needs="payments:write" /> : null}
    </Step>
  );
}

function PayStep({ list }: { list: TestList }) {
  const { newest_payment: id, succeeded_payment: paid, checkout_url: url } = list;
  return (
    <Step
      title="Pay it"
      done={paid !== null}
      action={
        paid !== null ? (
          <PaymentLink id={paid}>View its invoice</PaymentLink>
        ) : url === null ? undefined : (
          <a href={url} target="_blank" rel="noreferrer" className={buttonStyle('primary')}>
            Open checkout page
            <Icon name="external" />
            <span className="sr-only">(opens in a new tab)</span>
          </a>
        )
      }
    >
      {paid !== null
        ? 'Paid on the simulated network. Its invoice was issued.'
        : id === null
          ? 'Create a test payment first.'
          : 'Open its checkout page as your customer does, and choose “Simulate payment”.'}
    </Step>
  );
}

const PaymentLink = ({ id, children }: { id: string; children: ReactNode }) => (
  <Link to="/dashboard/payments/$id" params={{ id }} className={buttonStyle()}>
    {children}
  </Link>
);

function WalletStep({ done }: { done: boolean }) {
  const may = useMay()('wallets:write');
  return (
    <Step
      title="Add a wallet"
      done={done}
      action={
        done ? undefined : (
          <GoTo to="/dashboard/settings/wallets" needs="wallets:write">
            Add a wallet
          </GoTo>
        )
      }
    >
      {done ? 'Payments on its network go there.' : 'To be paid with test coins on a real test network.'}
      {done || may ? null : <AskFor needs="wallets:write" />}
    </Step>
  );
}

/** On a server without a test network that takes wallets: the simulated network is enough for everything else. */
function OptionalWalletStep({ networks }: { networks: readonly Network[] }) {
  const isOperator = useMay()('operator');
  const line = networks.find(({ name }) => name === 'solana-devnet')?.turn_on;
  return (
    <Step title="Add a wallet (optional)" done={false}>
      <p>
        You need one only to test with real wallets. That takes a test network, and this server has none.{' '}
        {isOperator
          ? 'Add a line such as this one, with the URL of a node, to the server’s environment and restart it.'
          : 'Its operator adds a line such as this one, with the URL of a node, to the server’s environment and restarts it.'}{' '}
        <Link to="/dashboard/settings/networks" className="text-link underline underline-offset-2">
          See all networks
        </Link>
      </p>
      {line ? <OperatorLine line={line} what="line for a test network" /> : null}
    </Step>
  );
}

function WebhookStep({ list }: { list: TestList }) {
  const { webhook_endpoint: has, webhook_delivered: done } = list;
  const may = useMay()('webhooks:write');
  return (
    <Step
      title="Add a webhook endpoint"
      done={done}
      action={
        done ? undefined : (
          <GoTo to="/dashboard/developers/webhooks" needs="webhooks:write">
            {has ? 'Send a test event' : 'Add an endpoint'}
          </GoTo>
        )
      }
    >
      {done
        ? 'Your server answered an event with a 2xx status.'
        : has
          ? 'Your endpoint has not answered with a 2xx status yet. Open it and send a test event.'
          : 'Enter a URL of your server. It is told when a payment succeeds.'}
      {done || may ? null : <AskFor needs="webhooks:write" />}
    </Step>
  );
}

function AccountSteps({ list: { second_factor: factor, colleague } }: { list: TestList }) {
  const may = useMay()('team:write');
  return (
    <>
      <Step
        title="Turn on two-factor authentication"
        done={factor}
        action={
          factor ? undefined : (
            <GoTo to="/dashboard/account" needs="account:write">
              Turn on
            </GoTo>
          )
        }
      >
        {factor
          ? 'A stolen password is not enough to sign in as you.'
          : 'With a passkey or an authenticator app, a stolen password is not enough to sign in as you.'}
      </Step>
      <Step
        title="Invite a colleague"
        done={colleague}
        action={
          colleague ? undefined : (
            <GoTo to="/dashboard/settings/team" needs="team:write">
              Invite
            </GoTo>
          )
        }
      >
        {colleague
          ? 'Your team has another member or an open invitation.'
          : 'As an owner, a developer, an accountant or support.'}
        {colleague || may ? null : <AskFor needs="team:write" />}
      </Step>
    </>
  );
}

interface GoToProps {
  to:
    | '/dashboard/account'
    | '/dashboard/developers/webhooks'
    | '/dashboard/settings/team'
    | '/dashboard/settings/wallets';
  needs: Permission;
  children: ReactNode;
}

/** The way to where a step is done, for those who may do it. */
function GoTo({ to, needs, children }: GoToProps) {
  const may = useMay();
  if (!may(needs)) return null;
  return (
    <Link to={to} className={buttonStyle()}>
      {children}
    </Link>
  );
}
