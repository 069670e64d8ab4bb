/** The coin of the icon and of the API reference. */
export function BrandMark() {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" className="size-8">
      <circle cx="16" cy="16" r="16" fill="#0b6b5b" />
      <text x="16" y="23" fontFamily="Georgia,serif" fontSize="20" fontStyle="italic" fill="#fff" textAnchor="middle">
        ƒ
      </text>
    </svg>
  );
}
