/** The errors of accounts, sessions and teams. They are rows of `ERRORS`. */
export const ACCOUNT_ERRORS = {
  not_signed_in: {
    status: 401,
    title: 'You are not signed in',
    meaning: 'The session cookie is missing, or the session has ended.',
    fix: 'Sign in again.',
    retryable: false,
  },
  invalid_credentials: {
    status: 401,
    title: 'The email address or the password is wrong',
    meaning: 'No user has this email address and password. The response does not reveal which of the two is wrong.',
    fix: 'Try again, or choose "Forgot your password?" on the sign-in page.',
    retryable: false,
  },
  second_factor_required: {
    status: 401,
    title: 'The second factor is missing',
    meaning: 'The password is right, but the user has turned a second factor on and has not given it, or not recently.',
    fix: 'Send a code of the authenticator app, a recovery code or the response of a passkey. The errors say which.',
    retryable: false,
  },
  second_factor_invalid: {
    status: 401,
    title: 'The second factor is wrong',
    meaning: 'The code or the response of the passkey is wrong, is for another site, has expired, or was used before.',
    fix: 'Wait for the next code, or use the passkey again on the address in FLORIN_BASE_URL.',
    retryable: false,
  },
  cross_site_request: {
    status: 403,
    title: 'The request comes from another site',
    meaning: 'Only the dashboard’s own pages can send a request that changes something on the dashboard.',
    fix: 'Open the dashboard at the address in FLORIN_BASE_URL. Applications use the API with their keys instead.',
    retryable: false,
  },
  csrf_token_invalid: {
    status: 403,
    title: 'The CSRF token is missing or wrong',
    meaning: 'The X-Florin-CSRF header does not contain the token of this session.',
    fix: 'Get the token from GET /dashboard/api/session, and send it with every request that changes something.',
    retryable: false,
  },
  setup_link_invalid: {
    status: 403,
    title: 'The setup link is invalid',
    meaning: 'The link has been used, a newer one has replaced it, or an account exists.',
    fix: 'Use the link that the server printed when it last started, or sign in.',
    retryable: false,
  },
  signup_closed: {
    status: 403,
    title: 'Sign-up is closed',
    meaning: 'This server does not let visitors create an account.',
    fix: 'Ask the operator to set FLORIN_SIGNUP=open or to run "npx florin merchants create".',
    retryable: false,
  },
  insecure_connection: {
    status: 403,
    title: 'Sign-in requires HTTPS',
    meaning:
      'The server’s address is plain HTTP on another machine, where others on the network could read the session cookie.',
    fix: 'Use a TLS proxy, and set FLORIN_BASE_URL to its https address.',
    retryable: false,
  },
  permission_denied: {
    status: 403,
    title: 'You are not allowed to do this',
    meaning:
      'The signed-in member’s role lacks the permission that the request needs, or the request is for operators of the server only.',
    fix:
      'Ask an owner of the account to do it, or to change your role on the Team page. An operator is made on the server with ' +
      '"npx florin users operator".',
    retryable: false,
  },
  invitation_invalid: {
    status: 410,
    title: 'The invitation is no longer valid',
    meaning: 'The link is incomplete, or the invitation has been used, has expired or was revoked.',
    fix: 'Ask an owner of the account for a new invitation, or sign in.',
    retryable: false,
  },
  password_reset_invalid: {
    status: 410,
    title: 'The link to reset the password is no longer valid',
    meaning: 'The link is incomplete, has expired, was used, or a newer one replaced it.',
    fix: 'Ask for a new link on the sign-in page, and use the newest mail.',
    retryable: false,
  },
  mail_unavailable: {
    status: 409,
    title: 'This server sends no email',
    meaning: 'The operator has not set FLORIN_SMTP_URL.',
    fix: 'Ask the operator to run "npx florin users reset-password", or to set FLORIN_SMTP_URL.',
    retryable: false,
  },
  email_taken: {
    status: 409,
    title: 'The email address is taken',
    meaning: 'A user with this email address exists.',
    fix: 'Sign in, or use another email address.',
    retryable: false,
  },
} as const;
