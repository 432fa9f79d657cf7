import { locales } from '@learnt/contract/locales'
import { useTranslation } from 'react-i18next'
import { chooseForNow } from '../words/chosen-language.ts'
import { changeLanguage } from '../words/i18n.ts'

/** The languages by their own names. The choice goes along when the person signs in. */
export function GuestLanguages() {
  const { t, i18n } = useTranslation('session')
  return (
    <fieldset className="guest-languages">
      <legend>{t('language')}</legend>
      {locales.map((locale) => (
        <button
          key={locale}
          type="button"
          lang={locale}
          aria-pressed={locale === i18n.language}
          onClick={() => {
            chooseForNow(locale)
            void changeLanguage(locale)
          }}
        >
          {t(`languages.${locale}`)}
        </button>
      ))}
    </fieldset>
  )
}
