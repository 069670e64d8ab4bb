import { answerJobs } from './answer-jobs.ts';
import { findBug } from './find-bug.ts';

await answerJobs(async (name) => ({ name, violation: await findBug(String(name)) }));
