/** A number as a person of that language types it, without groups. */
export function writeNumber(value: number, language: string): string {
  return new Intl.NumberFormat(language, {
    useGrouping: false,
    maximumFractionDigits: 12,
    numberingSystem: 'latn',
  }).format(value)
}
