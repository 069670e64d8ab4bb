import { answerJobs } from './answer-jobs.ts';
import { memoryBacking } from './backing.ts';
import { runSeed } from './run-seed.ts';

await answerJobs((seed) => runSeed(Number(seed), memoryBacking()));
