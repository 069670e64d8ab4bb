/** Lets pages of any origin read the answer: the checkout can be embedded anywhere. */
export const CORS_HEADERS = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
};
