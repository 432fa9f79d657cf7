import { type InputHTMLAttributes, type Ref, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'

type GuestFieldProps = InputHTMLAttributes<HTMLInputElement> & {
  label: string
  error?: string | undefined
  help?: string | undefined
  ref?: Ref<HTMLInputElement>
}

export function GuestField({ label, error, help, type, ...rest }: GuestFieldProps) {
  const { t } = useTranslation('session')
  const [shown, setShown] = useState(false)
  const id = useId()
  const secret = type === 'password'
  return (
    <div className="guest-field">
      <label htmlFor={id} data-required={rest.required || undefined}>
        {label}
      </label>
      <div className={secret ? 'guest-box guest-box-end' : 'guest-box'}>
        <input
          {...rest}
          id={id}
          type={secret && shown ? 'text' : type}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || help ? `${id}-note` : undefined}
        />
        {secret && (
          <button
            type="button"
            className="guest-peek"
            aria-pressed={shown}
            aria-label={t(shown ? 'login.hidePassword' : 'login.showPassword')}
            onClick={() => setShown(!shown)}
          >
            <svg
              width="22"
              height="22"
              viewBox="0 0 24 24"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.8"
              aria-hidden="true"
            >
              <path d="M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12Z" />
              <circle cx="12" cy="12" r="3" />
              {shown && <path d="m4 4 16 16" />}
            </svg>
          </button>
        )}
      </div>
      {(error || help) && (
        <p id={`${id}-note`} className={error ? 'guest-error' : 'guest-help'} role={error ? 'alert' : undefined}>
          {error || help}
        </p>
      )}
    </div>
  )
}
