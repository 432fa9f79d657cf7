/**
 * A picture that every host of this installation has, from the page's own: the contract names it at the main address, so
 * that other programs find it, and pages show pictures of their own host alone.
 */
export function ownAddress(pictureUrl: string): string {
  const { pathname, search } = new URL(pictureUrl, location.origin)
  return pathname + search
}
