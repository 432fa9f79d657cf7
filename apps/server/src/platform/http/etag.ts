/** Whether a caller has this version already, by `If-None-Match`. */
export function hasTag(header: string | undefined, etag: string): boolean {
  const plain = (one: string) => one.trim().replace(/^W\//, '')
  return header?.split(',').some((one) => one.trim() === '*' || plain(one) === plain(etag)) ?? false
}
