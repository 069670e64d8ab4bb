import { describe, expect, it } from 'vitest';
import { chooseFormat } from './choose-format.ts';

describe('the form of an invoice', () => {
  it.each([
    [undefined, 'html'],
    ['*/*', 'html'],
    ['text/html,application/xhtml+xml,*/*;q=0.8', 'html'],
    ['application/json', 'json'],
    ['application/pdf;q=0.9, application/json;q=0.5', 'pdf'],
    ['application/*', 'pdf'],
    ['text/html;q=0, */*', 'pdf'],
  ])('for Accept %s is %s', (accept, format) => {
    expect(chooseFormat('pi_1', accept)).toEqual({ id: 'pi_1', format });
  });

  it('follows the ending, whatever Accept says', () => {
    expect(chooseFormat('pi_1.pdf', 'text/html')).toEqual({ id: 'pi_1', format: 'pdf' });
    expect(chooseFormat('pi_1.json', 'image/png')).toEqual({ id: 'pi_1', format: 'json' });
    expect(chooseFormat('pi_1.html', 'application/pdf')).toEqual({ id: 'pi_1', format: 'html' });
  });

  it.each(['pi_1.exe', 'pi_1.PDF', 'pi_1.', '.pdf.'])('does not exist for %s', (segment) => {
    expect(() => chooseFormat(segment, undefined)).toThrow('ends with .pdf, .json or .html');
  });

  it.each(['image/png', 'text/html;q=0', 'text/plain, image/*'])('does not exist for Accept %s', (accept) => {
    expect(() => chooseFormat('pi_1', accept)).toThrow('text/html, application/pdf, application/json');
  });
});
