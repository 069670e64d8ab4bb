import { expect, it } from 'vitest';
import { EVENT_TYPES } from '../src/domain/events/event.ts';
import { EVENT_TYPES as OFFERED } from '../web/dashboard/src/format/event-types.ts';

it('the dashboard offers every type of event that there is', () => {
  expect(OFFERED.toSorted()).toEqual(EVENT_TYPES.toSorted());
});
