import { expect, it } from 'vitest';
import { describeBrowser } from './browser.ts';

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const LINUX = 'Mozilla/5.0 (X11; Linux x86_64)';
const ANDROID = 'Mozilla/5.0 (Linux; Android 15; Pixel 9)';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X)';
const IPAD = 'Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X)';
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

it.each([
  [`${LINUX} ${CHROME}`, 'Chrome on Linux'],
  [`${LINUX} ${CHROME.replace('Chrome', 'HeadlessChrome')}`, 'Chrome on Linux'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME}`, 'Chrome on ChromeOS'],
  [`${ANDROID} ${CHROME.replace('Safari', 'Mobile Safari')}`, 'Chrome on Android'],
  [`${IPHONE} ${WEBKIT} CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1`, 'Chrome on iPhone'],
  [`${WINDOWS} ${CHROME} Edg/131.0.0.0`, 'Edge on Windows'],
  [`${MAC} ${CHROME} OPR/116.0.0.0`, 'Opera on macOS'],
  [
    `${ANDROID} AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet on Android',
  ],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Firefox on Windows'],
  [`${IPAD} ${WEBKIT} FxiOS/133.0 Mobile/15E148 Safari/605.1.15`, 'Firefox on iPad'],
  [`${MAC} ${WEBKIT} Version/18.1 Safari/605.1.15`, 'Safari on macOS'],
  [`${IPHONE} ${WEBKIT} Version/18.1 Mobile/15E148 Safari/604.1`, 'Safari on iPhone'],
  ['curl/8.10.1', 'curl/8.10.1'],
  ['Firefox/1.0', 'Firefox/1.0'],
  ['', 'Unknown browser'],
])('%s is %s', (userAgent, name) => {
  expect(describeBrowser(userAgent)).toBe(name);
});
