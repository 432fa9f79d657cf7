import { useTranslation } from 'react-i18next'

/** A share of 0 to 100 in the person's language; a dash when there is none. */
export function PercentText({ value }: { value: number | null }) {
  const { i18n } = useTranslation()
  if (value === null) return <span>–</span>
  return (
    <span style={{ fontVariantNumeric: 'tabular-nums' }}>
      {new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 0 }).format(value / 100)}
    </span>
  )
}
