import { toSessionRoute } from '../server/to-session-route.ts';
import { getRequest } from './get-request.ts';
import { listRequests } from './list-requests.ts';

export const requestRoutes = [
  listRequests,
  getRequest,
  toSessionRoute(listRequests, 'events:read'),
  toSessionRoute(getRequest, 'events:read'),
];
