import type { Language } from '../view/words.ts';

export const en: Language = {
  tag: 'en',
  dir: 'ltr',
  words: {
    pageTitle: (merchant) => `Pay ${merchant}`,
    testMode: 'No real money moves.',
    total: 'Total',
    tax: (percent) => `Tax ${percent}`,
    order: 'Your order',
    orderNumber: 'Order number',
    sendExactly: 'Send exactly',
    sendRest: 'Send the rest',
    network: 'Network',
    address: 'To this address',
    onlyThis: (asset, network) => `Send only ${asset} on ${network}. Anything else may be lost.`,
    chooseNetwork: 'Choose a network',
    qr: (amount, network) => `QR code for your wallet: ${amount} on ${network}`,
    openWallet: 'Open wallet',
    payWith: (wallet) => `Pay with ${wallet}`,
    walletBusy: (wallet) => `Go on in ${wallet}.`,
    walletSent: 'Sent. Waiting for the network; do not pay again.',
    walletFramed: 'To pay with a wallet of this browser, open this page in a new tab.',
    walletErrors: {
      rejected: 'You declined in your wallet. Nothing was sent.',
      chain: 'Your wallet has no account on this network. Switch the network in it and try again.',
      account: 'Your wallet shares no account. Open one in it and try again.',
      funds: 'Your wallet does not hold enough for the payment and its fee.',
      refused: 'The payment could not be prepared.',
      unseen: 'The network has not shown it yet. Look into your wallet before you pay again.',
      failed: 'That did not work. Look into your wallet whether anything was sent before you try again.',
    },
    copy: 'Copy',
    copied: 'Copied',
    copyAmount: 'amount',
    copyAddress: 'address',
    copyFailed: 'Copying is not allowed here. Select the text and copy it by hand.',
    updatesItself: 'This page updates by itself.',
    timeLeft: 'Time left',
    fiveMinutes: 'Less than five minutes are left to pay.',
    timeUp:
      'The time to pay is over. Please do not send anything now. If you have paid already, we are looking for it.',
    codePlace: 'The QR code appears here.',
    openPage: 'Open the payment page',
    notPaidYet: 'I have not paid yet',
    due: 'Due',
    received: 'Received',
    arriving: 'On its way',
    remaining: 'Still to pay',
    overpaid: 'Paid too much',
    checkAgain: 'Check again',
    openTab: 'Open in a new tab',
    back: (merchant) => `Back to ${merchant}`,
    cancelBack: (merchant) => `Cancel and go back to ${merchant}`,
    invoice: 'View invoice',
    help: 'Need help?',
    helpText: (merchant) => `Write to ${merchant} and give them this payment number:`,
    helpId: 'Payment number',
    claimTitle: 'I paid, but it is not shown',
    claimField: 'Transaction id (your wallet may call it hash or signature)',
    claimSend: 'Look for it',
    claims: {
      busy: 'Looking for it.',
      not_found: 'No money for this payment was found there. Look whether the id is whole.',
      failed: 'This transaction failed on the network. No money has moved.',
      already_counted: 'This transaction is counted already.',
      will_be_counted: 'Found. It will be counted in a moment; do not pay again.',
      under_review: 'Money was found that cannot be matched for certain. The shop looks at it; do not pay again.',
      too_often: 'That was asked too often. Wait a minute.',
      unavailable: 'Nobody can look right now. Try again later.',
    },
    connected: 'Connected again.',
    notices: {
      lost: {
        title: 'Connection lost',
        text: 'This is the last we know. We keep trying; a payment on its way is not affected.',
      },
      delayed: {
        title: 'The network is slow to answer',
        text: 'What you have sent will be found. Do not pay again.',
      },
    },
    screens: {
      preparing: {
        title: 'Your payment is being prepared',
        text: 'Address and QR code appear in a moment. Where they do not, open the payment page.',
      },
      awaiting: {
        title: 'Waiting for your payment',
        text: 'Scan the code with your wallet, or copy amount and address.',
      },
      delayed: {
        title: 'We cannot see the network right now',
        text: 'If you have paid, do not pay again. Your payment will be found as soon as the network answers.',
      },
      seen: {
        title: 'Payment seen',
        text: 'Your payment has reached the network and waits for its first confirmation. There is nothing left for you to do.',
      },
      confirming: {
        title: 'Confirming your payment',
        text: ({ count, required }) => `Confirmation ${count} of ${required}. There is nothing left for you to do.`,
      },
      partial: {
        title: 'Part of the amount is here',
        text: ({ remaining }) => `${remaining} is still missing. Send the rest to complete your payment.`,
      },
      paid: {
        title: 'Payment complete',
        text: ({ merchant }) => `Thank you. ${merchant} has received your payment.`,
      },
      overpaid: {
        title: 'Paid, and a little too much',
        text: ({ merchant, over }) =>
          `Your payment is complete. You sent ${over} more than was due; ask ${merchant} to send it back.`,
      },
      late: {
        title: 'Paid late, and accepted',
        text: ({ merchant }) =>
          `Your payment came after the time had run out. ${merchant} has accepted it all the same.`,
      },
      expired: {
        title: 'The time to pay has run out',
        text: ({ merchant, expired }) =>
          `This payment ended on ${expired}. Please send nothing to it any more, and start again at ${merchant}.`,
      },
      canceled: {
        title: 'This payment was cancelled',
        text: ({ merchant }) => `${merchant} has cancelled it. Please send nothing to it any more.`,
      },
      unknown: {
        title: 'This link leads nowhere',
        text: 'There is no payment under this address. Look whether the link is whole, or ask the shop for a new one.',
      },
    },
    unpayable: {
      no_wallet: {
        title: 'Not ready for payment yet',
        text: ({ merchant }) => `${merchant} has not set up a wallet for this currency yet. Please try again later.`,
      },
      unknown_asset: {
        title: 'This currency is not known here',
        text: ({ merchant }) => `The payment asks for a currency that cannot be received. Please tell ${merchant}.`,
      },
      network_not_watched: {
        title: 'The network is not connected yet',
        text: ({ merchant }) =>
          `Payments on this network cannot be seen at present, so please send nothing. Ask ${merchant}, or try again later.`,
      },
      other: {
        title: 'This cannot be paid yet',
        text: ({ merchant }) => `Please try again later, or ask ${merchant}.`,
      },
    },
    review: {
      title: 'Your payment is being looked at',
      causes: {
        underpaid:
          'The time ran out before the whole amount had arrived. The shop decides what happens now. Do not pay again.',
        late: 'Your money came after the time had run out. The shop decides what happens now. Do not pay again.',
        reorged: 'The network has taken your payment back for now. It often returns by itself. Do not pay again.',
        wrong_asset: 'A different currency arrived than the one that was asked for. The shop decides what happens now.',
        canceled_with_money:
          'Your money came although the payment had been cancelled. The shop decides what happens now.',
        unseen: 'The network could not be read for a long time. If you have paid, do not pay again.',
        ambiguous:
          'Your money arrived but could not be matched for certain. The shop is looking into it. Do not pay again.',
      },
      other: 'A person at the shop is looking into it. Do not pay again.',
    },
  },
};
