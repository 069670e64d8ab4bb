import type { QueuedEvent } from '../../memory/data/tables.ts';
import type { Bug } from './bug.ts';

/** Bugs that the dispatch of events could have, if its parts were not one transaction. */
export const EVENT_BUGS: readonly Bug[] = [
  {
    name: 'events are taken off the queue before they are numbered',
    caughtBy: ['every event gets a number', 'events of an intent are numbered in order'],
    events: (dispatch, database) => ({
      ...dispatch,
      async dispatch(input) {
        const [taken] = database.tables.eventQueue;
        try {
          return await dispatch.dispatch(input);
        } catch (error) {
          await database.run((tables) => {
            tables.eventQueue = tables.eventQueue.filter((event) => event !== taken);
          });
          throw error;
        }
      },
    }),
  },
  {
    name: 'events leave the queue after they are numbered',
    caughtBy: ['an event gets one number'],
    events: (dispatch, database) => {
      let rounds = 0;
      return {
        ...dispatch,
        async dispatch(input) {
          const [taken] = database.tables.eventQueue;
          const done = await dispatch.dispatch(input);
          rounds += 1;
          // The process dies in between now and then.
          if (taken && rounds % 7 === 0) {
            await database.run((tables) => {
              tables.eventQueue = [taken, ...tables.eventQueue];
            });
          }
          return done;
        },
      };
    },
  },
  {
    name: 'the newest events are numbered first',
    caughtBy: ['events of an intent are numbered in order'],
    events: (dispatch, database) => ({
      ...dispatch,
      async dispatch(input) {
        await database.run((tables) => {
          tables.eventQueue = tables.eventQueue.toReversed();
        });
        return dispatch.dispatch(input);
      },
    }),
  },
  {
    name: 'an event is queued although its transaction is rolled back',
    caughtBy: [
      'only what was committed gets a number',
      'events of an intent are numbered in order',
      'an event gets one number',
    ],
    events: (dispatch, database) => {
      const ahead = (event: QueuedEvent): QueuedEvent =>
        'sequence' in event.of ? { ...event, of: { ...event.of, sequence: event.of.sequence + 1 } } : event;
      let rounds = 0;
      return {
        ...dispatch,
        async dispatch(input) {
          rounds += 1;
          if (rounds % 7 === 0) {
            await database.run((tables) => {
              tables.eventQueue = [...tables.eventQueue, ...tables.eventQueue.slice(-1).map(ahead)];
            });
          }
          return dispatch.dispatch(input);
        },
      };
    },
  },
];
