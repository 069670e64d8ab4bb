import { execFileSync, spawnSync } from 'node:child_process';

export const hasPdftotext = (): boolean => spawnSync('pdftotext', ['-v']).error === undefined;

/** The text of a PDF, in its layout. */
export const readPdf = (pdf: Buffer): string =>
  execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' });
