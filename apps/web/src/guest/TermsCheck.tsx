/** The box by which somebody accepts the personal terms, with the way to read them where the tenant has said where they are. */
export function TermsCheck({
  checked,
  url,
  label,
  link,
  complaint,
  onChange,
}: {
  checked: boolean
  url: string
  label: string
  link: string
  complaint: string | undefined
  onChange: (checked: boolean) => void
}) {
  return (
    <label className="guest-check">
      <input
        type="checkbox"
        name="personalTermsAndCondition"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        aria-invalid={complaint ? true : undefined}
      />
      <span>
        {label}{' '}
        {url ? (
          <a className="guest-link" href={url} target="_blank" rel="noopener noreferrer">
            {link}
          </a>
        ) : (
          link
        )}
      </span>
      {complaint && <span className="guest-error">{complaint}</span>}
    </label>
  )
}
