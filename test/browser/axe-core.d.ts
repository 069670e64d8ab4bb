/** The smaller of the package's two files; it brings no types. */
declare module 'axe-core/axe.min.js' {
  const axe: { source: string };
  export default axe;
}
