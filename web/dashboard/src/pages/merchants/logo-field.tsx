import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { NO_LOGO } from './read-settings.ts';

const BYTES_MAX = 40 * 1024;
const TYPES = ['image/png', 'image/jpeg', 'image/webp'];

/** Checks what the browser can see; the server checks the file's content. */
function checkFile(file: File): string | null {
  if (!TYPES.includes(file.type)) return 'Choose a PNG, JPEG, or WebP image.';
  const kib = Math.ceil(file.size / 1024);
  return file.size > BYTES_MAX ? `This file is ${kib} KiB. The limit is 40 KiB.` : null;
}

const readAsDataUrl = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '');
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read.'));
    reader.readAsDataURL(file);
  });

interface LogoFieldProps {
  /** The URL of the current logo. */
  current: string | null;
  error: string | undefined;
  /** Called after the form has another logo. */
  onSelect: () => void;
}

/** The logo is previewed right away and uploaded when the form is saved. */
export function LogoField({ current, error, onSelect }: LogoFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  /** The selected image as a data URL; null to remove the logo; undefined to keep the current one. */
  const [selected, setSelected] = useState<string | null | undefined>();
  const [fileError, setFileError] = useState<string | null>(null);
  // The hidden field has the image only after it was rendered.
  // oxlint-disable-next-line react/exhaustive-deps -- only another image is news
  useEffect(onSelect, [selected]);
  const shown = selected === undefined ? current : selected;
  const message = fileError ?? error ?? undefined;

  const choose = async (file: File | undefined) => {
    if (!file) return;
    const found = checkFile(file);
    setFileError(found);
    if (found !== null && input.current) input.current.value = '';
    if (found === null) setSelected(await readAsDataUrl(file));
  };
  /** The file has an image type, but the browser cannot decode it. */
  const reject = () => {
    setSelected(undefined);
    setFileError('This file is not a valid image.');
    if (input.current) input.current.value = '';
  };
  const remove = () => {
    setSelected(current === null ? undefined : null);
    setFileError(null);
    if (input.current) input.current.value = '';
    input.current?.focus();
  };

  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-[13px] font-medium">
        Logo
      </label>
      <div className="flex flex-wrap items-center gap-3">
        {shown === null ? (
          <span className="grid size-14 place-items-center rounded-md border border-dashed border-line-strong text-xs text-soft">
            None
          </span>
        ) : (
          <img
            src={shown}
            alt={selected ? 'Selected logo' : 'Current logo'}
            onError={selected ? reject : undefined}
            className="size-14 rounded-md border border-line bg-raised object-contain"
          />
        )}
        <input
          ref={input}
          id={id}
          type="file"
          accept={TYPES.join(',')}
          onChange={(event) => void choose(event.target.files?.[0])}
          aria-invalid={message === undefined ? undefined : true}
          aria-describedby={`${id}-hint${message === undefined ? '' : ` ${id}-error`}`}
          className="min-w-0 max-w-full flex-[1_1_12rem] text-[13px] file:mr-3 file:rounded-md file:border file:border-line-strong file:bg-raised file:px-3 file:py-1.5 file:text-ink"
        />
        {shown === null ? null : <Button onClick={remove}>Remove logo</Button>}
      </div>
      <input type="hidden" name="logo" value={selected === null ? NO_LOGO : (selected?.split(',')[1] ?? '')} />
      <p id={`${id}-hint`} className="text-xs text-soft">
        PNG, JPEG, or WebP, up to 40 KiB and 1024 × 1024 pixels. Square images work best.
      </p>
      {message === undefined ? null : (
        <p id={`${id}-error`} role="alert" className="text-xs font-medium text-bad-ink">
          {message}
        </p>
      )}
    </div>
  );
}
