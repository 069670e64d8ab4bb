export type PictureType = 'image/png' | 'image/jpeg' | 'image/webp';

export interface Picture {
  type: PictureType;
  width: number;
  height: number;
}

/** The type of a file by its first bytes, and its declared size; undefined unless it is a PNG, JPEG or WebP. */
export function readPicture(bytes: Uint8Array): Picture | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const type = typeOf(view);
  try {
    const size = type && SIZES[type](view);
    return type && size && size.width > 0 && size.height > 0 ? { type, ...size } : undefined;
  } catch (error) {
    // The file ends before its size.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

type Size = Pick<Picture, 'width' | 'height'>;

function typeOf(view: DataView): PictureType | undefined {
  if (view.byteLength < 12) return undefined;
  if (view.getUint32(0) === 0x89504e47 && view.getUint32(4) === 0x0d0a1a0a) return 'image/png';
  if (view.getUint32(0) >>> 8 === 0xffd8ff) return 'image/jpeg';
  if (textAt(view, 0) === 'RIFF' && textAt(view, 8) === 'WEBP') return 'image/webp';
  return undefined;
}

const SIZES: Record<PictureType, (view: DataView) => Size | undefined> = {
  'image/png': (view) =>
    textAt(view, 12) === 'IHDR' ? { width: view.getUint32(16), height: view.getUint32(20) } : undefined,
  'image/jpeg': jpegSize,
  'image/webp': webpSize,
};

/** The size is in the first start-of-frame segment; the segments before it are skipped by their lengths. */
function jpegSize(view: DataView): Size | undefined {
  for (let at = 2; view.getUint8(at) === 0xff; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint8(at + 1);
    const startsFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (startsFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
  }
  return undefined;
}

/** Lossy, lossless and extended files each store the size differently. */
function webpSize(view: DataView): Size | undefined {
  switch (textAt(view, 12)) {
    case 'VP8 ':
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    case 'VP8L': {
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: threeBytes(view, 24) + 1, height: threeBytes(view, 27) + 1 };
    default:
      return undefined;
  }
}

const textAt = (view: DataView, at: number) =>
  String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)));

const threeBytes = (view: DataView, at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
