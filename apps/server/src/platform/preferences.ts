import {
  barStyles,
  dayForms,
  directions,
  layoutModes,
  layoutStyles,
  navbarPositions,
  scrollKinds,
  toolbarPositions,
  usualLayout,
  usualQuickSettings,
} from '@learnt/contract/layout'
import { locales } from '@learnt/contract/locales'
import type { Preferences } from '@learnt/contract/session'
import { z } from 'zod'
import { readOnce } from './read-once.ts'

/** An object of which any part may be missing. */
function part<T extends z.core.$ZodShape>(shape: T) {
  return z.preprocess((value) => (typeof value === 'object' && value !== null ? value : {}), z.object(shape))
}
const themeName = z.string().nullable().catch(null)
const shown = (usual: boolean) => z.boolean().catch(usual)

// Stored JSON may be a part, or older than the code: what makes no sense is the default, nothing is thrown.
const StoredPreferences = z.object({
  favourites: z.array(z.string()).catch([]),
  locale: z.enum(locales).nullable().catch(null),
  colorScheme: z.enum(['light', 'dark', 'system']).catch('system'),
  navbarFolded: z.boolean().catch(false),
  theme: z.string().nullable().catch(null),
  barThemes: part({ navbar: themeName, toolbar: themeName, footer: themeName }),
  layout: part({
    style: z.enum(layoutStyles).catch(usualLayout.style),
    mode: z.enum(layoutModes).catch(usualLayout.mode),
    scroll: z.enum(scrollKinds).catch(usualLayout.scroll),
    navbar: part({ display: shown(true), position: z.enum(navbarPositions).catch('left') }),
    toolbar: part({
      display: shown(true),
      style: z.enum(barStyles).catch(usualLayout.toolbar.style),
      position: z.enum(toolbarPositions).catch(usualLayout.toolbar.position),
    }),
    footer: part({ display: shown(false), style: z.enum(barStyles).catch(usualLayout.footer.style) }),
    leftSidePanel: part({ display: shown(false) }),
    rightSidePanel: part({ display: shown(false) }),
  }),
  customScrollbars: z.boolean().catch(true),
  direction: z.enum(directions).nullable().catch(null),
  quick: part({
    notifications: z.boolean().catch(usualQuickSettings.notifications),
    cloudSync: z.boolean().catch(usualQuickSettings.cloudSync),
    retroThrusters: z.boolean().catch(usualQuickSettings.retroThrusters),
  }),
  days: z.enum(dayForms).nullable().catch(null),
  mails: part({ badges: shown(true), certificates: shown(true) }),
})

/** What a person keeps for themself in a membership, with the defaults for all that is not stored. Never throws. */
export const readPreferences: (stored: unknown) => Preferences = readOnce((stored) =>
  StoredPreferences.parse(stored ?? {}),
)
