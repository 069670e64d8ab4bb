import { useId, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { NO_LOGO } from './read-settings.ts';

const BYTES_MAX = 40 * 1024;
const TYPES = ['image/png', 'image/jpeg', 'image/webp'];

/** What the browser can see by itself; the server looks into the file. */
function faultOf(file: File): string | null {
  if (!TYPES.includes(file.type)) return 'Choose a PNG, JPEG or WebP picture.';
  const kib = Math.ceil(file.size / 1024);
  return file.size > BYTES_MAX ? `This file has ${kib} KiB. At most 40 KiB are allowed.` : null;
}

const readAsDataUrl = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '');
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read.'));
    reader.readAsDataURL(file);
  });

interface LogoFieldProps {
  /** Where the logo of today lies. */
  current: string | null;
  error: string | undefined;
}

/** A picture that is sent with the form: what is chosen shows at once, and counts when the form is saved. */
export function LogoField({ current, error }: LogoFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  /** A picture as a data address; null for none; undefined while the one of today stays. */
  const [chosen, setChosen] = useState<string | null | undefined>();
  const [fault, setFault] = useState<string | null>(null);
  const shown = chosen === undefined ? current : chosen;
  const wrong = fault ?? error ?? undefined;

  const choose = async (file: File | undefined) => {
    if (!file) return;
    const found = faultOf(file);
    setFault(found);
    if (found !== null && input.current) input.current.value = '';
    if (found === null) setChosen(await readAsDataUrl(file));
  };
  /** The name says that it is a picture, and the browser cannot draw it. */
  const refuse = () => {
    setChosen(undefined);
    setFault('This file cannot be read as a picture.');
    if (input.current) input.current.value = '';
  };
  const remove = () => {
    setChosen(current === null ? undefined : null);
    setFault(null);
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
            alt={chosen ? 'The logo that you have chosen' : 'Your logo'}
            onError={chosen ? refuse : undefined}
            className="size-14 rounded-md border border-line bg-raised object-contain"
          />
        )}
        <input
          ref={input}
          id={id}
          type="file"
          accept={TYPES.join(',')}
          onChange={(event) => void choose(event.target.files?.[0])}
          aria-invalid={wrong === undefined ? undefined : true}
          aria-describedby={`${id}-hint${wrong === undefined ? '' : ` ${id}-error`}`}
          className="min-w-0 max-w-full flex-[1_1_12rem] text-[13px] file:mr-3 file:rounded-md file:border file:border-line-strong file:bg-raised file:px-3 file:py-1.5 file:text-ink"
        />
        {shown === null ? null : <Button onClick={remove}>Remove logo</Button>}
      </div>
      <input type="hidden" name="logo" value={chosen === null ? NO_LOGO : (chosen?.split(',')[1] ?? '')} />
      <p id={`${id}-hint`} className="text-xs text-soft">
        PNG, JPEG or WebP, at most 40 KiB and 1024 × 1024 pixels; best square. A PDF invoice shows PNG and JPEG.
      </p>
      {wrong === undefined ? null : (
        <p id={`${id}-error`} role="alert" className="text-xs font-medium text-bad-ink">
          {wrong}
        </p>
      )}
    </div>
  );
}
