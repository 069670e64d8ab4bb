import type { PictureType } from '../../domain/merchants/picture.ts';
import type { LogoName } from '../../domain/merchants/settings.ts';
import { CHECKOUT_ASSETS } from './checkout-files.ts';

export const LOGO_ENDINGS: Record<PictureType, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
};

/** The path of a logo. It contains a hash of the content, so clients can cache it forever. */
export const logoPath = ({ hash, type }: LogoName): string => `${CHECKOUT_ASSETS}/logo/${hash}.${LOGO_ENDINGS[type]}`;
