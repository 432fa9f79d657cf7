import type { accounts } from './en/accounts.ts'
import type { administration } from './en/administration.ts'
import type { common } from './en/common.ts'
import type { courses } from './en/courses.ts'
import type { factors } from './en/factors.ts'
import type { future } from './en/future.ts'
import type { guard } from './en/guard.ts'
import type { learning } from './en/learning.ts'
import type { members } from './en/members.ts'
import type { navigation } from './en/navigation.ts'
import type { notifications } from './en/notifications.ts'
import type { panels } from './en/panels.ts'
import type { parts } from './en/parts.ts'
import type { permissions } from './en/permissions.ts'
import type { player } from './en/player.ts'
import type { problems } from './en/problems.ts'
import type { profile } from './en/profile.ts'
import type { providerSettings } from './en/providerSettings.ts'
import type { providers } from './en/providers.ts'
import type { reports } from './en/reports.ts'
import type { schedules } from './en/schedules.ts'
import type { session } from './en/session.ts'
import type { settings } from './en/settings.ts'
import type { shell } from './en/shell.ts'

/** Every namespace, for the types of `t`; the file of a namespace is fetched when the first page that uses it opens. */
export interface Catalogues {
  accounts: typeof accounts
  administration: typeof administration
  common: typeof common
  courses: typeof courses
  factors: typeof factors
  future: typeof future
  guard: typeof guard
  learning: typeof learning
  members: typeof members
  navigation: typeof navigation
  notifications: typeof notifications
  panels: typeof panels
  parts: typeof parts
  permissions: typeof permissions
  player: typeof player
  problems: typeof problems
  profile: typeof profile
  providerSettings: typeof providerSettings
  providers: typeof providers
  reports: typeof reports
  schedules: typeof schedules
  session: typeof session
  settings: typeof settings
  shell: typeof shell
}
export type Namespace = keyof Catalogues

type ArabicForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'
type ArabicKey<K extends string> = K extends `${infer Base}_one` | `${infer Base}_other` ? `${Base}_${ArabicForm}` : K

/** The shape that the German catalogue owes to the English one: the same keys, and the same two plural forms. */
export type German<T> = {
  readonly [K in keyof T]: T[K] extends string ? string : German<T[K]>
}

/** The shape that the Arabic catalogue owes to the English one: the same keys, and all six plural forms for two. */
export type Arabic<T> = {
  readonly [K in keyof T & string as ArabicKey<K>]: T[K] extends string ? string : Arabic<T[K]>
}
