import { LIMITS } from '../../../src/domain/limits.ts';
import type { RequestSummary } from '../../../src/domain/requests/logged-request.ts';
import { requestTimeMs } from '../../../src/domain/requests/request-id.ts';
import type { RequestFilter, RequestStore } from '../../../src/ports/request-log.ts';
import { isOwn, type Owner, type TableAccess } from './tables.ts';

const isInTime = ({ id }: RequestSummary, { afterMs, beforeMs, olderThan }: RequestFilter) =>
  (afterMs === undefined || requestTimeMs(id) > afterMs) &&
  (beforeMs === undefined || requestTimeMs(id) < beforeMs) &&
  (olderThan === undefined || id < olderThan);

const matches = (request: RequestSummary, { status, method, route, keyId, problem, intentId }: RequestFilter) =>
  (status === undefined || (request.status >= status.from && request.status <= status.to)) &&
  (method === undefined || request.method === method) &&
  (route === undefined || request.route === route) &&
  (keyId === undefined || request.keyId === keyId) &&
  (problem === undefined || request.problem === problem) &&
  (intentId === undefined || request.intentId === intentId);

export function memoryRequests(database: TableAccess, owner: Owner): RequestStore {
  const listOwn = () =>
    [...database.tables.requests.values()].filter((entry) => isOwn(entry, owner)).map(({ request }) => request);
  return {
    async list(filter) {
      const { status, method, route, keyId, problem, intentId, limit } = filter;
      const isFiltered = [status, method, route, keyId, problem, intentId].some((value) => value !== undefined);
      const searchedMax = isFiltered ? LIMITS.requestLogSearchedMax : limit + 1;
      const onlyErrors = problem !== undefined || (status !== undefined && status.from >= 400);
      const searched = listOwn()
        .filter((request) => isInTime(request, filter) && (!onlyErrors || request.status >= 400))
        .sort((a, b) => (a.id < b.id ? 1 : -1))
        .slice(0, searchedMax);
      const found = searched.filter((request) => matches(request, filter));
      const requests = found
        .slice(0, limit)
        .map(({ requestBody: _body, responseBody: _response, ...summary }) => summary);
      return { requests, next: found.length > limit ? requests.at(-1)?.id : searched[searchedMax - 1]?.id };
    },

    find: async (id) => listOwn().find((request) => request.id === id),
  };
}
