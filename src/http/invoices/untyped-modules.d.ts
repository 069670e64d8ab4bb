declare module 'linebreak' {
  /** Finds where a line may be broken, by Unicode's line breaking algorithm. */
  export default class LineBreaker {
    constructor(text: string);
    nextBreak(): { position: number; required: boolean } | null;
  }
}

declare module 'subset-font' {
  export default function subsetFont(
    font: Uint8Array,
    text: string | undefined,
    options: {
      targetFormat: 'truetype';
      keepAllGlyphs: boolean;
      noHinting: boolean;
      variationAxes: Readonly<Record<string, number>>;
    },
  ): Promise<Buffer>;
}
