import { Fragment } from 'react';

/** Text without spaces, such as a URL or a type of event. It wraps after a separator, and stays the same when copied. */
export function Breakable({ text }: { text: string }) {
  return [...text.matchAll(/[^/._]*[/._]+|[^/._]+/g)].map(({ 0: part, index }) => (
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ));
}
