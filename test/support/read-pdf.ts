import { execFileSync, spawnSync } from 'node:child_process';

export const hasPdftotext = (): boolean => spawnSync('pdftotext', ['-v']).error === undefined;

/** The text of a PDF as a reader would select it, in the places where it stands. */
export const readPdf = (pdf: Buffer): string =>
  execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' });
