import type { Me } from '@learnt/contract/session'
import { call } from '../api/call.ts'
import { api } from '../api/operations.ts'
import { takeGuestLook } from '../session/guest-look.ts'
import { takeChosenLanguage } from '../words/chosen-language.ts'

/** The language that a guest chose is the person's latest choice; the look goes into an account that has none of its own. */
export async function carryOver(me: Me): Promise<Me> {
  if (me.impersonation) return me
  const { locale, theme, colorScheme } = me.preferences
  const language = takeChosenLanguage()
  const look = takeGuestLook()
  const preferences = {
    ...me.preferences,
    locale: language ?? locale,
    theme: theme ?? look?.theme ?? null,
    colorScheme: look && colorScheme === 'system' ? look.colorScheme : colorScheme,
  }
  const isSame = preferences.locale === locale && preferences.theme === theme && preferences.colorScheme === colorScheme
  if (isSame) return me
  // where it cannot be stored, the team's language and look come back with the next page: no reason to keep anybody out
  await call(api.session.preferences, { body: preferences }).catch(() => undefined)
  return { ...me, preferences }
}
