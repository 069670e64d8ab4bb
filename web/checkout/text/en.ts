import type { Language } from '../view/messages.ts';

const blind = (network: string) =>
  `We can’t see payments on ${network} right now. We will find what you send, but it may take longer. If you already paid, do not pay again.`;

const cannotLookUp = (where: string) =>
  `We can’t look this up${where} right now. If you paid, your payment is not lost. Do not pay again.`;

export const en: Language = {
  tag: 'en',
  dir: 'ltr',
  messages: {
    pageTitle: (merchant) => `Pay ${merchant}`,
    testMode: 'No real money moves.',
    total: 'Total',
    tax: (percent) => `Tax ${percent}`,
    order: 'Your order',
    orderNumber: 'Order number',
    sendExactly: 'Send exactly',
    rate: 'Rate',
    payBy: 'Pay by',
    exchangeFee: 'Sending from an exchange? Its fee is extra.',
    network: 'Network',
    address: 'Address',
    onlyThis: (asset, network) =>
      `Send only ${asset}, and only on this network: ${network}. Anything else may be lost.`,
    manual: 'Send manually or from an exchange',
    manualExact: 'Send exactly this amount.',
    manualDiffers: 'The amount differs slightly from what is due so that we can recognize your payment.',
    manualFee: 'If your exchange deducts a withdrawal fee, add it on top, so that exactly this amount arrives.',
    blind,
    chooseNetwork: 'Choose a network',
    qr: (amount, network) => `QR code for your wallet: ${amount} on ${network}`,
    qrAddress: (network) => `QR code of the address on ${network}`,
    qrAddressOnly: 'The code contains only the address. Enter the amount yourself, with every digit.',
    openWallet: 'Open wallet',
    noWallet: 'If no wallet opens, scan the code with a wallet app.',
    openOtherWallet: 'Open another wallet',
    simulate: 'No wallet can pay on this network. Simulate a payment on the dashboard, or run:',
    simulations: {
      full: 'Simulate payment',
      partial: 'Simulate partial payment',
      over: 'Simulate overpayment',
    },
    simulateSent: 'Payment sent. Waiting for the network.',
    simulateFailed: 'Could not simulate the payment. Try again.',
    payWith: (wallet) => `Pay with ${wallet}`,
    walletFramed: 'To pay with a browser wallet, open this page in a new tab.',
    walletOnly:
      'Right now, you can pay only with a browser wallet. Open this page in a browser that has one, or try again later.',
    payAnotherWay: 'Pay another way',
    startOver: 'Start over',
    walletSteps: {
      busy: {
        title: ({ wallet }) => `Continue in ${wallet}`,
        text: 'Confirm the payment there. If you change your mind, reject it there first.',
      },
      sent: { title: 'Payment sent', text: 'Waiting for the network. Do not pay again.' },
      rejected: {
        title: 'Payment declined',
        text: 'You declined the payment in your wallet. Nothing was sent. To pay, try again and confirm it.',
      },
      chain: {
        title: 'Wrong network',
        text: ({ network }) =>
          `Your wallet is not on ${network}. Nothing was sent. Switch to ${network} in your wallet and try again.`,
      },
      unknown_chain: {
        title: 'Network missing in your wallet',
        text: ({ network }) =>
          `Your wallet does not have ${network}, and this page cannot add it. Nothing was sent. Add ${network} in your wallet and try again.`,
      },
      account: {
        title: 'No account',
        text: 'Your wallet did not share an account. Connect one and try again.',
      },
      funds: {
        title: 'Not enough funds',
        text: ({ asset, network }) =>
          `Your wallet does not have enough ${asset} on ${network}. Nothing was sent. Add funds, or use another wallet.`,
      },
      gas: {
        title: 'Not enough for the network fee',
        text: ({ coin, network }) =>
          `Your wallet needs more ${coin} on ${network} to pay the network fee. Nothing was sent. Add some ${coin} and try again.`,
      },
      prepare: { title: 'Could not prepare the payment', text: 'Nothing was sent. Try again.' },
      pending: {
        title: 'Your wallet is waiting',
        text: 'Open your wallet and respond to its pending request. Then try again.',
      },
      unseen: {
        title: 'Not on the network yet',
        text: 'We have not seen your payment yet. Check your wallet before you pay again.',
      },
      failed: {
        title: 'Something went wrong',
        text: 'Check your wallet for a sent payment before you try again.',
      },
    },
    copy: 'Copy',
    copied: 'Copied',
    copyKinds: { network: 'network', address: 'address', amount: 'amount' },
    copyFailed: 'Copying is blocked here. Select the text and copy it manually.',
    autoUpdate: 'This page updates automatically.',
    timeLeft: 'Time left',
    fiveMinutesLeft: 'Less than five minutes left to pay.',
    qrPlaceholder: 'The QR code will appear here.',
    openPage: 'Open payment page',
    notPaidYet: 'I have not paid yet: show payment details',
    due: 'Amount due',
    received: 'Received',
    pending: 'Pending',
    remaining: 'Still due',
    overpaid: 'Overpaid',
    checkAgain: 'Check again',
    openTab: 'Open in a new tab',
    paidTo: 'Paid to',
    paidAt: 'Date',
    transaction: 'Transaction',
    explorer: 'View on block explorer',
    morePayments: (count) => `Other payments: ${count}`,
    print: 'Print',
    pdf: 'Download PDF',
    returning: (merchant, seconds) => `Returning to ${merchant} in ${seconds} s.`,
    stay: 'Stay on this page',
    back: (merchant) => `Back to ${merchant}`,
    help: 'Need help?',
    helpText: (merchant) => `Contact ${merchant} and include this payment ID:`,
    helpId: 'Payment ID',
    claimTitle: 'I paid, but it’s not showing',
    claimField: 'Transaction ID (your wallet may call it a hash or signature)',
    claimSubmit: 'Find payment',
    claims: {
      busy: 'Looking for your payment…',
      not_found: 'No matching payment found. Check the transaction ID.',
      failed: 'This transaction failed on the network. No money was sent.',
      already_counted: 'This transaction is already counted.',
      will_be_counted: 'Payment found. It will be counted shortly. Do not pay again.',
      under_review: 'Payment found, but we could not match it. The merchant needs to review it. Do not pay again.',
      limit_reached: 'Too many claims. Do not pay again. Contact the merchant.',
      proven: 'Proof received. The merchant needs to review it. Do not pay again.',
      unproven: 'Not proven. Sign with the account that sent the payment.',
      too_often: 'Too many attempts. Wait a minute and try again.',
      unavailable: cannotLookUp(''),
    },
    claimBlind: (network) => cannotLookUp(` on ${network}`),
    prove: 'Prove it’s yours',
    proveElsewhere: 'If you paid with a browser wallet, open this page in that browser to prove it.',
    connected: 'Connected again.',
    notices: {
      lost: {
        title: 'Connection lost',
        text: 'This is the last known status. We are reconnecting. Payments you already sent are not affected.',
      },
      delayed: {
        title: 'We can’t see the network right now',
        text: 'We will find the payment you sent. Do not pay again.',
      },
    },
    screens: {
      preparing: {
        title: 'Preparing your payment',
        text: 'The QR code will appear in a moment. If it does not, open the payment page.',
      },
      awaiting: {
        title: 'Waiting for your payment',
        text: 'No payment has arrived yet.',
      },
      delayed: {
        title: 'Network temporarily unavailable',
        text: ({ network }) => blind(network),
      },
      time_up: {
        title: 'Time is up',
        text: 'Do not send anything now. If you already paid, we are looking for your payment.',
      },
      seen: {
        title: 'Waiting for confirmation',
        text: 'Your payment is on the network. You do not need to do anything else.',
      },
      confirming: {
        title: 'Confirming your payment',
        text: ({ count, required }) => `${count} of ${required} confirmations. You do not need to do anything else.`,
      },
      partial: {
        title: 'Partially paid',
        text: ({ remaining }) => `${remaining} is still due.`,
      },
      paid: {
        title: 'Payment received',
        text: ({ merchant }) => `Thank you. ${merchant} received your payment.`,
      },
      overpaid: {
        title: 'Payment received, overpaid',
        text: ({ merchant, over }) => `You sent ${over} more than the amount due. Contact ${merchant} about a refund.`,
      },
      late: {
        title: 'Late payment accepted',
        text: ({ merchant }) => `Your payment arrived after the deadline. ${merchant} accepted it.`,
      },
      expired: {
        title: 'Payment expired',
        text: ({ merchant, expired }) =>
          `This payment expired on ${expired}. Do not send anything. Start again at ${merchant}.`,
      },
      canceled: {
        title: 'Payment canceled',
        text: ({ merchant }) => `${merchant} canceled this payment. Do not send anything.`,
      },
      unknown: {
        title: 'Payment not found',
        text: 'Check that the link is complete, or ask the merchant for a new one.',
      },
    },
    unpayable: {
      no_wallet: {
        title: 'Not ready for payment yet',
        text: ({ merchant }) => `${merchant} has not set up a wallet for this asset. Try again later.`,
      },
      unknown_asset: {
        title: 'Asset not supported',
        text: ({ merchant }) => `This checkout cannot receive the requested asset. Contact ${merchant}.`,
      },
      network_not_watched: {
        title: 'Network not connected',
        text: ({ merchant }) =>
          `We cannot see payments on this network right now. Do not send anything. If you already paid, your payment is not lost. Contact ${merchant} or try again later.`,
      },
      other: {
        title: 'Payment unavailable',
        text: ({ merchant }) => `Try again later or contact ${merchant}.`,
      },
    },
    review: {
      title: 'Payment under review',
      causes: {
        underpaid:
          'The full amount did not arrive before the deadline. The merchant decides what happens next. Do not pay again.',
        late: 'Your payment arrived after the deadline. The merchant decides what happens next. Do not pay again.',
        reorged: 'The network reversed your payment. It may still be confirmed again. Do not pay again.',
        wrong_asset: 'You sent a different asset than requested. The merchant decides what happens next.',
        canceled_with_money: 'Money arrived for a canceled payment. The merchant decides what happens next.',
        unseen: 'We could not read the network for a long time. If you already paid, do not pay again.',
        ambiguous:
          'Your payment arrived, but we could not match it. The merchant needs to review it. Do not pay again.',
      },
      other: 'The merchant needs to review it. Do not pay again.',
    },
  },
};
