import type { ReactNode } from 'react';
import { BrandMark } from '../../ui/brand-mark.tsx';
import { useDocumentTitle } from '../../ui/page.tsx';
import { useOwnAddress } from './use-own-address.ts';

/** The layout of the setup, sign-up and sign-in pages. */
export function AuthLayout({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  useDocumentTitle(title);
  const ownAddress = useOwnAddress();
  return (
    <main className="grid min-h-dvh place-items-center bg-surface p-4">
      <div className="w-full max-w-sm">
        <div className="mb-6 flex items-center justify-center gap-2">
          <BrandMark />
          <span className="text-base font-semibold">Florin</span>
        </div>
        <div className="rounded-xl border border-line bg-raised p-6 shadow-lift">
          <h1 tabIndex={-1} className="text-lg font-semibold tracking-tight">
            {title}
          </h1>
          {ownAddress ? (
            <OtherAddress url={ownAddress} />
          ) : (
            <>
              {lead === undefined ? null : <p className="mt-1 text-soft">{lead}</p>}
              <div className="mt-5">{children}</div>
            </>
          )}
        </div>
      </div>
    </main>
  );
}

function OtherAddress({ url }: { url: URL }) {
  return (
    <div className="mt-1 flex flex-col gap-4">
      <p className="text-soft">
        You opened this page at <span className="wrap-anywhere">{location.origin}</span>. This server works only at its
        own address.
      </p>
      <a href={url.href} className="font-medium text-link underline underline-offset-2 wrap-anywhere">
        Continue at {url.origin}
      </a>
    </div>
  );
}
