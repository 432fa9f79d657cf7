import { findLocale, type Locale } from '@learnt/contract/locales'
import { isEmail } from '@learnt/contract/measures'
import type { Preferences } from '@learnt/contract/session'
import { sql } from 'kysely'
import type { Ctx } from '../context.ts'
import type { ReadTx, WriteTx } from '../db/database.ts'
import { newId } from '../ids.ts'
import { enqueue } from '../outbox.ts'
import { readTenantConfig } from '../tenant/settings.ts'
import { signInAddress, teamAddress } from '../tenant/team-address.ts'
import { translatorFor } from '../translate.ts'
import { renderMail } from './render-mail.ts'

export interface MailDraft {
  /** Names the texts: `mail.<kind>.subject`, `greeting`, `body`, `button`. */
  readonly kind: string
  readonly to: string
  /** The recipient, where it is somebody of the tenant: their language is used. */
  readonly userId: string | null
  /** Whose look it has, and whose administrators may read it. */
  readonly teamId: string
  /** Fill the `{{…}}` of the texts; `team` and `address` are there by themselves. */
  readonly values?: Readonly<Record<string, string | number>>
  /** The same, days as `YYYY-MM-DD`, which the recipient reads in the long form of their language. */
  readonly days?: Readonly<Record<string, string>>
  /** The same, moments: as the clock of their zone shows them, with the reader's own zone behind where it differs. */
  readonly times?: Readonly<Record<string, MailTime | readonly MailTime[]>>
  /** Entries for the recipient's calendar: one calendar object for each, one behind the other. */
  readonly calendar?: { readonly method: 'request' | 'cancel'; readonly text: string }
  /** Where the button leads, below the team's address; without one there is no button. */
  readonly path?: string
  /** An account link that the button opens: `path` holds `codeMark(link)` where its code belongs. */
  readonly link?: string
  /** For recipients who are nobody of the tenant, or have not chosen a language. */
  readonly locale?: Locale
  /** What it is about, where people may do without: one of `Preferences.mails`. */
  readonly about?: keyof Preferences['mails']
  /** Somebody sits and waits for it: mails to many are not in front of it. */
  readonly isAwaited?: boolean
  /** Why the recipient gets it: an account here, or somebody gave the address. */
  readonly reason?: 'account' | 'asked'
}

export interface MailTime {
  readonly from: Date
  readonly to: Date | null
  readonly zone: string
  readonly ownZone: string
  /** Where there are several: what it is, and where. */
  readonly title?: string
  readonly place?: string
}

/** Stands in a stored mail for the code of its link, which is made when the mail goes out. */
export function codeMark(linkId: string): string {
  return `__code_of_${linkId}__`
}

interface TeamLook {
  displayName: string
  supportEmail: string
  mainDomain: string
  theme: { primaryColor?: unknown; iconLogo?: unknown }
  tenantSettings: unknown
}

/** Whether nobody is ever written to at this address: there is none, or it stands for somebody without one. */
export function isPlaceholder(address: string): boolean {
  return !isEmail(address) || address.endsWith('@no-mail.invalid')
}

/**
 * Writes a mail and leaves its sending to the worker, in the transaction that makes it necessary. Nobody without an
 * address is written to, nor who wants no mails about it; the row says so. Answers the mail's id.
 */
export async function queueMail(ctx: Pick<Ctx, 'now' | 'services'>, tx: WriteTx, draft: MailDraft): Promise<string> {
  const { subject, text, html, isUnwanted } = await composeMail(ctx, tx, draft)
  const id = newId()
  const reason = isPlaceholder(draft.to) ? 'noAddress' : isUnwanted ? 'notWanted' : null
  await tx
    .insertInto('mails')
    .values({
      id,
      kind: draft.kind,
      recipient: draft.to,
      userId: draft.userId,
      teamId: draft.teamId,
      subject,
      textBody: text,
      htmlBody: html,
      linkId: draft.link ?? null,
      calendar: draft.calendar?.text ?? null,
      calendarMethod: draft.calendar?.method ?? null,
      createdAt: ctx.now,
      ...(reason === null ? {} : { state: 'suppressed' as const, reason }),
    })
    .execute()
  if (reason === null) await enqueue(ctx, tx, draft.isAwaited ? 'mails.sendNow' : 'mails.send', { mailId: id })
  return id
}

interface ComposedMail {
  subject: string
  text: string
  html: string
  teamName: string
  color: string
  logo: string
}

/**
 * The mail as it would go out: the words in the recipient's language, the look of the team. `isUnwanted`: the recipient
 * wants no mails about it.
 */
export async function composeMail(
  ctx: Pick<Ctx, 'services'>,
  tx: ReadTx,
  draft: MailDraft,
): Promise<ComposedMail & { isUnwanted: boolean }> {
  const [teams, person] = await Promise.all([
    sql<TeamLook>`select display_name, support_email, main_domain, theme, tenant_settings from control.view_of_team(${draft.teamId})`.execute(
      tx,
    ),
    draft.userId === null
      ? undefined
      : tx
          .selectFrom('memberships')
          .select([
            sql<string | null>`preferences ->> 'locale'`.as('locale'),
            sql<boolean>`coalesce(preferences -> 'mails' -> ${draft.about ?? ''}::text = 'false', false)`.as(
              'isUnwanted',
            ),
          ])
          .where('userId', '=', draft.userId)
          .orderBy(sql`team_id = ${draft.teamId}`, 'desc')
          .limit(1)
          .executeTakeFirst(),
  ])
  const team = teams.rows[0]
  const { publicUrl } = ctx.services.settings
  const locale =
    findLocale(person?.locale) ??
    draft.locale ??
    findLocale(readTenantConfig(team?.tenantSettings).defaultLocale) ??
    'en'
  const address = teamAddress({ publicUrl }, team?.mainDomain ?? '')
  return { ...compose(locale, draft, team, address), isUnwanted: person?.isUnwanted ?? false }
}

function compose(locale: Locale, draft: MailDraft, team: TeamLook | undefined, address: string): ComposedMail {
  const t = translatorFor(locale)
  const teamName = team?.displayName ?? 'Learnt'
  const values = {
    ...draft.values,
    ...inWords(locale, draft.days),
    ...timesInWords(locale, draft.times),
    team: teamName,
    address,
  }
  const say = (part: string) => t(`mail.${draft.kind}.${part}`, values)
  // A line break in a name must not become a second header.
  const subject = say('subject').replace(/\s+/g, ' ').trim()
  const logo = typeof team?.theme.iconLogo === 'string' ? team.theme.iconLogo : ''
  const look = {
    teamName,
    color: typeof team?.theme.primaryColor === 'string' ? team.theme.primaryColor : '',
    logo: logo.startsWith('/') ? `${address}${logo}` : logo,
  }
  const rendered = renderMail(
    locale,
    { ...look, supportEmail: team?.supportEmail ?? '' },
    {
      subject,
      greeting: say('greeting'),
      body: say('body'),
      button: draft.path === undefined ? null : { label: say('button'), url: urlOf(draft, team, address) },
      footer: t(footerOf(draft.reason, Boolean(team?.supportEmail)), values),
    },
  )
  return { ...look, subject, ...rendered }
}

function inWords(locale: Locale, days: MailDraft['days'] = {}): Record<string, string> {
  const format = new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, { dateStyle: 'long', timeZone: 'UTC' })
  return Object.fromEntries(Object.entries(days).map(([name, day]) => [name, format.format(new Date(day))]))
}

function timesInWords(locale: Locale, times: MailDraft['times'] = {}): Record<string, string> {
  const say = ({ from, to }: MailTime, timeZone: string) => {
    const format = new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, {
      dateStyle: 'full',
      timeStyle: 'short',
      timeZone,
    })
    return `${to ? format.formatRange(from, to) : format.format(from)} (${timeZone})`
  }
  return Object.fromEntries(
    Object.entries(times).map(([name, given]) => [
      name,
      [given]
        .flat()
        .map((time) => {
          const [there, here] = [say(time, time.zone), say(time, time.ownZone)]
          const isSame = there.replace(time.zone, '') === here.replace(time.ownZone, '')
          return [time.title, there, isSame ? '' : here, time.place].filter(Boolean).join('\n')
        })
        .join('\n\n'),
    ]),
  )
}

function urlOf(draft: MailDraft, team: TeamLook | undefined, address: string): string {
  if (draft.path !== '/login' || !draft.teamId) return `${address}${draft.path}`
  return signInAddress({ publicUrl: address }, { id: draft.teamId, mainDomain: team?.mainDomain ?? '' })
}

function footerOf(reason: MailDraft['reason'], hasSupport: boolean): string {
  if (reason === 'asked') return hasSupport ? 'mail.footerAskedWithSupport' : 'mail.footerAsked'
  return hasSupport ? 'mail.footerWithSupport' : 'mail.footer'
}
