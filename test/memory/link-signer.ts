import { createHash } from 'node:crypto';
import type { LinkSigner } from '../../src/ports/link-signer.ts';

const sign = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Signs without a secret. */
export const openLinkSigner: LinkSigner = { sign, isSigned: (text, signature) => sign(text) === signature };
