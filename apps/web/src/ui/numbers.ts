/** 0, 1, 2 ... of these many. */
export function numbersUpTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index)
}
