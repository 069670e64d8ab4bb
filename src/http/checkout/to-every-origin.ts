/** For what a checkout loads when it stands in a page of another origin. */
export const toEveryOrigin = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
};
