import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useState } from 'react';
import { client } from '../../api/session-client.ts';
import type { SettingsInput } from '../../api/types.ts';
import { Card } from '../../ui/card.tsx';
import { readSettings } from './read-settings.ts';

type Look = Pick<SettingsInput, 'name' | 'accent_color' | 'support' | 'logo'>;

const PAUSE_MS = 250;

/** What cannot be shown yet, such as half of a color, is left out, so that the saved value is shown. */
function readLook(form: HTMLFormElement): Look {
  const { name, accent_color, support, logo } = readSettings(new FormData(form));
  return {
    ...(name && { name }),
    ...(accent_color === null || /^#[0-9a-f]{6}$/i.test(accent_color ?? '') ? { accent_color } : {}),
    ...(support === null ? { support } : {}),
    ...(logo === undefined ? {} : { logo }),
  };
}

/** The checkout with the settings of the form. `edits` counts the changes. The frame runs no script. */
export function CheckoutPreview({ form, edits }: { form: RefObject<HTMLFormElement | null>; edits: number }) {
  const [look, setLook] = useState<Look>({});
  useEffect(() => {
    const timer = setTimeout(() => {
      if (form.current) setLook(readLook(form.current));
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [form, edits]);
  const { data } = useQuery({
    queryKey: ['checkout-preview', look],
    queryFn: ({ signal }) => client.call('POST /settings/preview', { body: look, signal }),
    placeholderData: (before) => before,
  });
  return (
    <Card title="Preview" lead="The checkout page with these settings.">
      <iframe
        title="Preview of the checkout"
        sandbox=""
        srcDoc={data?.html ?? ''}
        className="h-150 w-full max-w-md xl:h-200 rounded-lg border border-line bg-surface"
      />
    </Card>
  );
}
