import type { PictureType } from '../../domain/merchants/picture.ts';
import type { LogoName } from '../../domain/merchants/settings.ts';
import { CHECKOUT_ASSETS } from './checkout-files.ts';

export const LOGO_ENDINGS: Record<PictureType, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
};

/** Where a logo lies on this server. It is named by its content, so that it never changes. */
export const logoPath = ({ hash, type }: LogoName): string => `${CHECKOUT_ASSETS}/logo/${hash}.${LOGO_ENDINGS[type]}`;
