import { ACCOUNT_LIMITS } from './sessions/account-limits.ts';

/** Every limit of the API, with its unit in its name. The OpenAPI file and the docs are generated from these. */
export const LIMITS = {
  ...ACCOUNT_LIMITS,
  bodyBytesMax: 64 * 1024,
  bodyDepthMax: 10,
  itemsMax: 100,
  quantityMax: 1_000_000,
  itemIdLengthMax: 128,
  nameLengthMax: 256,
  emailLengthMax: 254,
  phoneLengthMax: 32,
  addressLengthMax: 512,
  cityLengthMax: 128,
  stateLengthMax: 128,
  countryLengthMax: 64,
  postalCodeLengthMax: 32,
  amountMax: 999_999_999_999,
  taxPercentMax: 100,
  metadataKeysMax: 50,
  metadataKeyLengthMax: 40,
  metadataValueLengthMax: 500,
  orderIdLengthMax: 128,
  descriptionLengthMax: 1_000,
  urlLengthMax: 2_048,
  localeLengthMax: 35,
  expiresInSecondsMin: 300,
  expiresInSecondsMax: 604_800,
  expiresInSecondsDefault: 3_600,
  idempotencyKeyLengthMax: 255,
  idempotencyKeyKeptMs: 7 * 24 * 3_600_000,
  importBytesMax: 1024 * 1024,
  importLinesMax: 5_000,
  invoiceLinkDays: 30,
  /** Of the seller's address, and of one of them. */
  sellerAddressLinesMax: 6,
  sellerAddressLineLengthMax: 128,
  taxIdLengthMax: 64,
  invoicePrefixLengthMax: 16,
  invoiceFooterLengthMax: 1_000,
  /** How long one request works on erasing a customer's data, and how many intents an export has. */
  eraseMsMax: 5_000,
  exportIntentsMax: 100,
  /** PDFs that have to be drawn for clients without a key, per client address. */
  pdfsPerMinuteOfClient: 60,
  pdfsWaitingMax: 16,
  /** Includes the start of the thread that draws. */
  pdfMsMax: 30_000,
  /** How long a request waits for a PDF. Shorter than `answerMsMax`, so that the client learns what takes so long. */
  pdfWaitMsMax: 4_000,
  pdfBytesKeptMax: 32 * 1024 * 1024,
  checkoutPageBytesKeptMax: 16 * 1024 * 1024,
  pageSizeMax: 100,
  pageSizeDefault: 20,
  /** The payment intents that one page with several filters looks at to find those that match. */
  listedSearchedMax: 5_000,
  searchLengthMax: 256,
  eventPageSizeDefault: 50,
  /** For lists of event types, of an endpoint or in a query. */
  eventTypesMax: 50,
  eventTypeLengthMax: 100,
  deliveriesCountedMax: 100,
  /** The hours that the dashboard shows of an endpoint, and the newest deliveries that it counts in them. */
  endpointHealthHours: 24,
  endpointHealthDeliveriesMax: 10_000,
  /** Numbers have at most 15 digits, so that every one is exact in JSON. */
  eventNumberMax: 999_999_999_999_999,
  createPerSecond: 1_000,
  readPerSecond: 2_000,
  burstFactor: 2,
  failedKeysPerMinute: 600,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 15_000,
  databaseAnswerMsMax: 4_500,
  /** A data store that takes longer to say how it is doing is shown as away. */
  storeStateMsMax: 3_000,
  /** From the request line to the response, even if a database does not answer. */
  answerMsMax: 4_800,
  /** How long a process may cache a key: together less than five seconds, the time in which a revocation takes effect. */
  keyCacheMs: 3_000,
  principalCacheMs: 1_000,
  connectionsMax: 4_096,
  /** At most half of all. */
  connectionsPerClientMax: 2_048,
  /** Requests that a client may send on one connection before the first is answered. They are answered one by one. */
  pipelinedRequestsMax: 32,
  /** A client that takes nothing of an answer for this long is disconnected. */
  unreadAnswerMsMax: 20_000,
  /** When there are too many connections, one that carried a valid key or session goes last for this long after it, */
  trustedConnectionMs: 60_000,
  /** unless its client has not finished reading an answer for this long. */
  trustedUnreadMsMax: 5_000,
  /** Emails of one merchant that wait to be sent, and those of requests that belong to no merchant yet. Further ones are dropped. */
  mailsWaitingMax: 500,
  /** How often an email is tried: with the pauses, for about a day. */
  mailAttemptsMax: 12,
  mailRetryMsMin: 30_000,
  mailRetryMsMax: 4 * 3_600_000,
  /** How long one attempt may take, and after which time another process tries again. */
  mailSendMsMax: 30_000,
  mailClaimMs: 60_000,
  mailsInFlightMax: 4,
  /** How long notices of a merchant are gathered for one email, and how many of them it names. */
  noticesGatheredMs: 5 * 60_000,
  noticesNamedMax: 20,
  /** How often a process reads the reports about networks. */
  networkWatchMs: 500,
  /** After this many polls without a report, nobody watches the network. A takeover by another worker takes seven. */
  silentPollsMax: 30,
  /** How far reading a network may be behind before new payments count as unseen. */
  scanLagMsMax: 60_000,
  /** After this many polls, the nodes of a network are asked again for their chain and newest block. */
  healthCheckPolls: 15,
  /** From this worth of an intent on, in the displayed currency, so many nodes must have the same block. */
  agreementWorth: 1_000,
  agreementNodes: 2,
  /** Up to this many addresses, EVM nodes are asked for transfers to them. Above it, all transfers of known tokens are read. */
  logRecipientsMax: 1_000,
  /** Transfers of unknown tokens that one scan of an EVM network, or one claim, looks at. They cannot be money. */
  unknownTransfersPerScanMax: 20,
  /** How many addresses have their balance compared on an EVM network whose nodes cannot trace. */
  comparedBalancesMax: 100,
  userAgentLengthMax: 256,
  /** Without a key and without a session, per client address. */
  visitorPerSecond: 50,
  /** How many of these the server works on at a time, per client address, and for how long others wait for one of them. */
  visitorRequestsAtOnce: 1,
  visitorTurnMsMax: 250,
  /** Health checks and metrics, per client address. */
  monitoringPerSecond: 10,
  /** How long the answer to a request over these limits waits, so that a flood sends little. */
  rateLimitedDelayMs: 1_000,
  payerBodyBytesMax: 4_096,
  payerAddressLengthMax: 128,
  transactionsPerMinute: 30,
  transactionsPerMinuteOfClient: 120,
  claimsPerMinute: 5,
  claimsPerMinuteOfClient: 20,
  /** The payments that a receipt lists, so that it prints on one page. Further ones are only counted. */
  receiptPaymentsMax: 8,
  simulationsPerMinute: 10,
  simulationsPerMinuteOfClient: 60,
  transactionIdLengthMax: 200,
  /** The claims on one transfer that are listed, and those of one intent: with and without a proof, each. */
  claimsPerTransferMax: 10,
  claimsPerIntentMax: 5,
  /** Further claims without a proof on one transfer, which are only counted. */
  moreClaimsMax: 100,
  /** A wallet that is a contract wants 65 bytes of each owner, in hexadecimal: enough for twenty owners. */
  signatureLengthMax: 2_602,
  /** Failed transactions that name one intent and are listed. Further ones are only counted. */
  failedPerIntentMax: 10,
  /** Transfers of unknown tokens that are listed for one merchant in a day. Further ones are only counted. */
  unknownTokensPerDayMax: 100,
  /** The open amounts that are suggested for one unmatched transfer. */
  suggestionsMax: 3,
  /** Further transfers to an intent are unmatched, so that nobody can make it slow to read, or stop the scan of its network. */
  paymentsPerIntentMax: 200,
  /** Every payment is part of every later event of its intent, and simulated ones cost nothing. */
  simulatedPaymentsMax: 100,
  /** How long a network is watched for an intent after its expiry, so that late payments are found. */
  watchedDaysAfterExpiry: 30,
  /** How long an unmatched transfer is kept if it cannot be assigned or is dust, and how long if it is money. */
  unmatchedKeptDays: 30,
  unmatchedMoneyKeptDays: 730,
  allowedOriginsMax: 50,
  supportLengthMax: 512,
  logoBytesMax: 40 * 1024,
  logoPixelsMax: 1_024,
  tolerancePercentMax: 5,
  toleranceAmountMax: 999_999_999,
  lateSecondsMax: 30 * 24 * 3_600,
  apiKeyNameLengthMax: 128,
  reasonLengthMax: 500,
  walletTextLengthMax: 1_024,
  walletIndexMax: 2 ** 31 - 1,
  walletDelayMs: 24 * 3_600_000,
  /** How long before its expiry a key is announced. */
  keyExpiryNoticeMs: 7 * 24 * 3_600_000,
  /** How long numbered events, deliveries and their attempts are kept at least; they are dropped by the month. */
  eventsKeptDays: 90,
  eventsKeptDaysMin: 7,
  /** How long the message that proves the ownership of a wallet can be signed. */
  walletProofMs: 15 * 60_000,
  /** How long after its removal another merchant can add a wallet on which no payment is expected. */
  walletReleaseMs: 60_000,
  /** How long a merchant is told that a wallet was taken over. */
  releasedWalletShownMs: 30 * 24 * 3_600_000,
  /** Most wallets stop looking after this many unused addresses, so more are not counted. */
  unusedAddressesCounted: 20,
  unusedAddressesWarned: 15,
  eventStreamsMax: 1_000,
  /** Only for signed-in users and API keys. */
  eventStreamsReserved: 200,
  eventStreamsPerClientMax: 50,
  eventStreamMsMax: 300_000,
  eventStreamHeartbeatMs: 15_000,
  /** How often a stream of events looks for new ones that nobody reported, and whether its key is still valid. */
  eventStreamPollMs: 1_500,
  /** The pause between two reads for one stream, however many changes are reported. */
  eventStreamPauseMs: 25,
  /** The most data that is buffered for a slow client before it is disconnected. */
  eventStreamBytesMax: 64 * 1024,
  /** Exports that one process writes at the same time: in all, and for one merchant. */
  exportsMax: 8,
  exportsOfMerchantMax: 2,
  /** Saved views of one merchant, and their names and filters. */
  savedViewsMax: 50,
  savedViewNameLengthMax: 64,
  savedViewQueryLengthMax: 2_048,
  /** Per merchant and mode. */
  webhookEndpointsMax: 20,
  /** The events that one request can send again to an endpoint. */
  resentEventsMax: 10_000,
  /** Webhooks that one process sends at the same time: in all, for one merchant, and to one endpoint, */
  deliveriesInFlightMax: 512,
  deliveriesInFlightOfMerchantMax: 64,
  deliveriesInFlightToEndpointMax: 16,
  /** of which nothing but failures came lately. */
  deliveriesInFlightToFailingMax: 2,
  /** How long a process may send a delivery before another one may. Longer than an attempt and the write of its result. */
  deliveryClaimMs: 60_000,
  /** Where the trace of an event continues. Longer than the event is tried to be delivered. */
  eventTracesKeptMs: 4 * 86_400_000,
  responseLengthKept: 1_024,
  /** The newest attempts of a delivery that are shown. It has more if it was started again after it had failed. */
  attemptsShownMax: 100,
  endpointFailingMsMax: 5 * 24 * 3_600_000,
  /** One attempt of a delivery: looking up the name, connecting, the request and the whole response. */
  webhookMsMax: 15_000,
  /** What is read of a response. */
  webhookResponseBytesMax: 16 * 1024,
  webhookHeaderBytesMax: 16 * 1024,
  /** How long the request log is kept, unless the operator says otherwise. */
  requestLogDays: 30,
  /** The requests of one database that wait to be logged. When there are more, the oldest are dropped. */
  requestLogWaitingMax: 5_000,
  requestLogBatchRowsMax: 2_000,
  /** The requests that one page of the log looks at to find those that match. */
  requestLogSearchedMax: 10_000,
  /** Of each body, if bodies are logged. */
  requestLogBodyBytesMax: 4 * 1024,
  /** How many addresses of an extended key a restore leaves out: as many unused ones as most wallets look at. */
  restoredWalletIndexes: 20,
  /** How far event numbers move on after a restore, for every day since the backup that has begun. */
  restoredEventNumbers: 1_000_000,
  /** The default expiry, late window and time in flight of an intent, rounded up. */
  restoredAmountsHeldMsMin: 26 * 3_600_000,
} as const;
