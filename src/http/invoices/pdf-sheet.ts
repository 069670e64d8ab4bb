import PdfDocument from 'pdfkit';
import { readPicture } from '../../domain/merchants/picture.ts';
import { type FindFace, openFonts } from './pdf-fonts.ts';
import { cleanText, TextLayout, type TextLine } from './pdf-text.ts';

const MARGIN = 50;
const FOOTER = 30;
const SIZE = 9.5;

/** Of the font size: the height of a line, and how far its baseline is from its top. */
const LINE_HEIGHT = 1.3;
const BASELINE = 1;

/** What labels and numbers are made of. */
const ALWAYS = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('') + '–·’';

export const COLORS = { text: '#1b2529', soft: '#55636a', line: '#d5dcde', warn: '#8f4b00', good: '#12694a' };

export interface Style {
  size?: number;
  bold?: boolean;
  color?: string;
  align?: 'left' | 'right';
}

interface SheetInfo {
  title: string;
  author: string;
  createdAtMs: number;
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
  readonly #regular: TextLayout;
  readonly #bold: TextLayout;
  /** Called at the top of every following page. */
  onPage: (() => void) | undefined;

  /** Opens a sheet for these texts. Only those that are named may be bold, besides labels and numbers. */
  static async open(
    info: SheetInfo,
    { texts, bold }: { texts: readonly string[]; bold: readonly string[] },
  ): Promise<PdfSheet> {
    const regular = await openFonts([ALWAYS, ...texts.map(cleanText)], 400);
    return new PdfSheet(info, regular, await openFonts([ALWAYS, ...bold.map(cleanText)], 700));
  }

  private constructor(info: SheetInfo, regular: FindFace, bold: FindFace) {
    this.#regular = new TextLayout(regular);
    this.#bold = new TextLayout(bold);
    this.#pdf = new PdfDocument({
      font: null as unknown as string,
      size: 'A4',
      margin: 0,
      bufferPages: true,
      lang: 'en',
      displayTitle: true,
      info: {
        Title: cleanText(info.title),
        Author: cleanText(info.author),
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

  /** Whether some characters had to be replaced. */
  get isLossy(): boolean {
    return this.#regular.isLossy || this.#bold.isLossy;
  }

  heightOf(text: string, width: number, style: Style = {}): number {
    return this.#lines(text, width, style).length * (style.size ?? SIZE) * LINE_HEIGHT;
  }

  /** The width of a text on one line. */
  widthOf(text: string, style: Style = {}): number {
    return Math.max(...this.#lines(text, Infinity, style).map((line) => line.width)) * (style.size ?? SIZE);
  }

  /** Writes text without moving the position. Returns its height. */
  write(text: string, x: number, y: number, width: number, style: Style = {}): number {
    const size = style.size ?? SIZE;
    const lines = this.#lines(text, width, style);
    this.#pdf.fillColor(style.color ?? COLORS.text).fontSize(size);
    for (const [index, line] of lines.entries()) {
      let at = style.align === 'right' ? x + width - line.width * size : x;
      for (const run of line.runs) {
        const top = y + (index * LINE_HEIGHT + BASELINE) * size;
        // With a list of features, the library shapes the run as a whole instead of word by word.
        this.#pdf.font(run.face.font as unknown as PDFKit.Mixins.PDFFontSource);
        this.#pdf.text(run.text, at, top, { lineBreak: false, baseline: 'alphabetic', features: [] });
        at += run.width * size;
      }
    }
    return lines.length * size * LINE_HEIGHT;
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

  #lines(text: string, width: number, { size = SIZE, bold = false }: Style): TextLine[] {
    return (bold ? this.#bold : this.#regular).lines(text, width / size);
  }
}
