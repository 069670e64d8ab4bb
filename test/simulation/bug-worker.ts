import { answerJobs } from './answer-jobs.ts';
import { findBug } from './find-bug.ts';

await answerJobs((name) => findBug(String(name)));
