import type { RenderOptions } from './render.ts';

/** A page as the server renders it, for tests. */
export const SAMPLE_OPTIONS: RenderOptions = {
  locale: null,
  href: '/pk_test_1/checkout/pi_1',
  scriptUrl: '/files/checkout-1.js',
  scriptIntegrity: 'sha384-script',
  languages: {
    en: { url: '/files/checkout-en.js', integrity: 'sha384-en' },
    ar: { url: '/files/checkout-ar.js', integrity: 'sha384-ar' },
  },
  styleUrl: '/files/checkout-1.css',
  styleIntegrity: 'sha384-style',
  mode: 'page',
};
