import PdfDocument from 'pdfkit';
import { readPicture } from '../../domain/merchants/picture.ts';
import { toWinAnsi } from './win-ansi.ts';

const MARGIN = 50;
const FOOTER = 30;

export const COLORS = { text: '#1b2529', soft: '#55636a', line: '#d5dcde', warn: '#8f4b00', good: '#12694a' };

export interface Style {
  size?: number;
  bold?: boolean;
  color?: string;
  align?: 'left' | 'right';
}

/**
 * A4 pages, filled from the top. This class tracks the position, because the library would break a page in the middle of
 * a row. The file depends only on the invoice, not on the time or the machine.
 */
export class PdfSheet {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #chunks: Buffer[] = [];
  readonly #ended: Promise<void>;
  readonly left = MARGIN;
  readonly width: number;
  y = MARGIN;
  /** Whether some characters had to be replaced. */
  isLossy = false;
  /** Called at the top of every following page. */
  onPage: (() => void) | undefined;

  constructor(info: { title: string; author: string; createdAtMs: number }) {
    this.#pdf = new PdfDocument({
      size: 'A4',
      margin: 0,
      bufferPages: true,
      lang: 'en',
      displayTitle: true,
      info: {
        Title: toWinAnsi(info.title).text,
        Author: toWinAnsi(info.author).text,
        Creator: 'Florin',
        Producer: 'Florin',
        CreationDate: new Date(info.createdAtMs),
      },
    });
    this.width = this.#pdf.page.width - 2 * MARGIN;
    this.#pdf.on('data', (chunk: Buffer) => this.#chunks.push(chunk));
    this.#ended = new Promise((resolve, reject) => {
      this.#pdf.on('end', resolve);
      this.#pdf.on('error', reject);
    });
  }

  /** Starts a new page if the height does not fit on this one. */
  ensure(height: number): void {
    if (this.y + height <= this.#pdf.page.height - MARGIN - FOOTER) return;
    this.#pdf.addPage();
    this.y = MARGIN;
    this.onPage?.();
  }

  heightOf(text: string, width: number, style: Style = {}): number {
    this.#dress(style);
    return this.#pdf.heightOfString(this.#fit(text) || ' ', { width });
  }

  /** The width of a text on one line. */
  widthOf(text: string, style: Style = {}): number {
    this.#dress(style);
    return this.#pdf.widthOfString(this.#fit(text));
  }

  /** Writes text without moving the position. Returns its height. */
  write(text: string, x: number, y: number, width: number, style: Style = {}): number {
    const height = this.heightOf(text, width, style);
    this.#pdf.fillColor(style.color ?? COLORS.text);
    this.#pdf.text(this.#fit(text), x, y, { width, align: style.align ?? 'left' });
    return height;
  }

  /** Draws an image at the left, as large as fits. Returns its height, or 0 if it cannot be drawn. */
  picture(bytes: Uint8Array, fit: { width: number; height: number }): number {
    try {
      const { width, height } = readPicture(bytes) ?? fit;
      const scale = Math.min(fit.width / width, fit.height / height, 1);
      this.#pdf.image(Buffer.from(bytes), this.left, this.y, { width: width * scale, height: height * scale });
      return height * scale;
    } catch {
      return 0;
    }
  }

  rule(color: string, weight = 0.75, from = this.left): void {
    this.#pdf.moveTo(from, this.y).lineTo(this.left + this.width, this.y);
    this.#pdf.lineWidth(weight).strokeColor(color).stroke();
  }

  box(height: number, color: string): void {
    this.#pdf.roundedRect(this.left, this.y, this.width, height, 4).lineWidth(0.75).dash(3, { space: 2 });
    this.#pdf.strokeColor(color).stroke().undash();
  }

  /** Writes the footer of each page, and returns the file. */
  async finish(foot: (page: number, pages: number) => string): Promise<Buffer> {
    const { start, count } = this.#pdf.bufferedPageRange();
    for (let page = start; page < start + count; page += 1) {
      this.#pdf.switchToPage(page);
      const y = this.#pdf.page.height - MARGIN;
      this.write(foot(page + 1, count), this.left, y, this.width, { size: 8, color: COLORS.soft });
    }
    this.#pdf.end();
    await this.#ended;
    return Buffer.concat(this.#chunks);
  }

  #dress({ size = 9.5, bold = false }: Style): void {
    this.#pdf.font(bold ? 'Helvetica-Bold' : 'Helvetica').fontSize(size);
  }

  #fit(text: string): string {
    const fitted = toWinAnsi(text);
    if (!fitted.isWhole) this.isLossy = true;
    return fitted.text;
  }
}
