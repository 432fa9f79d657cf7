import type { Me } from '@learnt/contract/session'
import { call } from '../api/call.ts'
import { api } from '../api/operations.ts'
import { takeGuestLook } from '../session/guest-look.ts'
import { takeChosenLanguage } from '../words/chosen-language.ts'

/** What a guest chose goes into an account that has no language or look of its own yet. */
export async function carryOver(me: Me): Promise<Me> {
  if (me.impersonation) return me
  const { locale, theme, colorScheme } = me.preferences
  const language = takeChosenLanguage()
  const look = takeGuestLook()
  const preferences = {
    ...me.preferences,
    locale: locale ?? language,
    theme: theme ?? look?.theme ?? null,
    colorScheme: look && colorScheme === 'system' ? look.colorScheme : colorScheme,
  }
  const isSame = preferences.locale === locale && preferences.theme === theme && preferences.colorScheme === colorScheme
  if (isSame) return me
  // where it cannot be stored, the team's language and look come back with the next page: no reason to keep anybody out
  await call(api.session.preferences, { body: preferences }).catch(() => undefined)
  return { ...me, preferences }
}
